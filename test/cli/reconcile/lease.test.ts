import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClusterTarget } from '../../../src/apply/cluster/target.js';
import { electionTimesOf, openLease } from '../../../src/cli/commands/reconcile/lease.js';
import { type WatchOptions, watch } from '../../../src/cli/commands/reconcile/watch.js';
import { fail } from '../../../src/model/change.js';
import { type JsonObject, asObject } from '../../../src/std/json.js';
import { type Rig, desire, startRig } from '../../apply/cluster/setup.js';
import { eventually } from '../../rig/eventually.js';

/** So long that only an event starts a cycle. */
const NEVER = 100_000;
/** Duration of a Lease that expires in a test, and of one that does not, in seconds. */
const SHORT = 3;
const LONG = 60;

let rig: Rig;
let ends: AbortController[];
beforeEach(async () => {
  ends = [];
  rig = await startRig();
  for (const name of ['weir', 'shop']) rig.server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  desire(rig.folder, ['a', 'b'].map(configMap));
});
afterEach(async () => {
  rig.server.mishap = () => undefined;
  for (const end of ends) end.abort();
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

function configMap(name: string): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data: { key: name } };
}

const holder = (): unknown => asObject(rig.server.find('Lease', 'weir-cluster')?.spec)?.holderIdentity;
const writes = (): readonly string[] => rig.server.writes().filter((request) => request.includes('/configmaps/'));

/** Starts an applier of the cluster, as `weir apply cluster --interval` does. */
function start(leaseDuration: number, more: Partial<WatchOptions> = {}) {
  const { kubeconfig, folder } = rig;
  const lease = openLease('weir-cluster', { kubeconfig, interval: NEVER, leaseDuration });
  if (!lease || 'result' in lease) throw new Error('no Lease');
  const end = new AbortController();
  ends.push(end);
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const options = { seconds: NEVER, listen: '127.0.0.1:0', maximumRemoval: 100, force: false, signal: end.signal, log };
  const ended = watch(createClusterTarget({ output: folder, kubeconfig, lease }), { ...options, ...more });
  return {
    logs: () => lines.join(''),
    messages: () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    ask: async (path: string): Promise<Response> =>
      fetch(`http://${/"address":"([^"]+)"/.exec(lines.join(''))?.[1] ?? ''}${path}`),
    stop: async () => {
      end.abort();
      await ended;
    },
  };
}

describe('appliers of one cluster', () => {
  it('use the times of client-go', () => {
    expect(electionTimesOf(15)).toEqual({ duration: 15, deadline: 10, retry: 2 });
  });

  it('use no Lease for a single apply, and none with --no-lease', () => {
    expect(openLease('weir-cluster', { kubeconfig: rig.kubeconfig })).toBe(undefined);
    expect(openLease('weir-cluster', { kubeconfig: rig.kubeconfig, interval: 1, lease: false })).toBe(undefined);
  });

  it('one applies, the other stands by, and goes on as soon as the first has ended', async () => {
    const first = start(LONG);
    await eventually('it applies', () => first.messages().includes('applied'));
    const held = holder();
    const second = start(LONG);
    await eventually('it stands by', () => second.messages().includes('standby: another applier holds the lock'));
    expect(holder()).toBe(held);
    expect(writes()).toHaveLength(2);
    expect((await second.ask('/readyz')).status).toBe(200);
    expect(await (await second.ask('/metrics')).text()).toContain('weir_standby{target="cluster"} 1');
    expect(await (await first.ask('/metrics')).text()).toContain('weir_standby{target="cluster"} 0');
    rig.server.drop('ConfigMap', 'b');
    await first.stop();
    await eventually('it applies', () => second.messages().includes('applied'));
    expect(writes()).toHaveLength(3);
    expect(holder()).not.toBe(held);
    expect(await (await second.ask('/metrics')).text()).toContain('weir_standby{target="cluster"} 0');
    await second.stop();
    expect(holder()).toBe('');
  });

  it('one that loses the Lease in the middle of a cycle sends no further write, not even a repeated one', async () => {
    let attempts = 0;
    rig.server.mishap = (request) => {
      if (request.includes('/leases/') && attempts > 0) return 'silence';
      if (!request.startsWith('PATCH ')) return undefined;
      attempts++;
      // The client may ask again when the Lease is over.
      return { status: 429, retryAfter: SHORT };
    };
    const only = start(SHORT);
    await eventually('it fails', () => only.messages().includes('failed'));
    expect(attempts).toBe(1);
    expect(writes()).toEqual([]);
    expect(only.logs()).toMatch(/cannot (update|get) the Lease weir\/weir-cluster/);
    expect((await only.ask('/readyz')).status).toBe(503);
    expect(await (await only.ask('/metrics')).text()).toContain('weir_connected{target="cluster"} 0');
    rig.server.mishap = () => undefined;
    await eventually('it applies', () => only.messages().includes('applied'));
    expect(writes()).toHaveLength(2);
    await only.stop();
  });

  it('one without rights changes nothing, and logs the missing one', async () => {
    rig.server.mishap = (request) => (request.includes('/leases') ? { status: 403 } : undefined);
    const only = start(SHORT);
    await eventually('it fails', () => only.messages().includes('failed'));
    expect(only.logs()).toMatch(/cannot get the Lease weir\/weir-cluster: .*a permission is missing/);
    expect(writes()).toEqual([]);
    await only.stop();
  });

  it('one recovers an interrupted change before it waits for the Lease', async () => {
    rig.server.mishap = (request) => (request.includes('/leases') ? 'reset' : undefined);
    let calls = 0;
    const only = start(SHORT, {
      prepare: () => {
        calls++;
        return Promise.resolve(fail('not recovered', true));
      },
    });
    await eventually('it fails', () => only.logs().includes('not recovered'));
    expect(calls).toBeGreaterThan(0);
    await only.stop();
  });
});
