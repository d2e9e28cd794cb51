import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClusterTarget } from '../../../src/apply/cluster/target.js';
import { type Rig, TOKEN, applyOnce, desire, startRig } from './setup.js';
import type { JsonObject } from '../../../src/std/json.js';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  rig.server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'harbour' } });
  rig.server.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'otter', labels: { rack: 'b' } } });
  rig.server.put({ apiVersion: 'k8s.ovn.org/v1', kind: 'EgressIP', metadata: { name: 'ferry' }, spec: {} });
  rig.server.put({
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressFirewall',
    metadata: { name: 'default', namespace: 'harbour' },
    spec: {},
  });
});
afterEach(async () => {
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

const service = (port = 80): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'router', namespace: 'harbour' },
  spec: { ports: [{ port }] },
});
const configMap = (name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'harbour' },
  data: { key: 'value' },
});
const node: JsonObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'otter', labels: { egress: 'yes' } } };
const ferry = (address: string): JsonObject => ({
  target: { apiVersion: 'k8s.ovn.org/v1', kind: 'EgressIP', name: 'ferry' },
  subresource: '',
  patch: { status: { items: [{ egressIP: address, node: 'otter' }] } },
});
const firewall = (message: string, ready = 'True'): JsonObject => ({
  target: { apiVersion: 'k8s.ovn.org/v1', kind: 'EgressFirewall', namespace: 'harbour', name: 'default' },
  subresource: 'status',
  patch: { status: { status: message, conditions: [{ type: 'Ready', status: ready }] } },
});
const at = (object: JsonObject | undefined, ...path: string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], object);

describe('applying to the cluster API', () => {
  it('makes objects, labels them and writes both sorts of status', async () => {
    desire(rig.folder, [service(), node], [ferry('192.0.2.1'), firewall('applied')]);
    expect(await applyOnce(rig)).toMatchObject({ result: 'applied', writes: 4 });
    expect(at(rig.server.find('Service', 'router'), 'metadata', 'labels')).toEqual({
      'app.kubernetes.io/managed-by': 'weir',
    });
    expect(at(rig.server.find('Node', 'otter'), 'metadata', 'labels')).toEqual({ rack: 'b', egress: 'yes' });
    expect(at(rig.server.find('EgressIP', 'ferry'), 'status', 'items')).toEqual([
      { egressIP: '192.0.2.1', node: 'otter' },
    ]);
    expect(at(rig.server.find('EgressFirewall', 'default'), 'status', 'status')).toBe('applied');
  });

  it('makes no write when nothing changed, not even one that the server only rehearses', async () => {
    desire(rig.folder, [service(), node], [ferry('192.0.2.1'), firewall('applied')]);
    await applyOnce(rig);
    const before = rig.server.requests.length;
    expect(await applyOnce(rig)).toMatchObject({ result: 'in-sync' });
    expect(rig.server.requests.slice(before).filter((one) => !one.startsWith('GET '))).toEqual([]);
  });

  it('keeps the time of a condition until its status changes', async () => {
    desire(rig.folder, [], [firewall('one')]);
    await applyOnce(rig);
    const live = rig.server.find('EgressFirewall', 'default');
    const old = '2001-01-01T00:00:00Z';
    (at(live, 'status', 'conditions') as JsonObject[]).forEach((one) => (one.lastTransitionTime = old));
    desire(rig.folder, [], [firewall('two')]);
    await applyOnce(rig);
    const timeOf = () =>
      at(rig.server.find('EgressFirewall', 'default'), 'status', 'conditions', '0', 'lastTransitionTime');
    expect(timeOf()).toBe(old);
    desire(rig.folder, [], [firewall('two', 'False')]);
    await applyOnce(rig);
    expect(timeOf()).not.toBe(old);
  });

  it('leaves the fields and objects of others as they are through apply, update and removal', async () => {
    const foreign = { ...configMap('theirs'), metadata: { name: 'theirs', namespace: 'harbour' } };
    rig.server.put(foreign);
    const copied = { name: 'copied', namespace: 'harbour', labels: { 'app.kubernetes.io/managed-by': 'weir' } };
    rig.server.put({ ...configMap('copied'), metadata: copied });
    const before = ['theirs', 'copied'].map((name) => JSON.stringify(rig.server.find('ConfigMap', name)));
    desire(rig.folder, [service(80), configMap('ours'), node]);
    await applyOnce(rig);
    desire(rig.folder, [service(81), configMap('ours'), node]);
    expect(await applyOnce(rig)).toMatchObject({ result: 'applied', writes: 1 });
    expect(at(rig.server.find('Service', 'router'), 'spec', 'ports')).toEqual([{ port: 81 }]);
    desire(rig.folder, []);
    expect(await applyOnce(rig)).toMatchObject({ result: 'applied', writes: 3 });
    expect(rig.server.find('Service', 'router')).toBeUndefined();
    expect(rig.server.find('ConfigMap', 'ours')).toBeUndefined();
    expect(at(rig.server.find('Node', 'otter'), 'metadata', 'labels')).toEqual({ rack: 'b' });
    expect(['theirs', 'copied'].map((name) => JSON.stringify(rig.server.find('ConfigMap', name)))).toEqual(before);
  });

  it('shows the field that another manager holds, and writes nothing', async () => {
    const labels = { rack: 'b', egress: 'no' };
    rig.server.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'otter', labels } }, 'admission');
    rig.server.put({ ...configMap('theirs'), data: { key: 'other' } });
    desire(rig.folder, [node, configMap('theirs'), configMap('ours')]);
    const writes = rig.server.writes().length;
    const done = await applyOnce(rig);
    expect(done).toMatchObject({ result: 'blocked' });
    expect(done.changes).toMatchObject([
      { drift: 'missing', sort: 'ConfigMap', name: 'harbour/ours' },
      { drift: 'foreign', sort: 'ConfigMap', name: 'harbour/theirs' },
      {
        drift: 'foreign',
        sort: 'Node',
        name: 'otter',
        fields: [{ name: '.metadata.labels.egress', desired: '"yes"' }],
      },
    ]);
    expect(JSON.stringify(done.changes)).toContain('admission');
    expect(rig.server.writes().length).toBe(writes);
  });
});

