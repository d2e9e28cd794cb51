import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compileCommand } from '../../../src/cli/commands/compile.js';
import { inventoryCommand } from '../../../src/cli/commands/inventory.js';
import { type Rig, startRig } from './setup.js';
import type { JsonObject } from '../../../src/std/json.js';

let rig: Rig;
let repository: string;
let said: string;
beforeEach(async () => {
  rig = await startRig();
  repository = mkdtempSync(join(tmpdir(), 'weir-inventory-'));
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  for (const object of CLUSTER) rig.server.put(object);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
  rmSync(repository, { recursive: true });
});

const PASSWORD = 'password-in-the-environment';
const CLUSTER: readonly JsonObject[] = [
  {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: 'otter',
      labels: { 'k8s.ovn.org/egress-assignable': '' },
      annotations: {
        'k8s.ovn.org/host-cidrs': '["192.168.10.11/24"]',
        'k8s.ovn.org/node-primary-ifaddr': '{"ipv4":"192.168.10.11/24"}',
        'k8s.ovn.org/node-subnets': '{"default":["10.128.0.0/23"]}',
        'example.com/other': PASSWORD,
      },
    },
    status: { conditions: [{ type: 'Ready', status: 'True', message: PASSWORD }] },
  },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'harbour', labels: { egress: 'ferry' } } },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'boat', namespace: 'harbour' },
    spec: {
      nodeName: 'otter',
      containers: [{ name: 'hull', env: [{ name: 'PASSWORD', value: PASSWORD }] }],
    },
    status: { phase: 'Running', podIPs: [{ ip: '10.128.0.5' }], podIP: '10.128.0.5' },
  },
  {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressIP',
    metadata: { name: 'ferry' },
    spec: { egressIPs: ['192.168.10.50'], namespaceSelector: { matchLabels: { egress: 'ferry' } } },
  },
  {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'UserDefinedNetwork',
    metadata: { name: 'canal', namespace: 'harbour' },
    spec: { topology: 'Layer2', layer2: { role: 'Primary', subnets: ['10.50.0.0/16'] } },
  },
  {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'ClusterUserDefinedNetwork',
    metadata: { name: 'basin' },
    spec: {
      namespaceSelector: { matchLabels: { egress: 'ferry' } },
      network: { topology: 'Layer3', layer3: { role: 'Primary', mtu: 1400 } },
    },
  },
];

const pull = (out = join(repository, 'cluster')) => inventoryCommand({ out, kubeconfig: rig.kubeconfig, pageSize: 1 });
const contents = (folder: string): string[] =>
  readdirSync(folder).map((path) => `${path}\n${readFileSync(join(folder, path), 'utf8')}`);

describe('the inventory of a cluster', () => {
  it('is what weir compile reads: the egress address of its EgressIP is given to its node', async () => {
    expect(await pull()).toBe(0);
    const options = { path: repository, format: 'text', strict: false, check: false, locked: false };
    const code = await compileCommand(options);
    expect(said).not.toContain('error');
    expect(code).toBe(0);
    const status = readFileSync(join(repository, 'rendered/cluster/status.yaml'), 'utf8');
    expect(status).toContain('egressIP: "192.168.10.50"');
    expect(status).toContain('node: otter');
  });

  it('keeps only fields in use and asks for no secrets', async () => {
    await pull();
    const all = contents(join(repository, 'cluster')).join('\n');
    expect(all).toContain('10.128.0.5');
    for (const word of [PASSWORD, 'hull', 'env:', 'managedFields', 'resourceVersion']) expect(all).not.toContain(word);
    expect(rig.server.requests.filter((one) => one.includes('secrets'))).toEqual([]);
    expect(rig.server.writes()).toEqual([]);
  });

  it('has the roles of user defined networks and which namespaces they are for', async () => {
    await pull();
    const specOf = (kind: string): string | undefined =>
      contents(join(repository, 'cluster'))
        .find((text) => text.includes(`kind: ${kind}\n`))
        ?.split('spec:')[1]
        ?.replace(/\s+/g, ' ')
        .trim();
    expect(specOf('UserDefinedNetwork')).toBe('layer2: role: Primary topology: Layer2');
    expect(specOf('ClusterUserDefinedNetwork')).toBe(
      'namespaceSelector: matchLabels: egress: ferry network: layer3: role: Primary topology: Layer3',
    );
  });

  it('is the same from the same cluster, and notes kinds that are not installed', async () => {
    await pull();
    const first = contents(join(repository, 'cluster'));
    expect(await pull()).toBe(0);
    expect(contents(join(repository, 'cluster'))).toEqual(first);
    expect(said).toContain('does not serve Infrastructure');
  });

  it('is renewed where it is, and says what has changed', async () => {
    const out = join(repository, 'cluster');
    await pull();
    rig.server.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'quay' } });
    rig.server.drop('ClusterUserDefinedNetwork', 'basin');
    const told: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => told.push(String(text)) > 0);
    expect(await inventoryCommand({ out, refresh: true, kubeconfig: rig.kubeconfig })).toBe(0);
    expect(told.join('')).toBe('clusteruserdefinednetwork.yaml: 1 removed\nnamespace.yaml: 1 added\n');
    expect(readFileSync(join(out, 'namespace.yaml'), 'utf8')).toContain('quay');
    const before = contents(out);
    rig.server.drop('Pod', 'boat');
    expect(await inventoryCommand({ out, refresh: true, kubeconfig: rig.kubeconfig })).toBe(1);
    expect(said).toContain('no Pod found');
    expect(contents(out)).toEqual(before);
  });

  it('stays as it was when the cluster fails half way, or the folder is used for something else', async () => {
    const folder = join(repository, 'cluster');
    await pull();
    const before = contents(folder);
    rig.server.mishap = (request) => (request.includes('/pods') ? { status: 403 } : undefined);
    expect(await pull()).toBe(1);
    expect(contents(folder)).toEqual(before);
    rig.server.mishap = () => undefined;
    writeFileSync(join(folder, 'kustomization.yaml'), '# mine\n');
    expect(await pull()).toBe(1);
    expect(readdirSync(repository)).toEqual(['cluster']);
    expect(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')).toBe('# mine\n');
  });
});
