import { rmSync } from 'node:fs';
import { type Socket, createConnection, createServer } from 'node:net';
import { limitsFor } from '../../../src/clients/ovsdb/limits.js';
import { createFramer } from '../../../src/std/json-frames.js';
import type { Json } from '../../rig/json-rpc.js';

/** A request of a client. */
export interface Request {
  readonly id: Json;
  readonly method: string;
  readonly params: readonly Json[];
}

/** A socket that passes messages to a server and back, and keeps them. */
export interface Wire {
  readonly path: string;
  /** All requests so far, without echoes. */
  readonly requests: () => readonly Request[];
  /** The results of all requests of a method so far. */
  readonly responses: (method: string) => readonly (readonly Json[])[];
  /** Breaks the connection once, instead of passing the first such request on, or its response. */
  readonly breakAt: (lost: 'request' | 'response', isIt: (request: string) => boolean) => void;
  readonly breaks: () => number;
  readonly close: () => void;
}

/** Opens a socket in front of a server. */
export function openWire(path: string, server: string): Wire {
  const requests: Request[] = [];
  const responses: { readonly method: string; readonly result: readonly Json[] }[] = [];
  const sockets = new Set<Socket>();
  let trap: { readonly lost: 'request' | 'response'; readonly isIt: (request: string) => boolean } | undefined;
  let breaks = 0;
  const listener = createServer((client) => {
    const upstream = createConnection(server);
    const asked = new Map<Json, Request>();
    let awaited: Json | undefined;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    const breakOff = (): void => {
      breaks++;
      trap = undefined;
      end();
    };
    pass(client, upstream, (text) => {
      const message = JSON.parse(text) as Partial<Request>;
      if (message.method === undefined || message.method === 'echo') return true;
      const request = message as Request;
      requests.push(request);
      asked.set(request.id, request);
      if (trap?.isIt(text) !== true) return true;
      const { lost } = trap;
      if (lost === 'response') awaited = request.id;
      else breakOff();
      return lost === 'response';
    });
    pass(upstream, client, (text) => {
      const { id, result } = JSON.parse(text) as { id: Json; result?: readonly Json[] };
      if (awaited !== undefined && id === awaited) {
        breakOff();
        return false;
      }
      const request = asked.get(id);
      if (request && Array.isArray(result)) responses.push({ method: request.method, result });
      return true;
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
  });
  rmSync(path, { force: true });
  listener.listen(path);
  return {
    path,
    requests: () => [...requests],
    responses: (method) => responses.filter((one) => one.method === method).map(({ result }) => result),
    breakAt: (lost, isIt) => {
      trap = { lost, isIt };
    },
    breaks: () => breaks,
    close: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Passes each message on for which `mayPass` returns true. */
function pass(from: Socket, to: Socket, mayPass: (text: string) => boolean): void {
  const framer = createFramer(limitsFor(2 ** 28));
  from.on('data', (chunk: Buffer) => {
    framer(chunk, (message) => {
      const text = message.toString('utf8');
      if (mayPass(text)) to.write(text);
    });
  });
}
