import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createOutbox } from '../../../src/clients/ovsdb/outbox.js';

async function openSocket(): Promise<Socket> {
  const server = createServer((peer) => peer.resume().on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  await once(socket, 'connect');
  return socket;
}

it('a message whose pieces throw ends the connection with the error, and later messages are never sent', async () => {
  const socket = await openSocket();
  const { write, writePieces } = createOutbox(socket);
  const failed = once(socket, 'error');
  writePieces(
    (function* () {
      yield 'one';
      throw new Error('there is no second piece');
    })(),
  );
  const settled = new Promise<void>((resolve) => {
    write('later', resolve);
  });
  expect(await failed).toEqual([new Error('there is no second piece')]);
  await settled;
  expect(socket.bytesWritten).toBe('one'.length);
});
