import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { load } from 'js-yaml';
import { parseAllDocuments } from 'yaml';
import { textOf } from '../../../src/model/kubernetes-object.js';
import type { JsonObject } from '../../../src/std/json.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { EVENT_KIND, checkEvent } from '../reconcile/event-rules.js';
import { CLUSTER, MORE_KINDS, REPOSITORY, aCycle, writeRepository } from '../live/cluster.js';
import { type Running, run, startWatch, weir } from '../live/run.js';
import { eventually } from '../../rig/eventually.js';
import { CLI } from '../../rig/weir.js';

/** A second EgressIP with the address of the first, which no controller accepts. */
const BARGE = REPOSITORY['egress/egressip.yaml'].replace('ferry', 'barge');

describe('weir status of a live applier of the cluster', () => {
  let rig: Rig;
  let folder: string;
  let applier: Running;
  let url = '';
  beforeAll(async () => {
    rig = await startRig();
    rig.server.kinds.push(...MORE_KINDS, EVENT_KIND);
    for (const object of CLUSTER) rig.server.put(object);
    folder = writeRepository(rig, { ...REPOSITORY, 'egress/barge.yaml': BARGE });
    for (const text of [REPOSITORY['egress/qos.yaml'], REPOSITORY['egress/egressip.yaml'], BARGE])
      rig.server.put(load(text) as JsonObject);
    for (const name of ['weir', 'default']) rig.server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const { out } = await weir(folder, 'generate');
    for (const document of parseAllDocuments(out)) rig.server.put(document.toJS() as JsonObject);
    const words = ['cluster', '--live', '--configmaps', 'weir', '--kubeconfig', rig.kubeconfig];
    applier = startWatch({ cwd: folder }, ...words);
    url = await eventually('it serves', () => {
      const [, address] = /"address":"([^"]+)"/.exec(applier.logs()) ?? [];
      return address !== undefined && `http://${address}`;
    });
    await aCycle(applier);
    const env = [{ name: 'LISTEN', value: '0.0.0.0:9476' }];
    const container = { name: 'applier', env, ports: [{ name: 'metrics', containerPort: 9476 }] };
    const labels = { 'app.kubernetes.io/name': 'weir', 'app.kubernetes.io/component': 'cluster-applier' };
    rig.server.put({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'weir-cluster-x', namespace: 'weir', labels },
      spec: { nodeName: 'heron', containers: [container] },
      status: { phase: 'Running' },
    });
    rig.server.loopbacks.set('weir/weir-cluster-x:9476', url);
  });
  afterAll(async () => {
    applier.kill('SIGKILL');
    await applier.ended;
    await rig.server.close();
    rmSync(rig.folder, { recursive: true });
  });

  const status = (...words: readonly string[]) =>
    run({ cwd: folder }, 'status', ...words, '--kubeconfig', rig.kubeconfig);

  it('names the policy of the repository, and what is rejected', async () => {
    const { status: code, out, err } = await status();
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^1 target: 1 in sync\n/);
    const compiled = await weir(folder, 'compile', '--policy', '--out', 'policy.json');
    const [, digest = ''] = /policy ([0-9a-f]{64})/.exec(compiled.out + compiled.err) ?? [];
    expect(out).toContain(digest.slice(0, 12));
    expect(digest).not.toBe('');
    expect(out).toMatch(/EgressIP (barge|ferry): .*192\.168\.10\.50.*\[/);
  });

  it('finds what the applier reports on the resource as an Event', async () => {
    const event = await eventually(
      'there is an Event',
      () => rig.server.all().find(({ kind }) => kind === 'Event') ?? false,
    );
    expect(checkEvent(event)).toEqual([]);
    expect(event).toMatchObject({ reason: 'PartRejected', regarding: { kind: 'EgressIP' } });
    expect((await status()).out).toContain(textOf(event.note).split(', this part')[0]);
  });

  it('says that a resource is in force, with its status', async () => {
    const { status: code, out } = await status('egressqos', 'shop/default');
    expect(code).toBe(0);
    expect(out).toMatch(/^EgressQoS shop\/default\n {2}in the cluster: exists\n {2}in the policy: in [0-9a-f]{12}\n/);
    expect(out).toMatch(/\n {2}status: .*\n/);
    expect(out).toMatch(/^cluster +in force +\d{4}-/m);
  });

  it('says which part of a resource is rejected, and that one is in no policy', async () => {
    const both = [await status('egressip/ferry'), await status('EgressIPs', 'barge')];
    expect(both.map(({ status: code }) => code).sort()).toEqual([0, 2]);
    expect(both.map(({ out }) => out).join('')).toMatch(/\n {2}rejected: .*192\.168\.10\.50/);
    const missing = await status('egressip', 'nowhere');
    expect(missing.status).toBe(2);
    expect(missing.out).toMatch(/in the cluster: missing\n {2}in the policy: missing in [0-9a-f]{12}, so Weir/);
  });

  it('says that a resource of the cluster differs from that of the policy', async () => {
    const before = load(REPOSITORY['egress/qos.yaml']) as JsonObject;
    rig.server.put({ ...before, spec: { egress: [{ dscp: 12 }] } });
    expect((await status('egressqos/shop/default')).out).toContain('with another spec than in the cluster');
    rig.server.put(before);
  });

  it('prints again when something changes, until it is told to end', async () => {
    const child = spawn(process.execPath, [CLI, 'status', '--endpoint', url, '--watch'], { cwd: folder });
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const ended = new Promise((resolve) => child.on('close', resolve));
    await eventually('it prints', () => out.includes('1 in sync'));
    rig.server.mishap = (request) => (request.includes('/configmaps/') ? { status: 403 } : undefined);
    await eventually('it prints the failure', () => out.includes('cluster: failed (input)'));
    rig.server.mishap = () => undefined;
    await eventually('it prints the end of the failure', () => /failed[^]*1 in sync/.test(out));
    expect(out.match(/^-- \d{4}-/gm)?.length).toBeLessThan(8);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
