import { rmSync } from 'node:fs';
import { type Server as Listener, createConnection, createServer } from 'node:net';

/**
 * Stands on a socket of its own between clients and a server. `onPiece` is called with each piece of data in either
 * direction before it is passed on; the piece is lost where it gives false.
 */
export function interpose(path: string, server: string, onPiece: () => boolean): Listener {
  const listener = createServer((client) => {
    const upstream = createConnection(server);
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      from.on('data', (data) => {
        if (onPiece()) to.write(data);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => to.end());
    }
  });
  rmSync(path, { force: true });
  return listener.listen(path);
}
