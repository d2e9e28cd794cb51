import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const FIREWALL = `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec: {egress: [{type: Deny, to: {cidrSelector: 203.0.113.7/24}}]}
`;
const EAST = {
  'east/weir.yaml': 'manifests: [apps/**/*.yaml]\n',
  'east/apps/shop/firewall.yaml': FIREWALL,
  'east/apps/other/notes.txt': '',
};

it.each([
  ['in a folder below it', 'east/apps/other', ['check'], ' --> ../../apps/shop/firewall.yaml:4:'],
  ['below the folder of -C', '.', ['check', '-C', 'east/apps/other'], ' --> east/apps/shop/firewall.yaml:4:'],
])('a command finds weir.yaml %s', async (_, from, words, place) => {
  const { code, out } = await weir(join(scratch(EAST), from), words);
  expect(out).toContain(place);
  expect(code).toBe(0);
});

it('paths of the command line count from where the command stands, wherever weir.yaml is', async () => {
  const folder = scratch(EAST);
  const { code, out } = await weir(join(folder, 'east/apps/shop'), ['compile', 'firewall.yaml', '--out', 'made']);
  expect(out).toContain('1 resource');
  expect(out).toContain('in made');
  expect(code).toBe(0);
});

it('the nearest weir.yaml counts', async () => {
  const folder = scratch({ ...EAST, 'east/apps/shop/weir.yaml': 'manifests: [no.yaml]\n' });
  const { out } = await weir(join(folder, 'east/apps/shop'), ['check']);
  expect(out).toContain("'no.yaml' matches no file");
});

it('the search ends with the git repository', async () => {
  const folder = scratch({ 'weir.yaml': 'manifests: [no.yaml]\n' });
  const inner = join(folder, 'inner');
  mkdirSync(join(inner, '.git'), { recursive: true });
  expect((await weir(inner, ['check'])).out).not.toContain('no.yaml');
});

it('both revisions of a diff are read from the folder of weir.yaml', async () => {
  const folder = repository(EAST);
  const { code, err } = await weir(join(folder, 'east/apps/other'), ['diff', 'HEAD']);
  expect(err).toBe('');
  expect(code).toBe(0);
});

it.skipIf(process.geteuid?.() !== 0)('outside of a repository, a weir.yaml of somebody else is not taken', async () => {
  const folder = scratch({ 'weir.yaml': 'manifests: [no.yaml]\n', 'own/notes.txt': '' });
  expect((await weir(join(folder, 'own'), ['check'])).out).toContain('no.yaml');
  chownSync(join(folder, 'weir.yaml'), 65534, 65534);
  expect((await weir(join(folder, 'own'), ['check'])).out).not.toContain('no.yaml');
});
