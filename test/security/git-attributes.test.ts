import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../src/sources/collect.js';
import { readRevision } from '../sources/read-revision.js';
import { commit, git, repository } from '../rig/repository.js';
import { codesOf } from '../sources/scratch.js';
import { firewall, pullRequest, weir } from './hostile.js';

const ALL = { include: ['**/*.yaml'], exclude: [] };
const FILES = { 'shop.yaml': 'a: 1\n', 'teams/mill.yaml': 'b: 1\n' };
const changed = (path: string): string => `source/changed-at-checkout ${path}`;

describe('a file that git changes at the checkout', () => {
  it.each([
    ['an encoding', '*.yaml working-tree-encoding=ISO-8859-1\n', ['shop.yaml', 'teams/mill.yaml']],
    ['a filter', 'shop.yaml filter=clean\n', ['shop.yaml']],
    ['an identifier', '/teams/** ident\n', ['teams/mill.yaml']],
    ['a macro', '[attr]plain working-tree-encoding=UTF-8\nmill.yaml plain\n', ['teams/mill.yaml']],
    ['an encoding that another line takes back', '*.yaml filter=clean\nteams/*.yaml -filter\n', ['shop.yaml']],
    ['line breaks alone', '*.yaml text eol=lf\n*.md filter=clean\n', []],
    ['Git LFS, which is told by its pointers', '*.yaml filter=lfs diff=lfs merge=lfs -text\n', []],
  ])('is an error in the work tree and in a commit: %s', async (_, attributes, paths) => {
    const folder = repository({ ...FILES, '.gitattributes': attributes });
    expect(codesOf(readFolder(folder, ALL)).sort()).toEqual(paths.map(changed));
    expect(codesOf(await readRevision(folder, 'HEAD', ALL)).sort()).toEqual(paths.map(changed));
  });

  it('is one by the attributes of its own commit and folder', async () => {
    const folder = repository(FILES);
    const before = git(folder, 'rev-parse', 'HEAD');
    writeFileSync(join(folder, 'teams/.gitattributes'), '* working-tree-encoding=UTF-7\n');
    expect(codesOf(readFolder(folder, ALL))).toEqual([changed('teams/mill.yaml')]);
    expect(codesOf(await readRevision(folder, 'HEAD', ALL))).toEqual([]);
    const after = commit(folder);
    expect(codesOf(await readRevision(folder, after, ALL))).toEqual([changed('teams/mill.yaml')]);
    expect(codesOf(await readRevision(folder, before, ALL))).toEqual([]);
    // The repository's own index is as it was.
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('fails a review, with the attribute', async () => {
    const folder = repository({
      'weir.yaml': 'manifests: [shop.yaml]\ninventory: [nodes.yaml]\n',
      'nodes.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: heron}\n',
      'shop.yaml': firewall('203.0.113.0/24'),
    });
    const base = git(folder, 'rev-parse', 'HEAD');
    writeFileSync(join(folder, '.gitattributes'), 'shop.yaml working-tree-encoding=UTF-7\n');
    const text =
      "error[source/changed-at-checkout]: git changes 'shop.yaml' at the checkout, because .gitattributes sets working-tree-encoding=UTF-7";
    const { code, err } = weir(folder, ['diff', base]);
    expect(err).toContain(text);
    expect(code).toBe(1);
    commit(folder);
    expect(weir(folder, ['diff', base, 'HEAD']).err).toContain(text);
    expect((await pullRequest(folder, base)).code).not.toBe(0);
  });
});
