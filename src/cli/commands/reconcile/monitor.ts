import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Reconciliation } from '../../../apply/reconcile.js';
import type { Standing } from '../../../model/change.js';
import { once } from '../../../std/memoize.js';
import type { LiveInput } from '../../live/live.js';

/** Monitoring of a watch: metrics for Prometheus, and health for a kubelet. */
export interface Monitor {
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
 * Serves `/metrics`, `/healthz` and `/readyz` on `listen`, `<address>:<port>`. '' serves nothing, and port 0 is any
 * free one. Healthy: a cycle ended within `patience` seconds. Ready: the last cycle left the target in its desired
 * state and the target is still connected, or another applier has the right to change it. Returns an error message if
 * listening fails.
 */
export async function startMonitor(target: string, listen: string, patience: number): Promise<Monitor | string> {
  const registry = new Registry();
  registry.setDefaultLabels({ target });
  const metrics = createMetrics(registry);
  let lastEnd = performance.now();
  let isInSync = false;
  let standing: Standing | undefined;
  const isReady = (): boolean => (standing === undefined || standing === 'held' ? isInSync : standing === 'waiting');
  const stand: Monitor['stand'] = (next) => {
    standing = next;
    metrics.stand(next);
  };
  const rest = (): void => {
    lastEnd = performance.now();
  };
  const record: Monitor['record'] = (done, seconds, live) => {
    lastEnd = performance.now();
    isInSync = done.result === 'in-sync' || done.result === 'applied';
    metrics.record(done, seconds, live);
  };
  if (listen === '') return { record, stand, rest, close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    // Clients may send any text as the URL.
    const [pathname] = (request.url ?? '').split('?', 1);
    if (pathname === '/healthz') {
      answer(response, performance.now() - lastEnd < 1000 * patience);
      return;
    }
    if (pathname === '/readyz') {
      answer(response, isReady());
      return;
    }
    if (pathname !== '/metrics') return void response.writeHead(404).end();
    void registry.metrics().then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text));
  });
  const problem = await bind(server, listen);
  if (problem !== undefined) return problem;
  const { port } = server.address() as AddressInfo;
  return {
    record,
    stand,
    rest,
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

function createMetrics(registry: Registry): Pick<Monitor, 'record' | 'stand'> {
  const registers = [registry];
  const cycles = new Counter({
    name: 'weir_cycles_total',
    help: 'Cycles by result.',
    labelNames: ['result'],
    registers,
  });
  const writes = new Counter({
    name: 'weir_writes_total',
    help: 'Transactions, commands or requests that changed something.',
    registers,
  });
  const drift = new Gauge({
    name: 'weir_drift',
    help: 'Differences from the desired state after the last cycle that could read both.',
    labelNames: ['drift'],
    registers,
  });
  const duration = new Histogram({ name: 'weir_cycle_seconds', help: 'Duration of cycles in seconds.', registers });
  const recordLive = createLiveMetrics(registry);
  return {
    record: (done, seconds, live) => {
      if (live) recordLive(live);
      cycles.inc({ result: done.result });
      duration.observe(seconds);
      if (done.result === 'applied') writes.inc(done.writes);
      // After a failed reading, the last known drift is kept.
      if (done.result === 'failed' && done.changes.length === 0) return;
      // An apply reads back what it has written.
      const left = done.result === 'applied' ? [] : done.changes;
      for (const kind of ['missing', 'changed', 'stale', 'foreign']) {
        drift.set({ drift: kind }, left.filter((change) => change.drift === kind).length);
      }
    },
    stand: createStandingMetrics(registry),
  };
}

/** Creates the metrics of a target that one applier at a time may change, at the first record. */
function createStandingMetrics(registry: Registry): Monitor['stand'] {
  const registers = [registry];
  const create = once(() => ({
    standby: new Gauge({ name: 'weir_standby', help: '1 while another applier may change the target.', registers }),
    connected: new Gauge({ name: 'weir_connected', help: '1 while the target is connected.', registers }),
  }));
  return (standing) => {
    const { standby, connected } = create();
    standby.set(standing === 'waiting' ? 1 : 0);
    connected.set(standing === 'away' ? 0 : 1);
  };
}

/** Creates the metrics of a cycle that compiles a policy itself. */
function createLiveMetrics(registry: Registry): (live: LiveInput) => void {
  const gauges = new Map<string, Gauge>();
  const set = (name: string, help: string, value: number): void => {
    const gauge = gauges.get(name) ?? new Gauge({ name, help, registers: [registry] });
    gauges.set(name, gauge);
    gauge.set(value);
  };
  return ({ at, objects, mismatches, findings }) => {
    set('weir_inventory_timestamp_seconds', 'Time of the last complete inventory.', at / 1000);
    set('weir_inventory_objects', 'Objects in the last complete inventory.', objects);
    set('weir_lock_mismatches', 'Assignments that differ from the lock, or are missing there.', mismatches.length);
    set('weir_rejected_findings', 'Parts of resources that Weir skips as rejected.', findings.rejected);
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
