import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';
import { nodeObject } from './init-node.js';
import { mustGather } from './must-gather.js';

const readIn = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

it('a must-gather becomes a repository that checks and compiles', async () => {
  const folder = repository({ 'README.md': '' });
  const begun = await weir(folder, ['init', '--from-must-gather', scratch(mustGather())]);
  expect(begun.code).toBe(0);
  expect(begun.out).toContain('3 nodes (3 ready, 3 for egress addresses), 1 namespace, 1 pod, a zone per node');
  expect(begun.out).toContain('1 × EgressFirewall, 1 × EgressIP');
  expect(begun.out).toContain('Findings   none');
  expect(readIn(folder, 'weir.yaml')).toContain(
    'gatewayMode: local # ConfigMap openshift-ovn-kubernetes/ovnkube-config',
  );
  expect(readIn(folder, 'weir.yaml')).toContain('ovnKubernetes: openshift-4.15 # ClusterVersion version of');
  expect(readIn(folder, 'weir.yaml')).toContain('joinSubnets: ["100.65.0.0/16"] # Node worker-1');
  expect(readdirSync(join(folder, 'inventory')).sort()).toEqual([
    'egressfirewall.yaml',
    'egressip.yaml',
    'namespace.yaml',
    'node.yaml',
    'pod.yaml',
  ]);
  mkdirSync(join(folder, 'egress'));
  writeFileSync(join(folder, 'egress/shop.yaml'), readIn(folder, 'inventory/egressfirewall.yaml'));
  expect(await weir(folder, ['check'])).toMatchObject({ code: 0, out: '' });
  expect((await weir(folder, ['compile'])).code).toBe(0);
  expect(existsSync(join(folder, 'rendered/northbound/zones/worker-2.json'))).toBe(true);
});

it('of an object that a must-gather has twice the later one counts, and no field that the compiler does not read', async () => {
  const folder = scratch();
  const { code, err } = await weir(folder, ['inventory', '--from-must-gather', scratch(mustGather()), '--out', 'made']);
  expect(code).toBe(0);
  expect(err).toContain('7 objects in 5 files of made');
  expect(readIn(folder, 'made/pod.yaml')).toContain('10.128.2.6');
  expect(readIn(folder, 'made/pod.yaml')).not.toContain('10.128.2.5');
  expect(readIn(folder, 'made/pod.yaml')).not.toContain('s3cret');
});

it.each([
  ['with a blank after each colon', (text: string) => text.replaceAll('":', '": ')],
  ['with blanks around all', (text: string) => text.replaceAll('":', '" : ').replaceAll(',', ' , ')],
  ['as YAML of one line', (text: string) => `---\n${text.replaceAll(/"([A-Za-z]+)":/g, '$1: ')}`],
])('a must-gather whose objects are JSON of one line is read, %s', async (_, write) => {
  const node = JSON.stringify(nodeObject(1));
  const gathered = scratch({ 'x/cluster-scoped-resources/core/nodes/worker-1.yaml': write(node) });
  const folder = scratch();
  expect(await weir(folder, ['inventory', '--from-must-gather', gathered, '--out', 'made'])).toMatchObject({ code: 0 });
  expect(readIn(folder, 'made/node.yaml')).toContain('worker-1');
});

it('a must-gather without nodes, or with a file of objects that is cut off, leaves everything as it was', async () => {
  const folder = scratch();
  const empty = await weir(folder, ['init', '--from-must-gather', scratch({ 'x/namespaces/a/a.yaml': '' })]);
  expect(empty).toMatchObject({ code: 1 });
  expect(empty.err).toContain('no Node found in ');
  const cut = scratch({ ...mustGather(), 'x/namespaces/shop/core/services.yaml': 'kind: ServiceList\nitems: [' });
  const broken = await weir(folder, ['init', '--from-must-gather', cut]);
  expect(broken).toMatchObject({ code: 1 });
  expect(broken.err).toContain('services.yaml cannot be read as YAML');
  expect(readdirSync(folder)).toEqual([]);
});

it('manifests that are there are named by their folders, and the inventory is copied', async () => {
  const firewall =
    'apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: shop}\nspec: {egress: [{type: Deny, to: {cidrSelector: 0.0.0.0/0}}]}\n';
  const folder = scratch({
    'teams/shop/egress.yaml': firewall,
    'values.yaml': 'some: value\n',
    'nodes/all.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [nodeObject(1), nodeObject(2)] }),
  });
  const { code, out } = await weir(folder, ['init', '--from-inventory', 'nodes/all.json']);
  expect(code).toBe(0);
  expect(out).toContain('1 × EgressFirewall');
  expect(readIn(folder, 'weir.yaml')).toContain('manifests: ["teams/**/*.yaml"]');
  expect(readIn(folder, 'inventory/node.yaml')).toContain('worker-2');
});

it('a node without what Weir needs is one line of the report', async () => {
  const bare = { ...nodeObject(1), metadata: { name: 'worker-1' } };
  const folder = scratch({ 'nodes.json': JSON.stringify(bare) });
  const { out } = await weir(folder, ['init', '--from-inventory', 'nodes.json']);
  const lines = out.split('\n').filter((line) => line.includes('worker-1 lacks'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('k8s.ovn.org/node-subnets, k8s.ovn.org/l3-gateway-config, k8s.ovn.org/host-cidrs');
});

it.each([
  ['GitHub', 'https://token:s3cret@github.com/a/b.git', '.github/workflows/weir.yaml', 'weir compile --check --locked'],
  ['GitLab', 'git@gitlab.example.org:a/b.git', '.gitlab/weir.yaml', '/weir/review@'],
])('the file for CI is that of %s, by the remote, whose URL is not shown', async (_, url, path, content) => {
  const folder = repository({ 'README.md': '' });
  git(folder, 'remote', 'add', 'origin', url);
  const { out, err } = await weir(folder, ['init']);
  expect(err).toContain(path);
  expect(out + err).not.toContain('s3cret');
  expect(readIn(folder, path)).toContain(content);
});

it('the file for CI is the one of --ci where no remote tells, and a note says so without it', async () => {
  const without = await weir(repository({ 'README.md': '' }), ['init']);
  expect(without.err).toContain('no CI workflow written');
  const folder = repository({ 'README.md': '' });
  expect((await weir(folder, ['init', '--ci', 'gitlab'])).err).toContain('.gitlab/weir.yaml runs Weir in CI');
  expect(readIn(folder, '.gitlab/weir.yaml')).toContain('/weir/review@');
});

it('nothing is replaced without --force', async () => {
  const folder = repository({ 'weir.yaml': '# mine\n', '.github/workflows/weir.yaml': '# mine\n' });
  const refused = await weir(folder, ['init']);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('weir.yaml is there already');
  expect(readIn(folder, 'weir.yaml')).toBe('# mine\n');
  expect((await weir(folder, ['init', '--force'])).code).toBe(0);
  expect(readIn(folder, 'weir.yaml')).toContain('# Facts of the cluster');
  expect(readIn(folder, '.github/workflows/weir.yaml')).toContain('weir check');
});

it('files are written into the folder only, not through a link of the repository', async () => {
  const outside = scratch();
  const folder = repository({ 'nodes.json': JSON.stringify(nodeObject(1)) });
  symlinkSync(outside, join(folder, 'inventory'));
  const { code, err } = await weir(folder, ['init', '--from-inventory', 'nodes.json']);
  expect(code).toBe(1);
  expect(err).toContain('inventory is a symbolic link');
  expect(readdirSync(outside)).toEqual([]);
  expect(existsSync(join(folder, 'weir.yaml'))).toBe(false);
});
