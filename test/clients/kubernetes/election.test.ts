import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectKubernetes } from '../../../src/clients/kubernetes/client.js';
import { createElection } from '../../../src/clients/kubernetes/election.js';
import { createLeaseClient } from '../../../src/clients/kubernetes/lease.js';
import type { Standing, TargetLease } from '../../../src/model/change.js';
import { type JsonObject, asObject } from '../../../src/std/json.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { eventually } from '../../rig/eventually.js';

const NAME = { namespace: 'weir', name: 'weir-cluster' };
/** In seconds. */
const TIMES = { duration: 3, deadline: 2, retry: 0.2 };
/** No pause of this process is as long as these. */
const CALM = { duration: 60, deadline: 40, retry: 0.2 };
const PATIENCE = { attempts: 1, silence: 1500, longest: 1500 };

let rig: Rig;
let ends: (() => Promise<void>)[];
beforeEach(async () => {
  ends = [];
  rig = await startRig();
  rig.server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'weir' } });
});
afterEach(async () => {
  rig.server.mishap = () => undefined;
  for (const end of ends) await end();
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

interface Candidate extends TargetLease {
  /** Changes that were reported. */
  readonly changes: Standing[];
  readonly request: () => ReturnType<TargetLease['stand']>;
}

function candidate(identity: string, times = TIMES): Candidate {
  const client = connectKubernetes({ kubeconfig: rig.kubeconfig, patience: PATIENCE });
  if ('result' in client) throw new Error(client.problems.join());
  const lease = createElection({
    client: createLeaseClient(client, NAME),
    title: 'weir/weir-cluster',
    identity,
    times,
  });
  const changes: Standing[] = [];
  ends.push(async () => {
    await lease.release();
    client.close();
  });
  return { ...lease, changes, request: () => lease.stand((standing) => changes.push(standing)) };
}

const spec = (): JsonObject => asObject(rig.server.find('Lease', NAME.name)?.spec) ?? {};

/** Writes the Lease as another client, with a `renewTime` of its own clock. */
function writeAs(holderIdentity: string, renewTime: string, leaseDurationSeconds = 1): void {
  const live = rig.server.find('Lease', NAME.name);
  const metadata = live ? asObject(live.metadata) : { ...NAME };
  const time = { acquireTime: renewTime, renewTime };
  rig.server.put({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { ...metadata },
    spec: { holderIdentity, leaseDurationSeconds, leaseTransitions: 4, ...time },
  });
}

/** Computes for some seconds, as a compilation does. */
function block(seconds: number): void {
  const end = performance.now() + 1000 * seconds;
  while (performance.now() < end);
}

describe('the election by a Lease', () => {
  it('creates the Lease with the fields that kubectl shows, and renews it by one request each time', async () => {
    const first = candidate('a_1', CALM);
    expect(await first.request()).toBe('held');
    expect(spec()).toMatchObject({ holderIdentity: 'a_1', leaseDurationSeconds: 60, leaseTransitions: 0 });
    expect(spec().renewTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    const { acquireTime, renewTime } = spec();
    const begun = rig.server.requests.length;
    await eventually('it is renewed', () => spec().renewTime !== renewTime);
    expect(spec()).toMatchObject({ acquireTime: acquireTime ?? '', leaseTransitions: 0 });
    const requests = new Set(rig.server.requests.slice(begun).map((request) => request.split('?', 1)[0]));
    expect([...requests]).toEqual(['PUT /apis/coordination.k8s.io/v1/namespaces/weir/leases/weir-cluster']);
  });

  it('is held by one of several, and by the next as soon as that one releases it', async () => {
    const all = ['a', 'b', 'c', 'd'].map((name) => candidate(name, CALM));
    const standings = await Promise.all(all.map((one) => one.request()));
    expect(standings.toSorted()).toEqual(['held', 'waiting', 'waiting', 'waiting']);
    const holder = all[standings.indexOf('held')];
    const others = all.filter((one) => one !== holder);
    for (const one of others) expect(await one.check()).toMatchObject({ result: 'failed', transient: true });
    expect(await holder?.check()).toBe(undefined);
    const start = performance.now();
    await holder?.release();
    await eventually('another holds it', () => others.some(({ changes }) => changes.includes('held')));
    // Less than the duration: it was not waited for.
    expect(performance.now() - start).toBeLessThan(1000 * CALM.duration);
    expect(others.filter(({ changes }) => changes.includes('held'))).toHaveLength(1);
    expect(spec().leaseTransitions).toBe(1);
  });

  it.each(['2001-01-01T00:00:00.000000Z', '2099-01-01T00:00:00.000000Z'])(
    'is taken over after its duration without a change, whatever the clock of the holder says (%s)',
    async (renewTime) => {
      writeAs('gone', renewTime, 2);
      const next = candidate('next');
      const start = performance.now();
      expect(await next.request()).toBe('waiting');
      await eventually('it is taken over', () => next.changes.includes('held'));
      expect(performance.now() - start).toBeGreaterThan(2000);
      expect(spec()).toMatchObject({ holderIdentity: 'next', leaseTransitions: 5 });
    },
  );

  it('stays with a holder that renews it, though its clock is years behind', async () => {
    writeAs('other', '2001-01-01T00:00:00.000000Z', 5);
    const next = candidate('next');
    expect(await next.request()).toBe('waiting');
    for (let step = 10; step <= 22; step++) {
      await sleep(500);
      writeAs('other', `2001-01-01T00:00:${step}.000000Z`, 5);
    }
    expect(next.changes).toEqual([]);
    expect(spec().holderIdentity).toBe('other');
  });

  it('stays held after an edit of its labels, which it keeps', async () => {
    const only = candidate('only', CALM);
    expect(await only.request()).toBe('held');
    const live = rig.server.find('Lease', NAME.name) ?? {};
    rig.server.put({ ...live, metadata: { ...asObject(live.metadata), labels: { team: 'net' } } });
    const { renewTime } = spec();
    await eventually('it is renewed', () => spec().renewTime !== renewTime);
    expect(asObject(rig.server.find('Lease', NAME.name)?.metadata)?.labels).toEqual({ team: 'net' });
    expect(only.changes).toEqual([]);
    expect(spec().leaseTransitions).toBe(0);
  });

  it('is lost as soon as another holder is read', async () => {
    const first = candidate('first', CALM);
    expect(await first.request()).toBe('held');
    writeAs('thief', '2026-01-01T00:00:00.000000Z', 60);
    await eventually('the loss is reported', () => first.changes.includes('waiting'));
    expect(await first.check()).toMatchObject({ problems: ['another applier holds the Lease weir/weir-cluster now'] });
    await first.release();
    expect(spec().holderIdentity).toBe('thief');
  });

  it('is created again by its holder after its deletion', async () => {
    const first = candidate('first', CALM);
    expect(await first.request()).toBe('held');
    rig.server.drop('Lease', NAME.name);
    await eventually('it is there again', () => spec().holderIdentity === 'first');
    expect(first.changes).toEqual([]);
  });

  it.each(['reset', 'silence'] as const)(
    'is not held from its deadline on while the API server is away (%s), and again afterwards',
    async (mishap) => {
      const only = candidate('only');
      expect(await only.request()).toBe('held');
      rig.server.mishap = () => mishap;
      await eventually('it is away', () => only.changes.includes('away'));
      expect(await only.check()).toMatchObject({ result: 'failed', transient: true });
      expect(await only.request()).toMatchObject({ result: 'failed' });
      rig.server.mishap = () => undefined;
      await eventually('it is held', () => only.changes.at(-1) === 'held');
      expect(spec()).toMatchObject({ holderIdentity: 'only', leaseTransitions: 0 });
    },
  );

  it('is held at a check after a computation that blocked its renewals', async () => {
    const busy = candidate('busy');
    expect(await busy.request()).toBe('held');
    block(TIMES.deadline + 0.1);
    expect(await busy.check()).toBe(undefined);
  });

  it('is lost at a check after a computation during which another took it', async () => {
    const busy = candidate('busy');
    expect(await busy.request()).toBe('held');
    writeAs('other', '2026-01-01T00:00:00.000000Z', 60);
    block(TIMES.deadline + 0.1);
    expect(await busy.check()).toMatchObject({ result: 'failed' });
  });

  it('is extended by a holder whose computations delay its renewals, so that no other takes it meanwhile', async () => {
    const busy = candidate('busy');
    expect(await busy.request()).toBe('held');
    await sleep(10);
    block(TIMES.duration + 1);
    await eventually('it is extended', () => Number(spec().leaseDurationSeconds) > TIMES.duration + 1);
    // The same delay again is shorter than the time for which the Lease is held now.
    const changes = busy.changes.length;
    block(TIMES.duration + 1);
    await sleep(0);
    expect(busy.changes.slice(changes)).toEqual([]);
    expect(Number(spec().leaseDurationSeconds)).toBeLessThanOrEqual(8 * TIMES.duration);
  });

  it.each([
    ['GET', 'get'],
    ['POST', 'create'],
    ['PUT', 'update'],
  ])('fails with the verb that is missing when %s is forbidden', async (method, verb) => {
    if (method === 'PUT') writeAs('', '2001-01-01T00:00:00.000000Z');
    rig.server.mishap = (request) => (request.startsWith(method) ? { status: 403 } : undefined);
    expect(await candidate('a').request()).toMatchObject({
      result: 'failed',
      transient: false,
      problems: [expect.stringMatching(`^cannot ${verb} the Lease weir/weir-cluster: .*a permission is missing`)],
    });
  });

  it('fails when its namespace is missing', async () => {
    rig.server.drop('Namespace', 'weir');
    expect(await candidate('a').request()).toMatchObject({ problems: [expect.stringContaining('no such namespace')] });
  });
});
