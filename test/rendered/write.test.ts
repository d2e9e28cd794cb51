import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareOutput } from '../../src/rendered/compare.js';
import { writeOutput } from '../../src/rendered/write.js';
import { toChunks } from '../../src/std/byte-writer.js';
import { asNobody, scratch } from '../sources/scratch.js';
import { type Files, artefacts, contents, withoutIndex } from './folder.js';

function codes(folder: string, files: Files): string[] {
  return writeOutput(folder, artefacts(files)).map(({ code }) => code);
}

describe('writeOutput', () => {
  test('creates the folder and writes every artefact, and leaves no staging folder', () => {
    const folder = join(scratch(), 'new/rendered');
    const files = { 'zones/a/ovn-nb.json': '{}\n', 'cluster/status.yaml': 'é 名 \u{1f600}\n' };
    expect(writeOutput(folder, artefacts(files))).toEqual([]);
    expect(withoutIndex(folder)).toEqual(files);
    expect(readdirSync(folder).sort()).toEqual(['cluster', 'index.json', 'zones']);
  });

  test('replaces what changed, and leaves files alone that are equal', () => {
    const folder = scratch();
    writeOutput(folder, artefacts({ 'a/same': 'same', 'a/other': 'old' }));
    const inode = statSync(join(folder, 'a/same')).ino;
    const modified = statSync(join(folder, 'a/same')).mtimeMs;
    expect(codes(folder, { 'a/same': 'same', 'a/other': 'new' })).toEqual([]);
    expect(withoutIndex(folder)).toEqual({ 'a/same': 'same', 'a/other': 'new' });
    expect(statSync(join(folder, 'a/same'))).toMatchObject({ ino: inode, mtimeMs: modified });
  });

  test('removes what only the previous index lists, and folders that this empties', () => {
    const folder = scratch();
    writeOutput(folder, artefacts({ 'nodes/a/x': 'x', 'nodes/b/y': 'y', 'zones/z/deep/w': 'w' }));
    writeFileSync(join(folder, 'nodes/b/mine'), 'mine');
    expect(codes(folder, { 'nodes/c/v': 'v' })).toEqual([]);
    expect(withoutIndex(folder)).toEqual({ 'nodes/b/mine': 'mine', 'nodes/c/v': 'v' });
    expect(readdirSync(join(folder, 'nodes')).sort()).toEqual(['b', 'c']);
    expect(existsSync(join(folder, 'zones'))).toBe(false);
  });

  test('works in a folder that holds other things, and touches none of them', () => {
    const folder = scratch({ 'weir.yaml': 'x', '.git/config': 'x', 'manifests/a.yaml': 'x' });
    expect(codes(folder, { 'zones/a': 'a' })).toEqual([]);
    expect(codes(folder, {})).toEqual([]);
    expect(withoutIndex(folder)).toEqual({ 'weir.yaml': 'x', '.git/config': 'x', 'manifests/a.yaml': 'x' });
  });

  test.each([['no index'], ['not JSON'], ['{"artefacts":[{"path":"a"}]}'], ['[]'], ['{"weir":1,"artefacts":{}}']])(
    'overwrites no file that Weir has not written (index.json: %s)',
    (index) => {
      const folder = scratch({ a: 'mine', ...(index === 'no index' ? {} : { 'index.json': index }) });
      const before = contents(folder);
      const reports = writeOutput(folder, artefacts({ a: 'weir', b: 'weir' }));
      expect(reports[0]).toMatchObject({ code: 'output/foreign-file', severity: 'error' });
      expect(contents(folder)).toEqual(before);
    },
  );

  test('takes a file of someone else that already has the right bytes for its own', () => {
    const folder = scratch({ a: 'weir' });
    expect(codes(folder, { a: 'weir' })).toEqual([]);
    expect(codes(folder, { a: 'new' })).toEqual([]);
    expect(withoutIndex(folder)).toEqual({ a: 'new' });
  });

  test('reports every obstacle of a run', () => {
    const folder = scratch({ a: 'mine', b: 'mine', 'c/d': 'mine', e: 'mine' });
    expect(codes(folder, { a: 'x', b: 'x', c: 'x', 'e/f': 'x' })).toEqual([
      'output/foreign-file',
      'output/foreign-file',
      'output/wrong-file-type',
      'output/wrong-file-type',
    ]);
  });
});