describe('what the server does', () => {
  it('between the reading and the writing of an EgressIP is a transient failure of its own', async () => {
    desire(rig.folder, [], [ferry('192.0.2.1')]);
    rig.server.mishap = (request) => {
      if (request.startsWith('PATCH ')) rig.server.put(rig.server.find('EgressIP', 'ferry') ?? {});
      return undefined;
    };
    expect(await applyOnce(rig)).toMatchObject({
      result: 'failed',
      transient: true,
      problems: ['EgressIP ferry has changed since the plan'],
    });
  });

  it('to end an object that has finalizers is its own business', async () => {
    desire(rig.folder, [configMap('ours')]);
    await applyOnce(rig);
    const live = rig.server.find('ConfigMap', 'ours') as { metadata: JsonObject };
    live.metadata.finalizers = ['example.com/cloud'];
    desire(rig.folder, []);
    expect(await applyOnce(rig)).toMatchObject({ result: 'applied', writes: 1 });
    expect(await applyOnce(rig)).toMatchObject({ result: 'in-sync' });
    expect(at(rig.server.find('ConfigMap', 'ours'), 'metadata', 'deletionTimestamp')).toBeDefined();
  });

  it('to serve a kind later than others is found out', async () => {
    const { folder, kubeconfig } = rig;
    const { kinds } = rig.server;
    const [later] = kinds.splice(
      kinds.findIndex(({ kind }) => kind === 'EgressFirewall'),
      1,
    );
    const target = createClusterTarget({ output: folder, kubeconfig });
    desire(folder, [], [firewall('one')]);
    const early = await target.plan();
    if (later) kinds.push(later);
    const late = await target.plan();
    await target.close();
    expect(early).toMatchObject({
      result: 'failed',
      problems: [expect.stringContaining('does not serve EgressFirewall')],
    });
    expect(late).toMatchObject({ result: 'planned' });
  });

  it('is survived: overload, failures and connections that break', async () => {
    const seen = new Set<string>();
    const mishaps = ['reset', { status: 503 }, { status: 429, retryAfter: 0.01 }] as const;
    rig.server.mishap = (request, count) => {
      if (seen.has(request)) return undefined;
      seen.add(request);
      return mishaps[count % mishaps.length];
    };
    desire(rig.folder, [service()], [ferry('192.0.2.1')]);
    expect(await applyOnce(rig)).toMatchObject({ result: 'applied', writes: 2 });
  });

  it('is given up on after a bounded number of attempts, as a transient failure', async () => {
    rig.server.mishap = () => 'reset';
    desire(rig.folder, [service()]);
    expect(await applyOnce(rig)).toMatchObject({ result: 'failed', transient: true });
    expect(rig.server.requests.length).toBe(5);
  });

  it('restarts a list whose pages expire in the middle', async () => {
    for (let i = 0; i < 7; i++) {
      rig.server.put({ apiVersion: 'k8s.ovn.org/v1', kind: 'EgressIP', metadata: { name: `quay-${i}` }, spec: {} });
    }
    let left = 1;
    let pages = 0;
    rig.server.mishap = (request) =>
      /egressips.*continue=/.test(request) && pages++ % 2 === 1 && left-- > 0 ? { status: 410 } : undefined;
    desire(rig.folder, [], [ferry('192.0.2.1')]);
    expect(await applyOnce(rig, 2)).toMatchObject({ result: 'applied', writes: 1 });
    expect(left).toBeLessThan(1);
  });

  it('never brings the token into a problem', async () => {
    desire(rig.folder, [service()]);
    for (const mishap of ['reset', { status: 401 }, { status: 500 }] as const) {
      rig.server.mishap = () => mishap;
      expect(JSON.stringify(await applyOnce(rig))).not.toContain(TOKEN);
    }
    writeFileSync(rig.kubeconfig, `{"users": [{"name": "x", "user": {"token": "${TOKEN}"}}`);
    const done = await applyOnce(rig);
    expect(done.result).toBe('failed');
    expect(JSON.stringify(done)).not.toContain(TOKEN);
  });
});

describe('a desired state that cannot be trusted', () => {
  it('is no desired state: without its index, or with a file that is not the listed one', async () => {
    desire(rig.folder, [configMap('ours')]);
    await applyOnce(rig);
    desire(rig.folder, []);
    rmSync(join(rig.folder, 'index.json'));
    expect(await applyOnce(rig)).toMatchObject({ result: 'failed' });
    desire(rig.folder, [service()]);
    writeFileSync(join(rig.folder, 'cluster/manifests.yaml'), '');
    expect(await applyOnce(rig)).toMatchObject({ result: 'failed' });
    expect(rig.server.find('ConfigMap', 'ours')).toBeDefined();
  });

  it('says which CRD and which namespace is missing', async () => {
    const attachment = {
      apiVersion: 'k8s.cni.cncf.io/v1',
      kind: 'NetworkAttachmentDefinition',
      metadata: { name: 'x' },
    };
    desire(rig.folder, [attachment]);
    expect(JSON.stringify(await applyOnce(rig))).toContain('does not serve NetworkAttachmentDefinition');
    desire(rig.folder, [{ ...service(), metadata: { name: 'router', namespace: 'nowhere' } }]);
    expect(JSON.stringify(await applyOnce(rig))).toContain('no namespace nowhere');
  });
});
