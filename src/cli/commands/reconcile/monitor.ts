import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { STATE_PATH } from '../../../clients/applier/applier.js';
import type { Reconciliation } from '../../../apply/reconcile.js';
import type { Standing } from '../../../model/change.js';
import type { LiveInput } from '../../live/live.js';
import { createStateRecorder } from './applier-state.js';
import { createChangeQueue } from './change-queue.js';
import { createMetrics, isInSync } from './metrics.js';

/** Monitoring of a watch: metrics for Prometheus, and health for a kubelet. */
export interface Monitor {
  /** Records a change of the input. */
  readonly change: () => void;
  /** Records the start of a cycle, which takes all changes so far. */
  readonly begin: () => void;
  /** Records the result of a cycle, its duration in seconds, and the compiled state if there is one. */
  readonly record: (done: Reconciliation, seconds: number, live?: LiveInput) => void;
  /** Records the right to change the target. */
  readonly stand: (standing: Standing) => void;
  /** Records a cycle in which another applier has this right. */
  readonly rest: () => void;
  /** Listening address, `<address>:<port>`. Port 0 is replaced by the actual one. If unset, nothing is served. */
  readonly address?: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves `/metrics`, `/status`, `/healthz` and `/readyz` on `listen`, `<address>:<port>`. '' serves nothing, and port 0
 * is any free one. Healthy: a cycle ended within `patience` seconds. Ready: the last cycle left the target in its
 * desired state and the target is still connected, or another applier has the right to change it. Returns an error
 * message if listening fails.
 */
export async function startMonitor(target: string, listen: string, patience: number): Promise<Monitor | string> {
  const registry = new Registry();
  registry.setDefaultLabels({ target });
  const queue = createChangeQueue();
  const metrics = createMetrics(registry, queue.length);
  const state = createStateRecorder(target, queue);
  let lastEnd = performance.now();
  let wasInSync = false;
  let standing: Standing | undefined;
  const isReady = (): boolean => (standing === undefined || standing === 'held' ? wasInSync : standing === 'waiting');
  const stand: Monitor['stand'] = (next) => {
    standing = next;
    metrics.stand(next);
    state.stand(next);
  };
  const rest = (): void => {
    lastEnd = performance.now();
    queue.clear();
  };
  const record: Monitor['record'] = (done, seconds, live) => {
    lastEnd = performance.now();
    wasInSync = isInSync(done);
    const cycle = { done, seconds, live, waited: wasInSync ? queue.settle() : undefined };
    metrics.record(cycle);
    state.record(cycle);
  };
  const recorder = { change: queue.add, begin: queue.take, record, stand, rest };
  if (listen === '') return { ...recorder, close: () => Promise.resolve() };
  const isHealthy = (): boolean => performance.now() - lastEnd < 1000 * patience;
  const server = createServer((request, response) => {
    // Clients may send any text as the URL.
    const [pathname] = (request.url ?? '').split('?', 1);
    if (pathname === '/healthz') {
      answer(response, isHealthy());
      return;
    }
    if (pathname === '/readyz') {
      answer(response, isReady());
      return;
    }
    if (pathname === STATE_PATH) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(state.read(isHealthy())));
      return;
    }
    if (pathname !== '/metrics') return void response.writeHead(404).end();
    void registry.metrics().then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text));
  });
  const problem = await bind(server, listen);
  if (problem !== undefined) return problem;
  const { port } = server.address() as AddressInfo;
  return {
    ...recorder,
    address: `${listen.slice(0, listen.lastIndexOf(':'))}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server
          .close(() => {
            resolve();
          })
          .closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, isFine: boolean): void {
  response.writeHead(isFine ? 200 : 503, { 'content-type': 'text/plain' }).end(isFine ? 'ok\n' : 'not ok\n');
}

/** Returns undefined once the server listens, or an error message. */
function bind(server: Server, listen: string): Promise<string | undefined> {
  const separator = listen.lastIndexOf(':');
  const host = listen.slice(0, separator).replace(/^\[(.*)\]$/, '$1');
  const port = Number(listen.slice(separator + 1));
  if (separator < 1 || !Number.isInteger(port) || port < 0 || port > 65535) {
    return Promise.resolve(`'${listen}' is not an address and a port, such as 127.0.0.1:9476`);
  }
  return new Promise((resolve) => {
    server.once('error', (error) => {
      resolve(`cannot serve metrics on ${listen}: ${error.message}`);
    });
    server.listen(port, host, () => {
      resolve(undefined);
    });
  });
}
