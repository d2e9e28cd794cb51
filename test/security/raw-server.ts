import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Writes an answer, right or not, and ends the connection. */
export type Reply = (socket: Socket) => void;

/** An answer as HTTP has it. */
export function http(status: string, type: string, body: string, ...headers: readonly string[]): Reply {
  const head = [
    `HTTP/1.1 ${status}`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return (socket) => {
    socket.end(`${[...head, 'connection: close'].join('\r\n')}\r\n\r\n${body}`);
  };
}

/** An answer of JSON. */
export function json(value: unknown, status = '200 OK'): Reply {
  return http(status, 'application/json', JSON.stringify(value));
}

export interface RawServer {
  readonly url: string;
  readonly close: () => void;
}

/** A server on this host that replies to each request as it is told. */
export async function startRawServer(replyTo: (request: IncomingMessage) => Reply): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((request) => {
    replyTo(request)(request.socket);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