describe('paths', () => {
  test.each([
    '/etc/x',
    '../x',
    'a/../../x',
    'a\\..\\x',
    'a\0b',
    '',
    'a//b',
    './a',
    'a/',
    'C:/x',
    '.git/hooks/x',
    '.weir-1/x',
    '.weir-next/x',
  ])('that lead astray are a bug: %j', (path) => {
    const folder = scratch();
    expect(() => writeOutput(folder, [{ path, content: [] }])).toThrow('leaves the output folder');
    expect(() => compareOutput(folder, [{ path, content: [] }])).toThrow('leaves the output folder');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that occur twice, or are file and folder, are a bug', () => {
    const of = (...paths: string[]) => paths.map((path) => ({ path, content: [] }));
    expect(() => writeOutput(scratch(), of('a', 'a'))).toThrow('occurs twice');
    expect(() => writeOutput(scratch(), of('a/b', 'a'))).toThrow('is also a folder');
  });

  test('that a previous index lists outside the folder are not removed', () => {
    const top = scratch({ secret: 'secret', 'out/.git/config': 'config' });
    const folder = join(top, 'out');
    const paths = ['../secret', join(top, 'secret'), 'a/../../secret', '.git/config', '.GIT/config', '', 7, null];
    const index = { weir: 1, artefacts: [...paths.map((path) => ({ path })), 'x', null] };
    writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
    expect(codes(folder, { b: 'b' })).toEqual([]);
    expect(contents(top)).toMatchObject({ secret: 'secret', 'out/.git/config': 'config', 'out/b': 'b' });
  });
});

describe('symbolic links', () => {
  test('in place of a folder or a file are refused, and nothing is written', () => {
    const top = scratch({ 'elsewhere/x': 'x', 'out/index.json': '{"weir":1,"artefacts":[{"path":"file"}]}' });
    const folder = join(top, 'out');
    symlinkSync('../elsewhere', join(folder, 'zones'));
    symlinkSync('../elsewhere/x', join(folder, 'file'));
    const before = contents(top);
    expect(codes(folder, { 'zones/a/b': 'b', file: 'y', other: 'z' })).toEqual(['output/symlink', 'output/symlink']);
    expect(contents(top)).toEqual(before);
  });

  test('above a stale file keep it from being removed', () => {
    const top = scratch({ 'elsewhere/x': 'x', 'out/index.json': '{"weir":1,"artefacts":[{"path":"zones/x"}]}' });
    const folder = join(top, 'out');
    symlinkSync('../elsewhere', join(folder, 'zones'));
    expect(codes(folder, {})).toEqual([]);
    expect(readFileSync(join(top, 'elsewhere/x'), 'utf8')).toBe('x');
  });

  test('to the output folder itself are fine', () => {
    const top = scratch();
    mkdirSync(join(top, 'real'));
    symlinkSync('real', join(top, 'link'));
    expect(codes(join(top, 'link'), { a: 'a' })).toEqual([]);
    expect(withoutIndex(join(top, 'real'))).toEqual({ a: 'a' });
  });

  test('in place of index.json or of the staging folder are never written through', () => {
    const top = scratch({ 'elsewhere/index.json': '{"weir":1,"artefacts":[{"path":"mine"}]}', 'out/mine': 'mine' });
    const folder = join(top, 'out');
    symlinkSync('../elsewhere', join(folder, `.weir-${process.pid}`));
    expect(codes(folder, { a: 'a' })).toEqual([]);
    expect(contents(top)).toMatchObject({ 'out/mine': 'mine', 'out/a': 'a' });
    expect(readdirSync(join(top, 'elsewhere'))).toEqual(['index.json']);
    const other = scratch();
    symlinkSync(join(top, 'elsewhere/index.json'), join(other, 'index.json'));
    expect(codes(other, {})).toEqual(['output/symlink']);
  });
});

