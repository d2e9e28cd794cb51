import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFolder } from '../../src/sources/collect.js';
import { readRevision } from './read-revision.js';
import { DEFAULT_LIMITS, type SourceOptions } from '../../src/sources/source.js';
import { commit, git, repository } from '../rig/repository.js';
import { codesOf, pathsOf, scratch } from './scratch.js';

const ALL = { include: ['**/*.yaml'], exclude: [] };

describe('readRevision', () => {
  test('reads a commit as readFolder reads its checkout', async () => {
    const root = repository({
      'a.yaml': 'a\n',
      'empty.yaml': '',
      'a/b/c.yaml': '\ufeffkind: C',
      'a/é 名.yaml': 'é',
      'out/x.yaml': 'x',
      '.hidden/x.yaml': 'x',
      'node_modules/x.yaml': 'x',
      'bad.yaml': Buffer.from([0x61, 0xff]),
      'm/k.json': '{}',
      'big.yaml': 'x'.repeat(300_000),
    });
    const options: SourceOptions = { include: ['**/*.yaml', 'm', 'none'], exclude: ['out'], unmatched: 'error' };
    const [disk, git] = [readFolder(root, options), await readRevision(root, 'main', options)];
    expect(git.files).toEqual(disk.files);
    expect(pathsOf(git)).toEqual(['a.yaml', 'a/b/c.yaml', 'a/é 名.yaml', 'big.yaml', 'empty.yaml', 'm/k.json']);
    const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1);
    expect([...git.reports].sort(byCode)).toEqual([...disk.reports].sort(byCode));
    expect(codesOf(git).sort()).toEqual(['source/no-match', 'source/not-utf8 bad.yaml']);
  });

  test('looks neither at the work tree nor at the index, and leaves both alone', async () => {
    const root = repository({ 'a.yaml': 'committed' });
    writeFileSync(join(root, 'a.yaml'), 'edited');
    writeFileSync(join(root, 'staged.yaml'), 'staged');
    git(root, 'add', 'staged.yaml');
    const index = join(root, '.git', 'index');
    const before = [readFileSync(index).toString('hex'), statSync(index).mtimeMs];
    expect((await readRevision(root, 'HEAD', ALL)).files).toEqual([{ path: 'a.yaml', text: 'committed' }]);
    expect([readFileSync(index).toString('hex'), statSync(index).mtimeMs]).toEqual(before);
    expect(readFileSync(join(root, 'a.yaml'), 'utf8')).toBe('edited');
  });

  test('takes branches, tags, ancestors and object names', async () => {
    const root = repository({ 'a.yaml': 'one' });
    git(root, 'tag', '--annotate', '--message=x', 'v1');
    writeFileSync(join(root, 'a.yaml'), 'two');
    commit(root);
    const textAt = async (revision: string) => (await readRevision(root, revision, ALL)).files[0]?.text;
    expect(await Promise.all(['main', 'HEAD', git(root, 'rev-parse', 'HEAD')].map(textAt))).toEqual([
      'two',
      'two',
      'two',
    ]);
    expect(await Promise.all(['v1', 'HEAD~1', 'main^'].map(textAt))).toEqual(['one', 'one', 'one']);
  });

  test('works in a folder of the repository, which may not have existed then', async () => {
    const root = repository({ 'apps/a/x.yaml': 'x', 'apps/b/y.yaml': 'y', 'z.yaml': 'z' });
    const sub = join(root, 'apps/a');
    expect(pathsOf(await readRevision(sub, 'HEAD', ALL))).toEqual(['x.yaml']);
    const beside = { include: ['../b', '../../z.yaml', '*.yaml', join(root, 'apps/a/x.yaml')], exclude: [] };
    expect(pathsOf(await readRevision(sub, 'HEAD', beside))).toEqual(['../../z.yaml', '../b/y.yaml', 'x.yaml']);
    git(root, 'mv', 'apps/a', 'apps/c');
    commit(root);
    expect(pathsOf(await readRevision(join(root, 'apps/c'), 'HEAD~1', ALL))).toEqual([]);
    expect(pathsOf(await readRevision(join(root, 'apps/c'), 'HEAD', ALL))).toEqual(['x.yaml']);
  });

  test('reports globs that leave the repository', async () => {
    const root = repository({ 'a.yaml': 'a' });
    const result = await readRevision(root, 'HEAD', { include: ['../*.yaml', '*.yaml'], exclude: [] });
    expect(pathsOf(result)).toEqual(['a.yaml']);
    expect(codesOf(result)).toEqual(['source/outside-repository']);
  });

  test.each([
    'nowhere',
    '',
    '--upload-pack=x',
    '-h',
    'HEAD:a.yaml',
    'HEAD^{tree}',
    'a\nb',
    'a\0b',
    '--',
    'main..main',
    '@{',
  ])('reports the revision %j, which names no commit', async (revision) => {
    const root = repository({ 'a.yaml': 'a' });
    const result = await readRevision(root, revision, ALL);
    expect([pathsOf(result), codesOf(result)]).toEqual([[], ['source/bad-revision']]);
  });

  test('reports a folder that is in no repository, or does not exist', async () => {
    const folder = scratch();
    expect((await readRevision(folder, 'HEAD', ALL)).reports[0]?.message).toMatch(
      /^git failed: .*not a git repository/,
    );
    expect(codesOf(await readRevision(join(folder, 'none'), 'HEAD', ALL))).toEqual(['source/unreadable']);
  });

  test('follows neither symbolic links nor submodules', async () => {
    const root = repository({ 'a.yaml': 'a' });
    const other = repository({ 'inner.yaml': 'i' });
    symlinkSync('/etc/passwd', join(root, 'link.yaml'));
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'sub.yaml');
    commit(root);
    const result = await readRevision(root, 'HEAD', ALL);
    expect(pathsOf(result)).toEqual(['a.yaml']);
    expect(codesOf(result)).toEqual(['source/symlink-skipped link.yaml', 'source/submodule-skipped sub.yaml']);
  });

  test.each([
    [['*.yaml'], []],
    [['a/*.yaml'], []],
    [['**/*.yaml'], ['a/sub']],
    [['a/*/*.yaml'], ['a/sub']],
    [['a/sub/deep/*.yaml'], ['a/sub']],
    [['other/**'], []],
  ])('says of the globs %j that they reach into the submodules %j', async (include, expected) => {
    const root = repository({ 'a/a.yaml': 'a' });
    const other = repository({ 'inner.yaml': 'i' });
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'a/sub');
    commit(root);
    const result = await readRevision(root, 'HEAD', { include, exclude: [] });
    expect(codesOf(result)).toEqual(expected.map((path) => `source/submodule-skipped ${path}`));
  });

  test('holds to the limits', async () => {
    const root = repository({ 'a.yaml': '12345', 'b.yaml': '1234', 'c.yaml': '123' });
    const read = async (fileBytes: number, totalBytes: number, files: number) => {
      const result = await readRevision(root, 'HEAD', {
        ...ALL,
        limits: { ...DEFAULT_LIMITS, fileBytes, totalBytes, files },
      });
      return [...pathsOf(result), ...codesOf(result)];
    };
    expect(await read(4, 9, 3)).toEqual(['b.yaml', 'c.yaml', 'source/file-too-large a.yaml']);
    expect(await read(9, 9, 3)).toEqual(['source/input-too-large']);
    expect(await read(9, 99, 2)).toEqual(['source/too-many-files']);
  });

  test('reports content that the repository lacks', async () => {
    const root = repository({ 'a.yaml': 'a', 'b.yaml': 'b' });
    const name = git(root, 'rev-parse', 'HEAD:a.yaml');
    rmSync(join(root, '.git', 'objects', name.slice(0, 2), name.slice(2)));
    const result = await readRevision(root, 'HEAD', ALL);
    expect([pathsOf(result), codesOf(result)]).toEqual([['b.yaml'], ['source/unreadable a.yaml']]);
  });
});
