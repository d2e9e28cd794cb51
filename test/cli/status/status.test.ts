import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readState } from '../../../src/cli/commands/status/find-appliers.js';
import { capturePrinted } from '../../../src/cli/process/print.js';
import { runProgram } from '../../../src/cli/program.js';
import { type ApplyTarget, type Standing, fail } from '../../../src/model/change.js';
import type { JsonObject } from '../../../src/std/json.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { change, memoryTarget } from '../../apply/target.js';
import { eventually } from '../../rig/eventually.js';
import { POLICY, liveInput, startApplier } from '../reconcile/applier.js';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(async () => {
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

/** Runs `weir status`. */
async function status(...words: readonly string[]) {
  const argv = ['node', 'weir', 'status', ...words, '--kubeconfig', rig.kubeconfig];
  const { result, stdout, stderr } = await capturePrinted(() => runProgram(argv));
  return { code: result, out: stdout, err: stderr };
}

/** Puts the pod of an applier into the namespace weir, with an address to listen on. */
function putPod(name: string, node: string, url?: string, listen = '$(HOST_IP):9476', phase = 'Running'): void {
  const applier = {
    name: 'applier',
    env: [{ name: 'LISTEN', value: listen }],
    ports: [{ name: 'metrics', containerPort: 9476 }],
  };
  const labels = { 'app.kubernetes.io/name': 'weir', 'app.kubernetes.io/component': 'zone-applier' };
  const metadata = { name, namespace: 'weir', labels };
  rig.server.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { nodeName: node, containers: [applier] },
    status: { phase },
  });
  if (url !== undefined) rig.server.pods.set(`weir/${name}:9476`, url);
}

/** Starts an applier with a pod. */
async function startPod(name: string, target: string, more: Partial<ApplyTarget> = {}, policy = POLICY) {
  const applier = startApplier(
    { ...memoryTarget([]).target, ...more, name: target },
    { live: () => liveInput(policy) },
  );
  putPod(name, target.split(' ')[1] ?? 'worker-c', await servingUrl(applier));
  return applier;
}

async function servingUrl(applier: ReturnType<typeof startApplier>): Promise<string> {
  await applier.afterCycles(1);
  return applier.url();
}

function putLease(name: string, holder: string, renewed: number): void {
  const spec: JsonObject = {
    holderIdentity: holder,
    leaseDurationSeconds: 15,
    renewTime: new Date(renewed).toISOString().replace('Z', '000Z'),
  };
  rig.server.put({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name, namespace: 'weir' }, spec });
}

