import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitsFor } from '../../../src/clients/ovsdb/limits.js';
import { createFramer } from '../../../src/std/json-frames.js';
import type { Remote } from '../../../src/clients/ovsdb/index.js';

/** A request or an answer of a client. */
export interface ClientMessage {
  readonly id: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A server that says what a test wants it to say. */
export interface FakeServer {
  readonly remote: Remote;
  /** How many connections it has taken. */
  readonly connections: () => number;
  readonly close: () => void;
}

/** What a fake server does at each new connection; it gives what to do with each message. */
export type Behaviour = (socket: Socket) => ((message: ClientMessage) => void) | undefined;

/** Starts a server on a unix socket of its own. */
export async function startFake(behave: Behaviour): Promise<FakeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-fake-'));
  const path = join(folder, 'socket');
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    // The client may hang up at any moment.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    const hear = behave(socket);
    if (hear === undefined) return;
    const framer = createFramer(limitsFor(2 ** 26));
    socket.on('data', (chunk: Buffer) => {
      framer(chunk, (message) => {
        hear(JSON.parse(message.toString('utf8')) as ClientMessage);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    remote: { protocol: 'unix', path },
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What an honest server would say to the questions at the beginning. */
export const HONEST: Readonly<Record<string, unknown>> = {
  list_dbs: ['Harbour', '_Server'],
  get_schema: {
    name: 'Harbour',
    version: '1.0.0',
    tables: { Ship: { columns: { name: { type: 'string' }, flags: { type: { key: 'string', min: 0, max: 9 } } } } },
  },
  monitor_cond: { Database: { a: { initial: { name: 'Harbour', model: 'standalone', connected: true } } } },
};

/** Answers like an honest server, but with these results; to a method without one it says nothing. */
export function answering(results: Readonly<Record<string, unknown>> = {}): Behaviour {
  return (socket) =>
    ({ id, method = '' }) => {
      const result = results[method] ?? HONEST[method];
      if (result !== undefined) socket.write(JSON.stringify({ id, result, error: null }));
    };
}
