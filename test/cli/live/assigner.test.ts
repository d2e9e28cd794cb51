import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { load } from 'js-yaml';
import { policyInventoryKinds } from '../../../src/cli/live/compile-policy.js';
import { type Live, createLive } from '../../../src/cli/live/live.js';
import { createPulledSource } from '../../../src/cli/live/inventory-source.js';
import { readPolicyFile } from '../../../src/cli/live/read-policy-file.js';
import { type KubernetesClient, connectKubernetes } from '../../../src/clients/kubernetes/client.js';
import { type JsonObject, asObject } from '../../../src/std/json.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { CLUSTER, MORE_KINDS, REPOSITORY, node, writeRepository } from './cluster.js';
import { run, weir } from './run.js';

const ADDRESS = '192.168.10.50';
const LOCK = `egressIPs:\n  ferry:\n    mark: 50003\n    addresses:\n      ${ADDRESS}: otter\n`;

let rig: Rig;
let client: KubernetesClient;
let folder: string;
beforeEach(async () => {
  rig = await startRig();
  rig.server.kinds.push(...MORE_KINDS);
  for (const object of CLUSTER) rig.server.put(object);
  rig.server.put(load(REPOSITORY['egress/egressip.yaml']) as JsonObject);
  rig.server.put(load(REPOSITORY['egress/qos.yaml']) as JsonObject);
  folder = writeRepository(rig, { ...REPOSITORY, 'weir.lock.yaml': LOCK });
  expect(await weir(folder, 'compile', '--policy')).toMatchObject({ status: 0 });
  const connected = connectKubernetes({ kubeconfig: rig.kubeconfig });
  if ('result' in connected) throw new Error(connected.problems.join());
  client = connected;
});
afterEach(async () => {
  client.close();
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

/** The state of an applier of the zone. Each is one that has just started. */
const startZoneApplier = (): Live =>
  createLive(
    { role: 'zone', name: 'global' },
    () => Promise.resolve(readPolicyFile(`${folder}/weir.policy.json`)),
    createPulledSource(client, policyInventoryKinds),
  );

/** The rows of the zone as text. */
async function rows(live = startZoneApplier()): Promise<string> {
  const files = await live.read();
  if ('result' in files) throw new Error(files.problems.join());
  return files.map(({ path, content }) => `${path}\n${Buffer.from(content).toString()}`).join('\n');
}

const assign = () =>
  run(
    { cwd: folder },
    ...['apply', 'cluster', '--live', '--policy-bundle', 'weir.policy.json', '--kubeconfig', rig.kubeconfig],
  );
const placement = (): unknown => asObject(rig.server.find('EgressIP', 'ferry')?.status)?.items;
const at = (name: string) => [{ egressIP: ADDRESS, node: name }];
const setReady = (name: string, index: number, status: string): void => {
  rig.server.put({ ...node(name, index), status: { conditions: [{ type: 'Ready', status }] } });
};

describe('an address whose applier of the cluster', () => {
  it('has not run yet has no rows, although the lock names a node', async () => {
    expect(await rows()).not.toContain(ADDRESS);
    expect(await assign()).toMatchObject({ status: 0 });
    expect(placement()).toEqual(at('otter'));
    expect(await rows()).toContain(ADDRESS);
  });

  it('is away stays where it is, and an applier of a zone that restarts has the same rows', async () => {
    await assign();
    const running = startZoneApplier();
    const before = await rows(running);
    setReady('otter', 12, 'Unknown');
    expect(await rows(running)).toBe(before);
    expect(await rows()).toBe(before);
  });

  it('moves it moves in all zones once its status has, and back as the lock says', async () => {
    await assign();
    const running = startZoneApplier();
    const before = await rows(running);
    setReady('otter', 12, 'False');
    expect(await assign()).toMatchObject({ status: 0 });
    expect(placement()).toEqual(at('heron'));
    const moved = await rows(running);
    expect(moved).not.toBe(before);
    expect(await rows()).toBe(moved);
    expect(running.state()?.mismatches).toMatchObject([{ name: 'ferry', from: 'otter', to: 'heron' }]);
    setReady('otter', 12, 'True');
    expect(await rows(running)).toBe(moved);
    await assign();
    expect(await rows(running)).toBe(before);
  });

  it('is the same in zones that see the readiness of a node at different times', async () => {
    await assign();
    const [early, late] = [startZoneApplier(), startZoneApplier()];
    const first = await rows(early);
    setReady('otter', 12, 'False');
    expect(await rows(late)).toBe(first);
    setReady('heron', 11, 'False');
    setReady('otter', 12, 'True');
    expect(await rows(early)).toBe(await rows(late));
  });
});
