import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { STDIN_PATH, readFile, readFolder, readStdin } from '../../src/sources/collect.js';
import { DEFAULT_LIMITS } from '../../src/sources/source.js';
import { asNobody, codesOf, pathsOf, scratch } from './scratch.js';

const ALL = { include: ['**/*.yaml'], exclude: [] };

describe('readFolder', () => {
  test('reads the files that a glob matches, sorted by the bytes of their paths', () => {
    const root = scratch({
      'b.yaml': 'b',
      'a/z.yaml': 'z',
      'a.yaml': 'a',
      'a/b/c.yaml': 'c',
      'a/readme.md': 'no',
      '\uffee.yaml': '1',
      '\u{1f600}.yaml': '2',
    });
    expect(readFolder(root, ALL)).toEqual({
      files: [
        { path: 'a.yaml', text: 'a' },
        { path: 'a/b/c.yaml', text: 'c' },
        { path: 'a/z.yaml', text: 'z' },
        { path: 'b.yaml', text: 'b' },
        { path: '\uffee.yaml', text: '1' },
        { path: '\u{1f600}.yaml', text: '2' },
      ],
      reports: [],
    });
  });

  test('takes a folder for the YAML and JSON files below it, and a file for itself', () => {
    const root = scratch({ 'm/a.yaml': '', 'm/b/c.yml': '', 'm/d.json': '', 'm/e.txt': '', 'f.txt': '', 'g.yaml': '' });
    expect(pathsOf(readFolder(root, { include: ['m/', 'f.txt'], exclude: [] }))).toEqual([
      'f.txt',
      'm/a.yaml',
      'm/b/c.yml',
      'm/d.json',
    ]);
    expect(pathsOf(readFolder(root, { include: ['.'], exclude: [] }))).toHaveLength(4);
  });

  test('reads folders beside the root, and names them relative to it', () => {
    const top = scratch({ 'repo/a.yaml': 'a', 'inventory/pods.yaml': 'p' });
    const root = join(top, 'repo');
    const beside = readFolder(root, { include: ['../inventory/*.yaml', join(top, 'repo', '*.yaml')], exclude: [] });
    expect(pathsOf(beside)).toEqual(['../inventory/pods.yaml', 'a.yaml']);
  });

  test('reads a file once, whatever the number and the spelling of globs that match it', () => {
    const top = scratch({ 'repo/a.yaml': 'a' });
    const include = ['a.yaml', './*.yaml', '../repo/a.yaml', '../**/*.yaml', 'x/../a.yaml'];
    expect(pathsOf(readFolder(join(top, 'repo'), { include, exclude: [] }))).toEqual(['a.yaml']);
  });

  test('takes wildcard characters in the path of the root for themselves', () => {
    const top = scratch({ 'a[1]{b}*/x.yaml': 'x' });
    expect(pathsOf(readFolder(join(top, 'a[1]{b}*'), ALL))).toEqual(['x.yaml']);
  });

  test('leaves out what is excluded, with everything below it', () => {
    const root = scratch({
      'a.yaml': '',
      'out/b.yaml': '',
      'x/charts/deep/c.yaml': '',
      'x/d.yaml': '',
      '.h/e.yaml': '',
    });
    const result = readFolder(root, { include: ['**/*.yaml', '.h/*.yaml'], exclude: ['out', '**/charts', '**/e.*'] });
    expect(pathsOf(result)).toEqual(['a.yaml', 'x/d.yaml']);
  });

  test('skips .git, node_modules and hidden folders unless the glob names them', () => {
    const files = ['.git/a.yaml', 'node_modules/p/a.yaml', '.hidden/a.yaml', 'x/.git/a.yaml', 'x/node_modules/a.yaml'];
    const root = scratch(Object.fromEntries([...files, '.b.yaml', 'c.yaml'].map((path) => [path, ''])));
    const read = (...include: string[]) => pathsOf(readFolder(root, { include, exclude: [] }));
    expect(read('**/*.yaml')).toEqual(['c.yaml']);
    expect(read('**/.*/*.yaml')).toEqual(['.hidden/a.yaml']);
    expect(read('.hidden/**', 'node_modules/**/*.yaml', '**/.git/*.yaml')).toEqual([
      '.git/a.yaml',
      '.hidden/a.yaml',
      'node_modules/p/a.yaml',
      'x/.git/a.yaml',
    ]);
  });

  test('says that a glob matches nothing only when a person asked for it', () => {
    const root = scratch({ 'a.yaml': '' });
    const include = ['a.yaml', 'b.yaml', 'none/**/*.yaml'];
    expect(
      readFolder(root, { include, exclude: [], unmatched: 'error' }).reports.map(({ message }) => message),
    ).toEqual(["'b.yaml' matches no file", "'none/**/*.yaml' matches no file"]);
    expect(readFolder(root, { include, exclude: [] }).reports).toEqual([]);
  });

  test('says that the root is missing or is no folder', () => {
    const root = scratch({ 'a.yaml': '' });
    expect(readFolder(join(root, 'none'), ALL).reports[0]?.message).toMatch(/no such file or directory \(ENOENT\)$/);
    expect(readFolder(join(root, 'a.yaml'), ALL).reports[0]).toMatchObject({ code: 'source/unreadable' });
  });

  test('says which folder or file it may not read, and reads the others', () => {
    const root = scratch({ 'a.yaml': 'a', 'b.yaml': 'b', 'locked/c.yaml': 'c' });
    chmodSync(root, 0o755);
    chmodSync(join(root, 'b.yaml'), 0);
    chmodSync(join(root, 'locked'), 0);
    const result = asNobody(() => readFolder(root, ALL));
    expect(pathsOf(result)).toEqual(['a.yaml']);
    expect(codesOf(result)).toEqual(['source/unreadable locked', 'source/unreadable b.yaml']);
    expect(result.reports[0]?.message).toBe("cannot read 'locked': permission denied (EACCES)");
    chmodSync(join(root, 'locked'), 0o755);
  });

  test('opens no pipe, also one that a link leads to', () => {
    const root = scratch();
    execFileSync('mkfifo', [join(root, 'a.yaml')]);
    symlinkSync('a.yaml', join(root, 'b.yaml'));
    expect(codesOf(readFolder(root, ALL))).toEqual(['source/not-a-file a.yaml', 'source/not-a-file b.yaml']);
    expect(codesOf(readFolder(root, { include: ['a.yaml'], exclude: [] }))).toEqual(['source/not-a-file a.yaml']);
  });
});

