import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { load } from 'js-yaml';
import { parseAllDocuments } from 'yaml';
import type { JsonObject } from '../../../src/std/json.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { reason } from '../../apply/northbound/northbound.js';
import { eventually } from '../../rig/eventually.js';
import { CLUSTER, MORE_KINDS, REPOSITORY, pod, writeRepository } from './cluster.js';
import { startWatch, weir } from './run.js';
import { type LiveZone, OLDER_SCHEMA, startZone } from './zone.js';

describe.skipIf(reason !== undefined)(`a live applier of a zone${reason ? ` (${reason})` : ''}`, () => {
  let server: LiveZone['server'];
  let rig: LiveZone['rig'];
  let folder: string;
  beforeAll(async () => {
    const zone = await startZone({ ...REPOSITORY, 'weir.yaml': OLDER_SCHEMA });
    ({ server, rig, folder } = zone);
    expect(await weir(folder, 'compile', '--policy')).toMatchObject({ status: 0 });
    return zone.close;
  });
  const onZone = () => ['northbound', '--zone', 'global', '--remote', `unix:${server.socket}`];
  const asLive = () => ['--live', '--policy-bundle', 'weir.policy.json', '--kubeconfig', rig.kubeconfig];
  const addresses = async () =>
    ((await server.dump()).Address_Set ?? []).flatMap((row) => JSON.stringify(row.addresses)).join();

  it('makes the rows that compile makes of the same inventory in files', async () => {
    expect(await weir(folder, 'apply', ...onZone(), ...asLive())).toMatchObject({ status: 0, err: '' });
    expect(await addresses()).toContain('10.128.22.5');
    expect(await weir(folder, 'inventory', '--out', 'cluster', '--kubeconfig', rig.kubeconfig)).toMatchObject({
      status: 0,
    });
    writeFileSync(join(folder, 'weir.yaml'), `${OLDER_SCHEMA}inventory: [cluster/*.yaml]\n`);
    expect(await weir(folder, 'compile')).toMatchObject({ status: 0 });
    expect(await weir(folder, 'audit', ...onZone())).toMatchObject({ status: 0, out: 'northbound global: in sync\n' });
    // The inventory of the repository is no part of the policy.
    expect(await weir(folder, 'compile', '--policy', '--check')).toMatchObject({ status: 0, out: '' });
  });

  it('serves a new pod within a cycle, and takes nothing away while the inventory is not whole', async () => {
    const watching = startWatch({ cwd: folder }, ...onZone(), ...asLive());
    onTestFinished(() => {
      watching.kill('SIGKILL');
    });
    const { logs } = watching;
    await eventually('a cycle ends', () => logs().includes('"msg":"in sync"'));
    rig.server.put(pod('till-1', '10.128.22.6'));
    await eventually('the pod is served', async () => (await addresses()).includes('10.128.22.6'));
    const before = await server.dump();
    rig.server.mishap = (request) => (request.includes('/api/v1/pods') ? { status: 403 } : undefined);
    rig.server.watches.cut();
    rig.server.drop('Pod', 'till-1');
    await eventually('the failure is logged', () => logs().includes('a permission is missing'));
    expect(logs()).toContain('nothing is changed');
    expect(await server.dump()).toEqual(before);
    const [, address = ''] = /"address":"([^"]+)"/.exec(logs()) ?? [];
    const metrics = await (await fetch(`http://${address}/metrics`)).text();
    expect(metrics).toMatch(/weir_cycles_total\{result="failed",.*\} [1-9]/);
    expect(metrics).toMatch(/weir_inventory_objects\{.*\} 5/);
    expect(metrics).toMatch(/weir_errors_total\{class="input",.*\} [1-9]/);
    expect((await fetch(`http://${address}/readyz`)).status).toBe(503);
    rig.server.mishap = () => undefined;
    await eventually('the pod is gone', async () => !(await addresses()).includes('10.128.22.6'));
  });

  it('serves a new pod at once, however long the interval is, and lists no object again', async () => {
    const watching = startWatch({ cwd: folder, interval: 3600 }, ...onZone(), ...asLive());
    onTestFinished(() => {
      watching.kill('SIGKILL');
    });
    await eventually('a cycle ends', () => watching.logs().includes('"msg":"in sync"'));
    await eventually('the pods are watched', () =>
      rig.server.requests.some((one) => /pods\?watch=true.*&resourceVersion=/.test(one)),
    );
    const start = rig.server.requests.length;
    for (const end of [7, 8, 9]) {
      rig.server.put(pod(`till-${end}`, `10.128.22.${end}`));
      await eventually('the pod is served', async () => (await addresses()).includes(`10.128.22.${end}`));
    }
    const [, address = ''] = /"address":"([^"]+)"/.exec(watching.logs()) ?? [];
    const metrics = await (await fetch(`http://${address}/metrics`)).text();
    expect(metrics).toMatch(/weir_event_to_commit_seconds_count\{.*\} [1-3]/);
    expect(metrics).toMatch(/weir_committed_policy_info\{digest="[0-9a-f]{64}",.*\} 1/);
    for (const end of [7, 8, 9]) rig.server.drop('Pod', `till-${end}`);
    await eventually('the pods are gone', async () => !/10\.128\.22\.[789]"/.test(await addresses()));
    expect(rig.server.requests.slice(start).filter((one) => /limit=|sendInitialEvents=/.test(one))).toEqual([]);
  });

  it('reads the policy that Argo CD has synced', async () => {
    const live = ['--live', '--configmaps', 'weir', '--kubeconfig', rig.kubeconfig];
    const early = await weir(folder, 'plan', ...onZone(), ...live);
    expect(early).toMatchObject({ status: 1, out: '' });
    expect(early.err).toContain('the ConfigMap weir-index is missing');
    const { status, out } = await weir(folder, 'generate');
    expect(status).toBe(0);
    for (const document of parseAllDocuments(out)) rig.server.put(document.toJS() as JsonObject);
    expect(await weir(folder, 'plan', ...onZone(), ...live)).toMatchObject({
      status: 0,
      out: 'northbound global: in sync\n',
    });
    const without = await weir(folder, 'plan', ...onZone(), ...live.slice(1));
    expect(without.err).toContain('the bundles hold a policy, which has no files of its own: add --live');
  });

  it('says which options it lacks', async () => {
    const refused = async (...words: readonly string[]) => (await weir(folder, 'plan', ...onZone(), ...words)).err;
    expect(await refused('--live')).toContain('--live requires --policy-bundle FILE or --configmaps NAMESPACE');
    expect(await refused('--policy-bundle', 'weir.policy.json')).toContain('--policy-bundle requires --live');
  });
});

