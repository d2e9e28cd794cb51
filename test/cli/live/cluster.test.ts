import { isDeepStrictEqual } from 'node:util';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { load } from 'js-yaml';
import { type JsonObject, asObject } from '../../../src/std/json.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { eventually } from '../../rig/eventually.js';
import { CLUSTER, MORE_KINDS, REPOSITORY, aCycle, node, pod, writeRepository } from './cluster.js';
import { type Running, run, startWatch, weir } from './run.js';

const RESOURCES = [REPOSITORY['egress/qos.yaml'], REPOSITORY['egress/egressip.yaml']];
const LOCK = 'egressIPs:\n  ferry:\n    mark: 50000\n    addresses:\n      192.168.10.50: otter\n';

/** Returns the value of the metric that counts lock mismatches. */
async function mismatchesOf({ logs }: Running): Promise<string | undefined> {
  const [, address = ''] = /"address":"([^"]+)"/.exec(logs()) ?? [];
  const metrics = await (await fetch(`http://${address}/metrics`)).text();
  return /^weir_lock_mismatches\{.*\} (.*)$/m.exec(metrics)?.[1];
}

describe('a live applier of the cluster', () => {
  let rig: Rig;
  let folder: string;
  beforeAll(async () => {
    rig = await startRig();
    rig.server.kinds.push(...MORE_KINDS);
    for (const object of CLUSTER) rig.server.put(object);
    for (const text of RESOURCES) rig.server.put(load(text) as JsonObject);
    folder = writeRepository(rig, { ...REPOSITORY, 'weir.lock.yaml': LOCK });
    expect(await weir(folder, 'compile', '--policy')).toMatchObject({ status: 0 });
  });
  afterAll(async () => {
    await rig.server.close();
    rmSync(rig.folder, { recursive: true });
  });

  const words = (): string[] => [
    'cluster',
    '--live',
    '--policy-bundle',
    'weir.policy.json',
    '--kubeconfig',
    rig.kubeconfig,
  ];
  const apply = () => run({ cwd: folder }, 'apply', ...words());
  const watch = (): Running => {
    const watching = startWatch({ cwd: folder }, ...words(), '--no-lease');
    onTestFinished(async () => {
      watching.kill('SIGKILL');
      await watching.ended;
    });
    return watching;
  };
  const placement = (): unknown => asObject(rig.server.find('EgressIP', 'ferry')?.status)?.items;
  const at = (name: string) => [{ egressIP: '192.168.10.50', node: name }];
  /** Takes everything that has a status back to where it has none. */
  const forget = (): void => {
    for (const text of RESOURCES) rig.server.put(load(text) as JsonObject);
  };

  it('writes the statuses that compile makes of the same inventory in files, at the places of the lock', async () => {
    expect(await apply()).toMatchObject({ status: 0, err: '' });
    expect(placement()).toEqual(at('otter'));
    expect(rig.server.writes().filter((one) => one.includes('egressqoses'))).toHaveLength(1);
    const writes = rig.server.writes().length;
    expect(await apply()).toMatchObject({ status: 0, out: 'cluster: in sync\n' });
    expect(rig.server.writes()).toHaveLength(writes);
  });

  it('puts a status back that another has moved away from the lock', async () => {
    const watching = watch();
    await aCycle(watching);
    const ferry = rig.server.find('EgressIP', 'ferry') ?? {};
    rig.server.put({ ...ferry, status: { items: at('heron') } });
    await aCycle(watching);
    expect(placement()).toEqual(at('otter'));
  });

  it('moves an address in the first cycle in which its node cannot have it, and back as the lock says', async () => {
    const watching = watch();
    await aCycle(watching);
    const ready = node('otter', 12);
    rig.server.put({ ...ready, metadata: { ...asObject(ready.metadata), labels: {} } });
    await aCycle(watching);
    expect(placement()).toEqual(at('heron'));
    const logged = 'EgressIP ferry: 192.168.10.50 otter → heron';
    await eventually('the mismatch is logged', () => watching.logs().includes(logged));
    expect(await mismatchesOf(watching)).toBe('1');
    rig.server.put(ready);
    await aCycle(watching);
    expect(placement()).toEqual(at('otter'));
    await eventually('the metric counts no mismatch', async () => (await mismatchesOf(watching)) === '0');
  });

  it.each([
    ['there is no API server', () => 'reset' as const],
    ['a kind is forbidden', (request: string) => (request.includes('/nodes') ? { status: 403 } : undefined)],
    ['its lists expire', (request: string) => (request.includes('/pods') ? { status: 410 } : undefined)],
  ])('writes nothing while %s, and goes on afterwards', async (_, mishap) => {
    forget();
    const writes = rig.server.writes().length;
    rig.server.mishap = mishap;
    const watching = watch();
    await eventually('the failure is logged', () => watching.logs().includes('nothing is changed'));
    expect(rig.server.writes()).toHaveLength(writes);
    rig.server.mishap = () => undefined;
    await eventually('the address is placed', () => isDeepStrictEqual(placement(), at('otter')));
  });

  it('writes nothing where the list of pods is empty, also as its first', async () => {
    forget();
    const writes = rig.server.writes().length;
    rig.server.drop('Pod', 'till-0');
    const { status, err } = await apply();
    rig.server.put(pod('till-0', '10.128.22.5'));
    expect(status).toBe(1);
    expect(err).toContain('no Pod found');
    expect(rig.server.writes()).toHaveLength(writes);
  });

  it('finishes what a run has left that was killed between two writes', async () => {
    forget();
    const before = rig.server.writes().length;
    const watching = watch();
    rig.server.mishap = (request) => {
      if (!request.startsWith('PATCH ') || rig.server.writes().length === before) return undefined;
      watching.kill('SIGKILL');
      return 'reset';
    };
    expect(await watching.ended).toBe(null);
    expect(rig.server.writes()).toHaveLength(before + 1);
    rig.server.mishap = () => undefined;
    expect(await apply()).toMatchObject({ status: 0 });
    expect(rig.server.writes()).toHaveLength(before + 2);
    expect(placement()).toEqual(at('otter'));
  });
});
