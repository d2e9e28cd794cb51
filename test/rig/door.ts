import { type Server, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.js';
import { inNamespace } from './ovn.js';
import type { Workspace } from './workspace.js';

const RELAY = fileURLToPath(new URL('relay.mjs', import.meta.url));

/** Lets a network namespace reach a port of this one. */
export async function openDoor(workspace: Workspace, namespace: string, port: number): Promise<Server> {
  const socket = join(workspace.folder, 'door.sock');
  const door = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => door.listen(socket, resolve));
  const relay = workspace.start('relay', inNamespace(namespace, [process.execPath, RELAY, String(port), socket]));
  await eventually('the relay listens', () => relay.log().includes('ready'));
  return door;
}