describe('the lock of a live cluster', () => {
  let rig: Rig;
  let folder: string;
  beforeAll(async () => {
    rig = await startRig();
    rig.server.kinds.push(...MORE_KINDS);
    for (const object of CLUSTER) rig.server.put(object);
    folder = writeRepository(rig, {
      ...REPOSITORY,
      'weir.lock.yaml': 'egressIPs:\n  ferry:\n    mark: 50000\n    addresses:\n      192.168.10.50: otter\n',
    });
  });
  afterAll(async () => {
    await rig.server.close();
    rmSync(rig.folder, { recursive: true });
  });
  const lock = (...words: readonly string[]) =>
    weir(folder, 'lock', '--from-cluster', '--kubeconfig', rig.kubeconfig, ...words);

  it('stays as long as the cluster can do as it says', async () => {
    expect(await lock()).toEqual({ status: 0, out: '', err: '' });
  });

  it('is proposed as the cluster has the assignments now, which the statuses say', async () => {
    const live = load(REPOSITORY['egress/egressip.yaml']) as JsonObject;
    const metadata = { name: 'ferry', annotations: { 'k8s.ovn.org/egressip-mark': '50002' } };
    rig.server.put({ ...live, metadata, status: { items: [{ egressIP: '192.168.10.50', node: 'heron' }] } });
    const { status, out } = await lock();
    rig.server.drop('EgressIP', 'ferry');
    expect(status).toBe(2);
    expect(out).toBe(
      'EgressIP ferry: mark 50000 → 50002: assigned by the live cluster\n' +
        'EgressIP ferry: 192.168.10.50 otter → heron: assigned by the live cluster\n',
    );
  });

  it('is departed from where it cannot, which the applier says and `weir lock` proposes', async () => {
    rig.server.drop('Node', 'otter');
    expect(await weir(folder, 'compile', '--policy')).toMatchObject({ status: 0 });
    const plan = await weir(
      folder,
      'plan',
      'cluster',
      '--live',
      '--policy-bundle',
      'weir.policy.json',
      '--kubeconfig',
      rig.kubeconfig,
    );
    expect(plan.err).toContain('lock mismatch: EgressIP ferry: 192.168.10.50 otter → heron');
    expect(plan.err).toContain('weir lock --from-cluster');
    const proposed = await lock();
    expect(proposed).toMatchObject({ status: 2 });
    expect(proposed.out).toContain('EgressIP ferry: 192.168.10.50 otter → heron: ');
    expect(readFileSync(join(folder, 'weir.lock.yaml'), 'utf8')).toContain('otter');
    expect(await lock('--write')).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'weir.lock.yaml'), 'utf8')).toContain('192.168.10.50: heron');
    expect(await lock()).toEqual({ status: 0, out: '', err: '' });
  });

  it('stays where the cluster cannot be read as a whole', async () => {
    rig.server.mishap = (request) => (request.includes('/nodes') ? { status: 403 } : undefined);
    expect(await lock('--write')).toMatchObject({ status: 1, out: '' });
    rig.server.mishap = () => undefined;
  });
});
