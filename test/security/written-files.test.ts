import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, repository } from '../rig/repository.js';
import { type Ended, weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const FILES = {
  'weir.yaml': 'manifests: [shop.yaml]\ninventory: [nodes.yaml]\n',
  'nodes.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: heron}\n',
  'shop.yaml': `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec: {egress: [{type: Allow, to: {cidrSelector: 203.0.113.0/24}}, {type: Deny, to: {cidrSelector: 0.0.0.0/0}}]}
`,
};
const MUST_GATHER = { 'cluster-scoped-resources/core/nodes/heron.yaml': FILES['nodes.yaml'] };

/** Every option that names a file to write, with the name that a job gives it. */
const WRITERS: readonly (readonly [words: readonly string[], path: string])[] = [
  [['compile', '--policy'], 'weir.policy.json'],
  [['compile', '--policy', '--out', 'out'], 'out'],
  [['report', '--out', 'report.html'], 'report.html'],
  [['diff', 'HEAD', '--report', 'report.html'], 'report.html'],
  [['check', '--write-baseline', 'baseline.txt'], 'baseline.txt'],
];
/** Those that name a folder. */
const FOLDERS: typeof WRITERS = [
  [['compile', '--out', 'out'], 'out'],
  [['inventory', '--from-must-gather', 'dump', '--out', 'out'], 'out'],
];

const shown = ({ out, err }: Ended): string => out + err;

describe.each(WRITERS)('weir %j', (words, path) => {
  it('writes through no link of the repository', async () => {
    const folder = repository(FILES);
    const elsewhere = scratch({ profile: 'mine\n' });
    symlinkSync(join(elsewhere, 'profile'), join(folder, path));
    commit(folder);
    const ended = await weir(folder, words);
    expect(shown(ended)).toContain(`'${join(folder, path)}' is a symbolic link`);
    expect(ended.code).toBe(1);
    expect(readFileSync(join(elsewhere, 'profile'), 'utf8')).toBe('mine\n');
    expect(readdirSync(elsewhere)).toEqual(['profile']);
  });
});

describe.each([...WRITERS.slice(1), ...FOLDERS])('weir %j', (words, path) => {
  it('writes into no folder that a link of the repository leads to', async () => {
    const folder = repository({
      ...FILES,
      ...Object.fromEntries(Object.entries(MUST_GATHER).map(([name, text]) => [`dump/${name}`, text])),
    });
    const elsewhere = scratch();
    symlinkSync(elsewhere, join(folder, 'build'));
    commit(folder);
    const ended = await weir(
      folder,
      words.map((word) => (word === path ? `build/${path}` : word)),
    );
    expect(shown(ended)).toContain(`'${join(folder, 'build')}' is a symbolic link`);
    expect(ended.code).toBe(1);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

it.each(FOLDERS)('weir %j writes into no link of the repository', async (words, path) => {
  const folder = repository({
    ...FILES,
    ...Object.fromEntries(Object.entries(MUST_GATHER).map(([name, text]) => [`dump/${name}`, text])),
  });
  const elsewhere = scratch();
  symlinkSync(elsewhere, join(folder, path));
  expect((await weir(folder, words)).code).toBe(1);
  expect(readdirSync(elsewhere)).toEqual([]);
});

it('a folder without .git is a repository too, where it has a weir.yaml', async () => {
  const [folder, elsewhere] = [scratch(FILES), scratch()];
  symlinkSync(join(elsewhere, 'page'), join(folder, 'report.html'));
  expect((await weir(folder, ['report', '--out', 'report.html'])).code).toBe(1);
  expect(readdirSync(elsewhere)).toEqual([]);
});

it('a link of the machine is followed', async () => {
  const folder = repository(FILES);
  const [home, data] = [scratch(), scratch({ page: 'old' })];
  symlinkSync(data, join(home, 'reports'));
  symlinkSync(join(data, 'page'), join(home, 'latest.html'));
  expect((await weir(folder, ['report', '--out', join(home, 'reports/new.html')])).code).toBe(0);
  expect((await weir(folder, ['report', '--out', join(home, 'latest.html')])).code).toBe(0);
  expect(readdirSync(data).sort()).toEqual(['new.html', 'page']);
  expect(readFileSync(join(data, 'page'), 'utf8')).not.toBe('old');
});

it('a file of the repository is written as before', async () => {
  const folder = repository(FILES);
  mkdirSync(join(folder, 'build'));
  for (const [words] of WRITERS) {
    expect((await weir(folder, words)).code, words.join(' ')).not.toBe(1);
    rmSync(join(folder, 'out'), { force: true });
  }
  writeFileSync(join(folder, 'build/report.html'), '');
  expect((await weir(folder, ['report', '--out', 'build/report.html'])).code).toBe(0);
});