describe('a failure', () => {
  test('to name a file on this system leaves the folder as it was', () => {
    const folder = scratch();
    writeOutput(folder, artefacts({ a: 'old', stale: 'stale' }));
    const before = contents(folder);
    const reports = writeOutput(folder, artefacts({ a: 'new', ['x'.repeat(300)]: '' }));
    expect(reports).toMatchObject([{ code: 'output/unwritable' }]);
    expect(reports[0]?.message).toContain('ENAMETOOLONG');
    expect(contents(folder)).toEqual(before);
  });

  test('for want of permission in one folder leaves all others as they were', () => {
    const folder = scratch();
    chmodSync(folder, 0o777);
    asNobody(() => writeOutput(folder, artefacts({ 'a/x': 'old', 'b/x': 'old' })));
    chmodSync(join(folder, 'b'), 0o555);
    const before = contents(folder);
    const found = asNobody(() => codes(folder, { 'a/x': 'new', 'a/new/y': 'y', 'b/x': 'new' }));
    chmodSync(join(folder, 'b'), 0o755);
    expect(found).toEqual(['output/unwritable']);
    expect(contents(folder)).toEqual(before);
    expect(readdirSync(join(folder, 'a'))).toEqual(['x']);
    expect(readdirSync(folder)).toEqual(['a', 'b', 'index.json']);
  });

  test('is reported when the folder is a file, or may not be written or read', () => {
    const top = scratch({ file: '', 'readonly/x': '' });
    expect(writeOutput(join(top, 'file'), artefacts({}))[0]?.message).toMatch(/: not a folder$/);
    expect(codes(join(top, 'file/below'), {})).toEqual(['output/unwritable']);
    chmodSync(top, 0o755);
    chmodSync(join(top, 'readonly'), 0o555);
    const [report] = asNobody(() => writeOutput(join(top, 'readonly'), artefacts({})));
    expect(report?.message).toMatch(/permission denied \(EACCES\)$/);
    chmodSync(join(top, 'readonly'), 0o311);
    expect(asNobody(() => codes(join(top, 'readonly'), { x: 'y' }))).toEqual(['output/foreign-file']);
  });

  test('of another run does not show in the staging folder of one that still runs', () => {
    const folder = scratch({
      [`.weir-${process.ppid}/index.json`]: '{"weir":1,"artefacts":[{"path":"a"}]}',
      a: 'mine',
    });
    expect(codes(folder, { a: 'new' })).toEqual(['output/foreign-file']);
    expect(codes(folder, {})).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([`.weir-${process.ppid}`, 'a', 'index.json']);
  });
});

describe('compareOutput', () => {
  test('tells what is missing, changed or stale, sorted by path, and changes nothing', () => {
    const folder = scratch();
    writeOutput(folder, artefacts({ same: '1', changed: '1', missing: '1', 'stale/x': '1', gone: '1' }));
    const next = artefacts({ same: '1', changed: '2', missing: '1', new: '1' });
    for (const path of ['missing', 'gone']) spawnSync('rm', [join(folder, path)]);
    const before = contents(folder);
    expect(compareOutput(folder, next)).toEqual([
      { path: 'changed', change: 'changed' },
      { path: 'index.json', change: 'changed' },
      { path: 'missing', change: 'missing' },
      { path: 'new', change: 'missing' },
      { path: 'stale/x', change: 'stale' },
    ]);
    expect(contents(folder)).toEqual(before);
  });

  test('finds nothing after a write, and everything missing in a folder that is not there', () => {
    const folder = join(scratch(), 'out');
    const files = artefacts({ a: 'a' });
    expect(compareOutput(folder, files).map(({ change }) => change)).toEqual(['missing', 'missing']);
    writeOutput(folder, files);
    expect(compareOutput(folder, files)).toEqual([]);
  });

  test('counts what is in the way or cannot be read as changed', () => {
    const folder = scratch({ 'a/x': '', b: '', 'c/y': '1' });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'c'), 0);
    const files = ['a', 'b/x', 'c/y'].map((path) => ({ path, content: toChunks('1') }));
    const changes = asNobody(() => compareOutput(folder, files)).map(({ change }) => change);
    chmodSync(join(folder, 'c'), 0o755);
    expect(changes).toEqual(['changed', 'changed', 'changed']);
  });
});