describe('symbolic links', () => {
  test('to files inside the folder are read, those that lead out are reported', () => {
    const top = scratch({ 'repo/a.yaml': 'a', 'secret.yaml': 'secret' });
    const root = join(top, 'repo');
    symlinkSync('a.yaml', join(root, 'inside.yaml'));
    symlinkSync('../secret.yaml', join(root, 'outside.yaml'));
    symlinkSync('nothing', join(root, 'broken.yaml'));
    symlinkSync('nothing', join(root, 'broken.txt'));
    const result = readFolder(root, ALL);
    expect(pathsOf(result)).toEqual(['a.yaml', 'inside.yaml']);
    expect(codesOf(result).sort()).toEqual(['source/symlink outside.yaml', 'source/unreadable broken.yaml']);
  });

  test('to folders are not followed, so that a loop ends', () => {
    const root = scratch({ 'a/b.yaml': '' });
    symlinkSync('..', join(root, 'a', 'loop'));
    const result = readFolder(root, ALL);
    expect(pathsOf(result)).toEqual(['a/b.yaml']);
    expect(result.reports).toMatchObject([{ code: 'source/symlink-skipped', severity: 'warning' }]);
  });

  test('are followed where a person names them', () => {
    const root = scratch({ 'real/b.yaml': '' });
    symlinkSync('real', join(root, 'link'));
    expect(pathsOf(readFolder(root, { include: ['link'], exclude: [] }))).toEqual(['link/b.yaml']);
  });
});

describe('text', () => {
  test('loses its byte order mark', () => {
    const root = scratch({ 'a.yaml': '\ufeffkind: A' });
    expect(readFolder(root, ALL).files).toEqual([{ path: 'a.yaml', text: 'kind: A' }]);
  });

  test('that is not UTF-8 is reported at its first bad byte', () => {
    const bad = Buffer.concat([Buffer.from('\ufeffa: é😀 \ufffd\nb: '), Buffer.from([0xe9, 0x20, 0xff])]);
    const result = readFolder(scratch({ 'a.yaml': bad, 'b.yaml': 'good' }), ALL);
    expect(pathsOf(result)).toEqual(['b.yaml']);
    expect(result.reports[0]?.message).toBe("'a.yaml' is not UTF-8: byte 0xe9 at offset 20");
    expect(result.reports[0]?.location).toEqual({
      ...{ path: 'a.yaml', text: 'a: é😀 \ufffd\nb: \ufffd \ufffd' },
      ...{ offset: 12, length: 1 },
    });
  });

  test('that ends inside a character, or is UTF-16, is not UTF-8', () => {
    const root = scratch({ 'a.yaml': Buffer.from([0x61, 0xc3]), 'b.yaml': Buffer.from('\ufeffab', 'utf16le') });
    expect(readFolder(root, ALL).reports.map(({ message }) => message)).toEqual([
      "'a.yaml' is not UTF-8: byte 0xc3 at offset 1",
      "'b.yaml' is not UTF-8: byte 0xff at offset 0",
    ]);
  });

  test('of a file whose name is not UTF-8 is not read', () => {
    const root = scratch();
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff]), Buffer.from('.yaml')]), '');
    expect(codesOf(readFolder(root, ALL))).toEqual(['source/bad-name \ufffd.yaml']);
  });
});

