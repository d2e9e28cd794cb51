import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compilePolicyCommand } from '../../../src/cli/commands/policy.js';
import { type Live, createLive } from '../../../src/cli/live/live.js';
import { policyInventoryKinds } from '../../../src/cli/live/compile-policy.js';
import { type InventorySource, createPulledSource } from '../../../src/cli/live/inventory-source.js';
import { type KubernetesClient, connectKubernetes } from '../../../src/clients/kubernetes/client.js';
import type { Policy } from '../../../src/policy/policy.js';
import { renderPolicy } from '../../../src/policy/render.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { nameOf } from '../../../src/model/kubernetes-object.js';
import { scratch } from '../../sources/scratch.js';
import { CLUSTER, MORE_KINDS, REPOSITORY, pod } from './cluster.js';

/** An EgressIP that only the cluster has. */
const EGRESS_IP = {
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressIP',
  metadata: { name: 'ferry', annotations: { 'k8s.ovn.org/egressip-mark': '50000' } },
  spec: { egressIPs: ['192.168.10.50'], namespaceSelector: {} },
  status: { items: [{ egressIP: '192.168.10.50', node: 'heron' }] },
};

const sourceOf = (client: KubernetesClient): InventorySource => createPulledSource(client, policyInventoryKinds);

let rig: Rig;
let client: KubernetesClient;
let live: Live;
let bundle: string;
beforeEach(async () => {
  rig = await startRig();
  rig.server.kinds.push(...MORE_KINDS);
  for (const object of CLUSTER) rig.server.put(object);
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const folder = scratch(REPOSITORY);
  const options = { path: folder, format: 'text', strict: false, check: false, locked: false };
  expect(await compilePolicyCommand(options)).toBe(0);
  bundle = join(folder, 'weir.policy.json');
  const connected = connectKubernetes({ kubeconfig: rig.kubeconfig, pageSize: 1, patience: { firstPause: 1 } });
  if ('result' in connected) throw new Error(connected.problems.join());
  client = connected;
  live = createLive({ role: 'zone', name: 'global' }, () => Promise.resolve(readFileSync(bundle)), sourceOf(client));
});
afterEach(async () => {
  vi.restoreAllMocks();
  client.close();
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

/** The rows of the zone as text; the problems where nothing may be changed. */
async function read(): Promise<string | { readonly problems: readonly string[]; readonly transient: boolean }> {
  const files = await live.read();
  if ('result' in files) return { problems: files.problems, transient: files.transient };
  return files.map(({ path, content }) => `${path}\n${Buffer.from(content).toString()}`).join('\n');
}

describe('a policy that is compiled with the inventory of the cluster', () => {
  it('serves a pod as soon as the API server has it, and no longer than that', async () => {
    expect(await read()).toContain('10.128.22.5');
    rig.server.put(pod('till-1', '10.128.22.6'));
    expect(await read()).toContain('10.128.22.6');
    rig.server.drop('Pod', 'till-0');
    const rows = await read();
    expect(rows).toContain('10.128.22.6');
    expect(rows).not.toContain('10.128.22.5');
  });

  it('writes nothing to the API server, and asks it for no Secret', async () => {
    await read();
    expect(rig.server.writes()).toEqual([]);
    expect(rig.server.requests.filter((one) => one.includes('secrets'))).toEqual([]);
  });

  it('tells what it was compiled of, and which assignments the lock has otherwise', async () => {
    expect(live.state()).toBeUndefined();
    rig.server.put(EGRESS_IP);
    await read();
    const { sha256 } = JSON.parse(readFileSync(bundle, 'utf8')) as { sha256: string };
    expect(live.state()).toMatchObject({
      policy: sha256,
      objects: CLUSTER.length + 1,
      mismatches: [
        { kind: 'EgressIP', name: 'ferry', what: 'mark', to: '50000' },
        { kind: 'EgressIP', name: 'ferry', what: 'address', address: '192.168.10.50', to: 'heron' },
      ],
    });
  });
});

describe('what the inventory has lost', () => {
  it('is known from the first time that the target is as desired', async () => {
    rig.server.put(pod('till-1', '10.128.22.6'));
    rig.server.put(pod('till-2', '10.128.22.7'));
    rig.server.put(pod('till-3', '10.128.22.8'));
    await read();
    expect(live.lost()).toBeUndefined();
    live.settle();
    expect(live.lost()).toBe(0);
    rig.server.drop('Pod', 'till-1');
    await read();
    expect(live.lost()).toBe(25);
    rig.server.drop('Pod', 'till-2');
    rig.server.drop('Pod', 'till-3');
    await read();
    expect(live.lost()).toBe(75);
    live.settle();
    expect(live.lost()).toBe(0);
  });

  it('is not known of a policy that the target was never brought to', async () => {
    await read();
    live.settle();
    const { configuration, lock, objects } = JSON.parse(readFileSync(bundle, 'utf8')) as Policy;
    writeFileSync(bundle, renderPolicy({ configuration, lock, objects: objects.slice(1) }).text);
    await read();
    expect(live.lost()).toBeUndefined();
  });
});

describe('an inventory that is not whole', () => {
  const whole = 'cannot read the whole inventory, nothing is changed';

  it.each([
    ['one kind is forbidden', 403, false, 'a permission is missing'],
    ['the token is not accepted', 401, false, 'the credentials are not accepted'],
    ['every list expires before it is read', 410, true, 'expires before it is read'],
    ['the server fails', 500, true, 'HTTP 500'],
    ['the server is overloaded for long', 429, true, 'HTTP 429'],
  ])('never counts: %s', async (_, status, transient, problem) => {
    await read();
    rig.server.put(pod('till-1', '10.128.22.6'));
    rig.server.mishap = (request) => (/\/pods.*continue/.test(request) ? { status } : undefined);
    const before = live.state();
    expect(await read()).toEqual({ problems: [whole, expect.stringContaining(problem)], transient });
    expect(live.state()).toEqual(before);
    rig.server.mishap = () => undefined;
    expect(await read()).toContain('10.128.22.6');
  });

  it('is read in the end where the server asks to come again, or lets a list expire once', async () => {
    rig.server.put(pod('till-1', '10.128.22.6'));
    let left = 1;
    rig.server.mishap = (request) => {
      if (!/\/pods.*continue/.test(request) || left-- <= 0) return undefined;
      rig.server.compact();
      return { status: 429, retryAfter: 0.01 };
    };
    expect(await read()).toContain('10.128.22.6');
    expect(rig.server.requests.filter((one) => one.includes('/pods')).length).toBeGreaterThan(3);
  });

  it('never counts: it has no pod at all', async () => {
    rig.server.drop('Pod', 'till-0');
    const problem = 'no Pod found, expected at least one';
    expect(await read()).toEqual({ problems: [whole, problem], transient: true });
  });

  it('never counts: a kind is no longer served', async () => {
    await read();
    rig.server.kinds.splice(
      rig.server.kinds.findIndex(({ kind }) => kind === 'EgressQoS'),
      1,
    );
    const problem = 'the server no longer serves egressqos (0 before)';
    expect(await read()).toEqual({ problems: [whole, problem], transient: true });
  });

  /** Drops objects for the first list of their kind alone. */
  const shorten = (plural: string, kind: string, names: readonly string[]): void => {
    const objects = rig.server.all().filter((one) => one.kind === kind && names.includes(nameOf(one).name));
    let lists = 0;
    rig.server.mishap = (request) => {
      if (!request.includes(`/${plural}?`) || request.includes('continue')) return undefined;
      lists++;
      if (lists === 1) for (const name of names) rig.server.drop(kind, name);
      if (lists === 2) for (const object of objects) rig.server.put(object);
      return undefined;
    };
  };

  it.each([
    ['of a custom resource that it selects by', 'egressips', 'EgressIP', ['ferry']],
    ['of pods, of which some are left', 'pods', 'Pod', ['till-1', 'till-2']],
    ['of Services', 'services', 'Service', ['till']],
  ])('never counts where a list %s is short once', async (_, plural, kind, names) => {
    rig.server.put({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'till', namespace: 'shop' }, spec: {} });
    rig.server.put(EGRESS_IP);
    for (const end of [6, 7]) rig.server.put(pod(`till-${end - 5}`, `10.128.22.${end}`));
    const before = await read();
    shorten(plural, kind, names);
    const problem = `the list of ${kind.toLowerCase()} lacked ${names.length === 1 ? '1 object' : '2 objects'} that a second read has`;
    expect(await read()).toEqual({ problems: [whole, problem], transient: true });
    rig.server.mishap = () => undefined;
    expect(await read()).toEqual(before);
  });

  it('never counts where the first list is short', async () => {
    rig.server.put(pod('till-1', '10.128.22.6'));
    shorten('pods', 'Pod', ['till-1']);
    const problem = 'the list of pods has 1 object, and the server counts 2';
    expect(await read()).toEqual({ problems: [whole, problem], transient: true });
    rig.server.mishap = () => undefined;
    expect(await read()).toContain('10.128.22.6');
  });

  it('counts without all Services if a second read has none either', async () => {
    rig.server.put({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'till', namespace: 'shop' }, spec: {} });
    await read();
    rig.server.drop('Service', 'till');
    const start = rig.server.requests.length;
    expect(typeof (await read())).toBe('string');
    const lists = rig.server.requests.slice(start).filter((one) => one.includes('/services?'));
    expect(lists).toHaveLength(2);
    // What is believed once is no loss afterwards.
    await read();
    expect(rig.server.requests.slice(start).filter((one) => one.includes('/services?'))).toHaveLength(3);
  });

  it('is read once where few of many objects go', async () => {
    for (let end = 6; end < 20; end++) rig.server.put(pod(`till-${end}`, `10.128.22.${end}`));
    await read();
    rig.server.drop('Pod', 'till-6');
    const start = rig.server.requests.length;
    await read();
    expect(rig.server.requests.slice(start).filter((one) => one.includes('/services?'))).toHaveLength(1);
  });
});

describe('a policy bundle that cannot be read', () => {
  it('leaves everything as it is', async () => {
    await read();
    const before = live.state();
    const cut = createLive(
      { role: 'zone', name: 'global' },
      () => Promise.resolve(readFileSync(bundle).subarray(0, -1)),
      sourceOf(client),
    );
    expect(await cut.read()).toMatchObject({
      result: 'failed',
      problems: ['the policy bundle does not match its digest: it was cut or edited'],
    });
    expect(live.state()).toEqual(before);
  });
});
