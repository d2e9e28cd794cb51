import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { load } from 'js-yaml';
import { type JsonObject, asObject } from '../../../src/std/json.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { findTools } from '../../apply/node/host.js';
import { eventually } from '../../rig/eventually.js';
import { CLUSTER, MORE_KINDS, REPOSITORY, writeRepository } from './cluster.js';
import { openLiveHost } from './host.js';
import { type Running, type Start, startWatch, weir } from './run.js';

const RESOURCES = [REPOSITORY['egress/qos.yaml'], REPOSITORY['egress/egressip.yaml']];
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'weir' } };
const SECONDS = '6';

const specOf = ({ server }: Rig, name: string): JsonObject => asObject(server.find('Lease', name)?.spec) ?? {};

function watch(start: Start, rig: Rig, ...words: readonly string[]): Running {
  const live = ['--live', '--policy-bundle', 'weir.policy.json', '--kubeconfig', rig.kubeconfig];
  const watching = startWatch(start, ...words, ...live, '--lease-duration', SECONDS);
  onTestFinished(async () => {
    watching.kill('SIGKILL');
    await watching.ended;
  });
  return watching;
}

describe('two processes that apply to one cluster', () => {
  let rig: Rig;
  let folder: string;
  beforeAll(async () => {
    rig = await startRig();
    rig.server.kinds.push(...MORE_KINDS);
    for (const object of [...CLUSTER, NAMESPACE]) rig.server.put(object);
    for (const text of RESOURCES) rig.server.put(load(text) as JsonObject);
    folder = writeRepository(rig, REPOSITORY);
    expect(await weir(folder, 'compile', '--policy')).toMatchObject({ status: 0 });
  });
  afterAll(async () => {
    await rig.server.close();
    rmSync(rig.folder, { recursive: true });
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('one goes on after the other has ended by %s', async (signal) => {
    const first = watch({ cwd: folder }, rig, 'cluster');
    await eventually('it is in sync', () => first.logs().includes('in sync'));
    const { holderIdentity, leaseTransitions } = specOf(rig, 'weir-cluster');
    const second = watch({ cwd: folder }, rig, 'cluster');
    await eventually('it stands by', () => second.logs().includes('standby'));
    expect(second.logs()).not.toContain('in sync');
    first.kill(signal);
    expect(await first.ended).toBe(signal === 'SIGTERM' ? 0 : null);
    await eventually('the other is in sync', () => second.logs().includes('in sync'));
    const now = specOf(rig, 'weir-cluster');
    expect(now.holderIdentity).not.toBe(holderIdentity);
    expect(now.leaseTransitions).toBe(Number(leaseTransitions) + 1);
    second.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(specOf(rig, 'weir-cluster').holderIdentity).toBe('');
  });
});

if (findTools().length === 0) it.skip('nodes: left out, making network namespaces needs root', () => undefined);

describe.skipIf(findTools().length === 0)('two processes that apply to one node', () => {
  it('elect one by the Lease of the node', async () => {
    const host = await openLiveHost();
    onTestFinished(() => host.close());
    host.rig.server.put(NAMESPACE);
    expect(await weir(host.folder, 'compile', '--policy')).toMatchObject({ status: 0 });
    const first = watch(host.start, host.rig, ...host.words);
    await eventually('it applies', () => first.logs().includes('applied'));
    const second = watch(host.start, host.rig, ...host.words);
    await eventually('it stands by', () => second.logs().includes('standby'));
    first.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await eventually('the other is in sync', () => second.logs().includes('in sync'));
    expect(specOf(host.rig, 'weir-node-oak')).toMatchObject({ leaseTransitions: 1 });
  });
});