describe('limits', () => {
  const limits = { ...DEFAULT_LIMITS, fileBytes: 4, totalBytes: 6, files: 3 };

  test('refuse a file that is too large and read the others', () => {
    const result = readFolder(scratch({ 'a.yaml': '12345', 'b.yaml': '1234' }), { ...ALL, limits });
    expect(pathsOf(result)).toEqual(['b.yaml']);
    expect(result.reports[0]?.message).toBe("'a.yaml' is too large, expected at most 4 bytes");
  });

  test('refuse everything when it is too much together', () => {
    const tooMuch = readFolder(scratch({ 'a.yaml': '1234', 'b.yaml': '123' }), { ...ALL, limits });
    expect([pathsOf(tooMuch), codesOf(tooMuch)]).toEqual([[], ['source/input-too-large']]);
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.yaml`, '']));
    const tooMany = readFolder(scratch(files), { ...ALL, limits });
    expect([pathsOf(tooMany), codesOf(tooMany)]).toEqual([[], ['source/too-many-files']]);
  });

  test('are 128 MiB a file, 2 GiB and 200,000 files in all, and 50,000 entries outside of the repository', () => {
    expect(DEFAULT_LIMITS).toEqual({
      fileBytes: 134_217_728,
      totalBytes: 2_147_483_648,
      files: 200_000,
      entries: { inside: 2_000_000, outside: 50_000 },
    });
  });

  test('end the walk of a glob that leads through too much, whichever globs led there, and name it', () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => [`out/${name}.yaml`, ''] as const);
    const root = scratch({ 'repository/.git/HEAD': '', 'repository/x.yaml': '', ...Object.fromEntries(names) });
    const read = (outside: number, include: readonly string[]) =>
      readFolder(join(root, 'repository'), {
        include,
        exclude: [],
        limits: { ...DEFAULT_LIMITS, entries: { inside: 99, outside } },
      });
    expect(pathsOf(read(4, ['*.yaml', '../out/*.yaml']))).toHaveLength(5);
    const tooMany = read(3, ['*.yaml', '../out/*.yaml']);
    expect([pathsOf(tooMany), codesOf(tooMany)]).toEqual([[], ['source/too-many-entries']]);
    expect(tooMany.reports[0]?.message).toBe(
      "'../out/*.yaml' requires a search in too many files and folders, expected at most 3",
    );
    expect(codesOf(read(7, ['../out/*.yaml', '../out/*.json']))).toEqual(['source/too-many-entries']);
    expect(codesOf(read(3, ['/**/*.yaml']))).toEqual(['source/too-many-entries']);
  });

  test('end the descent into very deep folders', () => {
    const root = scratch();
    mkdirSync(join(root, 'd/'.repeat(150)), { recursive: true });
    expect(readFolder(root, ALL).reports.map(({ code }) => code)).toEqual(['source/path-too-long']);
  });
});

describe('readFile and readStdin', () => {
  test('read one file, and say when there is none', () => {
    const root = scratch({ 'weir.yaml': 'a: 1' });
    expect(readFile(root, 'weir.yaml').files).toEqual([{ path: 'weir.yaml', text: 'a: 1' }]);
    expect(codesOf(readFile(root, 'none.yaml'))).toEqual(['source/unreadable none.yaml']);
    expect(readFile(root, '.').reports[0]?.message).toContain('EISDIR');
  });

  test('read all of a file, whatever its length is beside that of what is read at once', () => {
    for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]) {
      const text = `${'x'.repeat(Math.max(length - 1, 0))}y`.slice(0, length);
      expect(readFile(scratch({ 'a.yaml': text }), 'a.yaml').files).toEqual([{ path: 'a.yaml', text }]);
    }
  });

  test('read a pipe to its end, in whatever pieces it comes', () => {
    const pipe = join(scratch(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const pieces = ['a: 1\n', `# ${'x'.repeat(100_000)}\n`, 'b: 2\n'];
    const program = `for (const piece of ${JSON.stringify(pieces)}) { process.stdout.write(piece); }`;
    spawn('sh', ['-c', `"$0" -e "$1" > "$2"`, process.execPath, program, pipe], { stdio: 'ignore' });
    expect(readFile('/', pipe).files[0]?.text).toBe(pieces.join(''));
  });

  test('read a file that does not know its size', () => {
    expect(readFile('/', '/proc/self/status').files[0]?.text).toContain('Name:');
  });

  test('read a stream to its end, also when a character is split', async () => {
    const bytes = Buffer.from('a: é');
    const result = await readStdin(Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]));
    expect(result.files).toEqual([{ path: STDIN_PATH, text: 'a: é' }]);
  });

  test('report a stream that is not UTF-8 or too large', async () => {
    expect(codesOf(await readStdin(Readable.from([Buffer.from([0xff])])))).toEqual([`source/not-utf8 ${STDIN_PATH}`]);
    const limits = { ...DEFAULT_LIMITS, fileBytes: 2, totalBytes: 2, files: 1 };
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.from('xx');
      })(),
    );
    expect(codesOf(await readStdin(endless, limits))).toEqual([`source/file-too-large ${STDIN_PATH}`]);
  });
});
