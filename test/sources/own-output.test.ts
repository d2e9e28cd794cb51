import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/diagnostic.js';
import { readFolder } from '../../src/sources/collect.js';
import { readRevision } from './read-revision.js';
import { commit } from '../rig/repository.js';
import { repository, weir } from '../security/hostile.js';
import { pathsOf, scratch } from './scratch.js';

const index = (...paths: string[]): string => JSON.stringify({ weir: 2, artefacts: paths.map((path) => ({ path })) });
const ALL = { include: ['**/*.{yaml,json}'], exclude: [], withoutOwnOutput: true };

describe('what Weir has written', () => {
  const files = {
    'index.json': '[]',
    'apps/shop.yaml': '',
    'apps/rendered/index.json': index('cluster/status.yaml', '../shop.yaml', 'index.json'),
    'apps/rendered/cluster/status.yaml': '',
    'apps/rendered/cluster/written-by-hand.yaml': '',
    'other/index.json': JSON.stringify({ artefacts: [{ path: 'a.yaml' }] }),
    'other/a.yaml': '',
  };
  const input = [
    'apps/rendered/cluster/written-by-hand.yaml',
    'apps/shop.yaml',
    'index.json',
    'other/a.yaml',
    'other/index.json',
  ];

  test('is left out of a folder, wherever it is; what its index does not list is read', () => {
    expect(pathsOf(readFolder(scratch(files), ALL))).toEqual(input);
  });

  test('is left out of a revision in the same way', async () => {
    expect(pathsOf(await readRevision(repository(files), 'HEAD', ALL))).toEqual(input);
  });

  test('is recognised below a glob that leads out of the root, and not by an index above that', async () => {
    const top = repository({ ...files, 'index.json': index('apps/shop.yaml') });
    mkdirSync(join(top, 'root'));
    const options = { ...ALL, include: ['../apps/**/*.yaml'] };
    const read = [readFolder(join(top, 'root'), options), await readRevision(join(top, 'root'), 'HEAD', options)];
    for (const one of read)
      expect(pathsOf(one)).toEqual(['../apps/rendered/cluster/written-by-hand.yaml', '../apps/shop.yaml']);
  });

  test('is reported once per index, for an index could be there to hide manifests', async () => {
    const told = ({ reports }: { readonly reports: readonly Report[] }): unknown[] =>
      reports.map(({ code, message, location }) => [code, message, 'path' in location ? location.path : '']);
    const expected = [
      [
        'source/own-output',
        'skipped 1 file of this folder, because its index.json lists it as output of Weir: cluster/status.yaml',
        'apps/rendered/index.json',
      ],
    ];
    expect(told(readFolder(scratch(files), ALL))).toEqual(expected);
    expect(told(await readRevision(repository(files), 'HEAD', ALL))).toEqual(expected);
    const excluded = { ...ALL, exclude: ['apps/rendered'] };
    expect(told(readFolder(scratch(files), excluded))).toEqual([]);
    expect(told(await readRevision(repository(files), 'HEAD', excluded))).toEqual([]);
  });

  test('in a subfolder changes nothing of a check of the folder above, nor of one of its commit, except for the warning', () => {
    const folder = repository();
    mkdirSync(join(folder, 'apps'));
    writeFileSync(join(folder, 'apps/weir.yaml'), 'manifests: [../shop.yaml]\ninventory: [../nodes.yaml]\n');
    writeFileSync(join(folder, 'weir.yaml'), "manifests: ['**/*.{yaml,json}']\ninventory: [nodes.yaml]\n");
    expect(weir(folder, ['check'])).toEqual({ code: 0, out: '', err: '' });
    expect(weir(folder, ['compile', 'apps']).code).toBe(0);
    const told = weir(folder, ['check']);
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(told.out).toMatch(
      /^warning\[source\/own-output\]: skipped 6 files .*\n --> apps\/rendered\/index.json:1:1\n.*\n\n1 warning\n$/,
    );
    commit(folder);
    expect(weir(folder, ['check', '--rev', 'HEAD'])).toEqual(told);
  });
});