describe('weir status', () => {
  it('says of each target that it is in sync, by which policy, since when, and by which applier', async () => {
    await startPod('weir-zone-a', 'northbound worker-a');
    await startPod('weir-cluster-a', 'cluster');
    // Of other programs, and of other namespaces.
    rig.server.put({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'db-0', namespace: 'weir' },
      spec: {},
      status: {},
    });
    const { code, out, err } = await status();
    expect([code, err]).toEqual([0, '']);
    const [first, , head, ...rows] = out.split('\n');
    expect(first).toBe('2 targets: 2 in sync');
    expect(head).toMatch(/^TARGET +STATE +POLICY +SINCE +VERIFIED +LAG +APPLIER$/);
    expect(rows[0]).toMatch(/^cluster +in sync +abababababab +\d{4}-\S+Z +\d+ (ms|s) ago +- +weir-cluster-a$/);
    // The rights that deploy/README.md names.
    expect(rig.server.requests).toEqual([
      expect.stringMatching(/^GET \/api\/v1\/namespaces\/weir\/pods\?/),
      'GET /api/v1/namespaces/weir/pods/weir-cluster-a:9476/proxy/status',
      'GET /api/v1/namespaces/weir/pods/weir-zone-a:9476/proxy/status',
      expect.stringMatching(/^GET \/apis\/coordination\.k8s\.io\/v1\/namespaces\/weir\/leases\?/),
    ]);
    expect(rows[1]).toMatch(/^northbound worker-a +in sync +abababababab .* weir-zone-a$/);
    expect(out).toContain(
      "rejected, skipped until the resource is fixed:\n  EgressIP ferry: '192.0.2.7' is taken [egress-ip/address-taken]\n",
    );
  });

  it('says why a target is not in sync, and which appliers do not answer', async () => {
    const failing = { plan: () => Promise.resolve(fail('cannot read the database: ENOENT', true)) };
    await startPod('weir-zone-a', 'northbound worker-a', failing);
    await startPod('weir-zone-b', 'northbound worker-b', memoryTarget([change('foreign')]).target);
    putPod('weir-zone-c', 'worker-c');
    putPod('weir-zone-d', 'worker-d', undefined, '127.0.0.1:9477');
    putPod('weir-zone-e', 'worker-e', undefined, undefined, 'Pending');
    const { code, out } = await status();
    expect(code).toBe(2);
    expect(out).toMatch(/^2 targets: 1 failed, 1 blocked\n/);
    expect(out).toContain('northbound worker-a: failed (plan), never in sync\n  cannot read the database: ENOENT\n');
    expect(out).toContain('northbound worker-b: blocked, never in sync\n  1 foreign object has an identity of Weir');
    expect(out).toContain('  pending: EgressFirewall shop/default, 1\n');
    expect(out).toMatch(/weir-zone-c on worker-c: .*connection refused/);
    expect(out).toMatch(/weir-zone-d on worker-d: .*connect ECONNREFUSED/);
    expect(out).toContain('weir-zone-e on worker-e: the pod is Pending');
    expect(rig.server.requests.filter((one) => one.includes('/proxy/status'))).toHaveLength(3);
    expect(rig.server.requests.filter((one) => one.includes('/portforward?'))).toHaveLength(1);
  });

  it.each(['127.0.0.1:9476', '0.0.0.0:9476', '[::1]:9476', '[::]:9476'])(
    'reads an applier on %s by port-forward',
    async (listen) => {
      const applier = startApplier({ ...memoryTarget([]).target, name: 'node worker-a' });
      putPod('weir-node-a', 'worker-a', undefined, listen);
      rig.server.loopbacks.set('weir/weir-node-a:9476', await servingUrl(applier));
      const { code, out } = await status();
      expect(out).toMatch(/^1 target: 1 in sync\n/);
      expect(code).toBe(0);
      expect(rig.server.requests).toContain('GET /api/v1/namespaces/weir/pods/weir-node-a/portforward?ports=9476');
    },
  );

  it('says which right is missing for a port-forward', async () => {
    putPod('weir-node-a', 'worker-a', undefined, '127.0.0.1:9476');
    rig.server.mishap = (request) => (request.includes('/portforward') ? { status: 403 } : undefined);
    const { code, out } = await status();
    expect(code).toBe(2);
    expect(out).toContain('HTTP 403: a permission is missing');
  });

  it('names the targets of each policy if there are several', async () => {
    await startPod('weir-zone-a', 'northbound worker-a');
    await startPod('weir-zone-b', 'northbound worker-b', {}, 'cd'.repeat(32));
    const { code, out } = await status();
    expect(code).toBe(2);
    expect(out).toContain(
      'different policies in force:\n  abababababab: northbound worker-a\n  cdcdcdcdcdcd: northbound worker-b\n',
    );
  });

  it('says which applier stands by, and which Lease nothing renews', async () => {
    const waiting: ApplyTarget['stand'] = () => Promise.resolve<Standing>('waiting');
    await startPod('weir-zone-a', 'northbound worker-a');
    const standby = startApplier({ ...memoryTarget([]).target, name: 'northbound worker-a', stand: waiting });
    await startPod('weir-zone-c', 'northbound worker-c', {});
    const now = Date.now();
    putLease('weir-cluster', 'weir-cluster-x_1', now - 1000);
    putLease('weir-node-worker-a', 'worker-a_2', now - 600_000);
    putLease('weir-node-worker-b', '', now - 600_000);
    putLease('leader-of-something', 'x', now);
    putPod(
      'weir-zone-b',
      'worker-a',
      await eventually('it serves', async () => (await standby.read()) !== '' && standby.url()),
    );
    const { code, out } = await status();
    expect(code).toBe(2);
    expect(out).toMatch(/^5 targets: 1 unknown, 2 in sync, 2 no active applier\n/);
    expect(out).toMatch(/^northbound worker-a .* weir-zone-a \(\+1 standby\)$/m);
    expect(out).toMatch(/^cluster: unknown\n {2}Lease weir-cluster: held by weir-cluster-x_1, renewed \d+ s ago$/m);
    expect(out).toContain('  Lease weir-node-worker-a: held by worker-a_2, expired, renewed 10 min ago\n');
    expect(out).toContain('  Lease weir-node-worker-b: released, no applier holds it\n');
  });

  it('shows the zone and the node of a name, and nothing of others', async () => {
    await startPod('weir-zone-a', 'northbound worker-a');
    await startPod('weir-node-a', 'node worker-a');
    await startPod('weir-zone-b', 'northbound worker-b', { plan: () => Promise.resolve(fail('away')) });
    putPod('weir-node-b', 'worker-b');
    const both = await status('worker-a');
    expect(both.code).toBe(0);
    expect(both.out).toMatch(/^2 targets: 2 in sync\n/);
    expect(both.out).not.toContain('worker-b');
    expect((await status('node', 'worker-a')).out).toMatch(/^1 target: 1 in sync\n/);
    expect((await status('zone/worker-b')).out).toContain('weir-node-b on worker-b: ');
    expect(await status('worker-x')).toMatchObject({
      code: 1,
      out: '',
      err: "weir: status: no applier of the zone or node 'worker-x' found in the namespace weir\n",
    });
    expect((await status('frigate', 'x')).err).toBe(
      "weir: status: 'frigate' is not a kind of a policy, a zone or a node\n",
    );
  });

  it('prints all of it as JSON', async () => {
    await startPod('weir-zone-a', 'northbound worker-a');
    putPod('weir-zone-b', 'worker-b');
    putLease('weir-node-worker-a', 'worker-a_2', 0);
    const { code, out } = await status('--format', 'json');
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      targets: [
        {
          target: 'northbound worker-a',
          state: 'in sync',
          active: { name: 'weir-zone-a', node: 'worker-a', state: { weirStatus: 1, standing: 'held' } },
          others: [],
        },
        { target: 'node worker-a', state: 'no active applier', lease: { holder: 'worker-a_2', expired: true } },
      ],
      silent: [{ name: 'weir-zone-b', node: 'worker-b' }],
      policies: { [POLICY]: ['northbound worker-a'] },
    });
  });

  it('reads appliers at URLs without an API server, and says which do not answer', async () => {
    const applier = await startPod('weir-zone-a', 'northbound worker-a');
    const { url } = applier;
    const only = await status('--endpoint', url());
    expect(only).toMatchObject({ code: 0, err: '' });
    expect(only.out).toContain(url());
    expect(rig.server.requests).toEqual([]);
    const other = await status('--endpoint', url(), '--endpoint', rig.server.url, '--endpoint', 'http://127.0.0.1:1');
    expect(other.code).toBe(2);
    expect(other.out).toMatch(/no answer:\n {2}https:.*\n {2}http:\/\/127\.0\.0\.1:1: /);
  });

  it.each([
    ['there is no applier', undefined, 'no applier of any target found in the namespace weir'],
    ['pods are forbidden', '/pods', 'a permission is missing'],
    ['Leases are forbidden', '/leases', 'a permission is missing'],
  ])('fails if %s', async (_, path, message) => {
    rig.server.mishap = (request) => (path !== undefined && request.includes(path) ? { status: 403 } : undefined);
    const { code, out, err } = await status();
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
  });

  it.each([
    ['another object', { kind: 'Status' }, 'the answer is not the state of an applier'],
    ['no object', undefined, 'the answer is not the state of an applier'],
    ['another version', { weirStatus: 2 }, 'the state has version 2, this version of Weir reads 1'],
    ['a part', { weirStatus: 1, target: 'cluster' }, 'the state lacks fields'],
  ])('rejects %s as the state of an applier', (_, answer: JsonObject | undefined, message) => {
    expect(readState(answer)).toBe(message);
  });
});
