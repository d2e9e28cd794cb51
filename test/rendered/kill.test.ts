import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isIndexPath } from '../../src/output-index/artefact-path.js';
import { emitIndex } from '../../src/output-index/index-file.js';
import { writeOutput } from '../../src/rendered/write.js';
import { readArtefact, readRenderedFolder } from '../../src/rendered/read-folder.js';
import { toChunks } from '../../src/std/byte-writer.js';
import { shortDigest } from '../../src/std/split-by-digest.js';
import { scratch } from '../sources/scratch.js';

type Files = Readonly<Record<string, string>>;

const SCRIPT = fileURLToPath(new URL('kill-at.mjs', import.meta.url));
const LIBRARY = fileURLToPath(new URL('../../build/rendered/write.js', import.meta.url));

const OLD: Files = { 'nodes/a/x': 'old', 'zones/z/gone': 'old', same: 'same', b: 'old' };
const NEW: Files = { 'nodes/a/x': 'new', 'nodes/c/y': 'old', same: 'same', b: 'new' };
const NEXT: Files = { 'nodes/a/x': 'next', b: 'new', 'd/e': 'next' };
const FOREIGN = 'zones/z/mine';

/** The same with as many zones as make an index of several files. */
const LISTED_OLD: Files = { ...OLD };
const LISTED_NEW: Files = { ...NEW };
const ZONES: ReadonlyMap<Files, readonly string[]> = new Map([
  [LISTED_OLD, zonesUnder('012')],
  [LISTED_NEW, [...zonesUnder('1'), ...zonesUnder('23').map((name) => `${name}b`)]],
]);

/** Long names whose entries are in the files of the index for these digits. */
function zonesUnder(digits: string): string[] {
  return Array.from(digits).flatMap((digit) =>
    Array.from({ length: 400 }, (_, number) => `zone-${number}-${'x'.repeat(500)}`)
      .filter((name) => shortDigest(`zones/${name}`).startsWith(digit))
      .slice(0, 15),
  );
}

function artefactsOf(files: Files) {
  const artefacts = Object.entries(files).map(([path, text]) => ({
    path,
    content: toChunks(text),
    sources: [],
    counts: {},
  }));
  return [...artefacts, ...emitIndex(artefacts, { zones: ZONES.get(files) ?? [], nodes: [] }, '')];
}

/** A folder with the old files, and one of somebody else. */
function oldFolder(files = OLD): string {
  const folder = scratch();
  writeOutput(folder, artefactsOf(files));
  writeFileSync(join(folder, FOREIGN), 'mine');
  return folder;
}

function textsOf(files: Files): { path: string; text: string }[] {
  return artefactsOf(files).map(({ path, content }) => ({ path, text: Buffer.concat(content).toString() }));
}

/** What leads from a folder with some files to the others. */
function updateOf(before: ReturnType<typeof textsOf>, after: ReturnType<typeof textsOf>) {
  const known = new Map(before.map(({ path, text }) => [path, text]));
  const wanted = new Set(after.map(({ path }) => path));
  return {
    files: after.filter(({ path, text }) => known.get(path) !== text),
    gone: [...known.keys()].filter((path) => !wanted.has(path)),
    held: [...known.keys()],
  };
}

interface WriterOptions {
  /** The process is killed before it. */
  readonly operation?: number;
  /** What the folder is known to hold; only what differs is written then. */
  readonly before?: Files;
}

/** Writes the files from a process of its own, which is killed before an operation, if one is given. Gives what it prints. */
function runWriter(folder: string, files: Files, copies: string, { operation, before }: WriterOptions = {}): string {
  const texts = textsOf(files);
  const args = [SCRIPT, folder, LIBRARY, copies, ...(operation === undefined ? [] : [String(operation)])];
  const { stdout, stderr, signal } = spawnSync(process.execPath, args, {
    input: JSON.stringify(before ? updateOf(textsOf(before), texts) : texts),
    encoding: 'utf8',
  });
  if (signal === 'SIGKILL') return 'killed';
  if (stderr !== '') throw new Error(stderr);
  return stdout;
}

/** Writes the files, and gives a folder for each operation on the disk: what a kill just before it leaves. */
function writeInSteps(folder: string, files: Files, before?: Files): string[] {
  const copies = scratch();
  const count = Number(runWriter(folder, files, copies, before ? { before } : {}));
  return Array.from({ length: count }, (_, operation) => join(copies, String(operation)));
}

/** What an applier reads: every file that counts, or why one cannot be read. */
function read(folder: string): Files | string {
  const rendered = readRenderedFolder(folder);
  if ('result' in rendered) return rendered.problems.join();
  const files: Record<string, string> = {};
  for (const path of rendered.artefacts.keys()) {
    const artefact = readArtefact(rendered, path);
    if (!artefact || 'result' in artefact) return artefact?.problems.join() ?? path;
    files[path] = artefact.text;
  }
  return files;
}

/** The paths of all files in a folder. */
function pathsIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function expectWhole(folder: string, files: Files): void {
  expect(read(folder)).toEqual(files);
  expect(pathsIn(folder)).toEqual([...artefactsOf(files).map(({ path }) => path), FOREIGN].sort());
  expect(readFileSync(join(folder, FOREIGN), 'utf8')).toBe('mine');
}

/** Kills a write at each of its operations, and gives what readers find: which of the two, for each. */
function killEverywhere(folder: string, before: Files, files: Files, isKnown = false): ('before' | 'after')[] {
  const left = writeInSteps(folder, files, isKnown ? before : undefined);
  expectWhole(folder, files);
  return left.map((each, operation) => {
    const seen = read(each);
    const isAfter = isDeepStrictEqual(seen, files);
    if (!isAfter) expect(seen, `killed before operation ${operation}`).toEqual(before);
    // Whoever comes next makes it good, whatever it writes.
    expect(writeOutput(each, artefactsOf(NEXT))).toEqual([]);
    expectWhole(each, NEXT);
    return isAfter ? 'after' : 'before';
  });
}

/** All texts in a folder by path, without the ids of processes. */
function textsIn(folder: string): Files {
  const texts = pathsIn(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
  return Object.fromEntries(texts.map(([path, text]) => [path.replace(/^\.weir-[0-9]+/, '.weir-id'), text]));
}

describe('a run that is killed at any of its operations on the disk', () => {
  test('leaves all of the old or all of the new to a reader, and a sound folder to the next run', () => {
    const found = killEverywhere(oldFolder(), OLD, NEW);
    const change = found.indexOf('after');
    expect(change).toBeGreaterThan(5);
    expect(found.length - change).toBeGreaterThan(5);
    // Once it counts it counts for good.
    expect(found.slice(change)).not.toContain('before');
  }, 600_000);

  test.each([
    [OLD, NEW],
    [LISTED_OLD, LISTED_NEW],
  ])(
    'leaves the same where it only writes what is another than before',
    (before, after) => {
      const found = killEverywhere(oldFolder(before), before, after, true);
      const change = found.indexOf('after');
      expect(change).toBeGreaterThan(5);
      expect(found.slice(change)).not.toContain('before');
    },
    600_000,
  );

  test('leaves the same with an index of several files, of which some change, come and go', () => {
    const lists = (files: Files) => artefactsOf(files).flatMap(({ path }) => (isIndexPath(path) ? [path] : []));
    expect(lists(LISTED_OLD).length).toBeGreaterThan(2);
    expect(lists(LISTED_NEW)).not.toEqual(lists(LISTED_OLD));
    const found = killEverywhere(oldFolder(LISTED_OLD), LISTED_OLD, LISTED_NEW);
    const change = found.indexOf('after');
    expect(change).toBeGreaterThan(5);
    expect(found.slice(change)).not.toContain('before');
  }, 600_000);

  test('may be the one that makes good what another has left', () => {
    // All has been moved but the index, and half of it.
    const half = writeInSteps(oldFolder(), NEW).at(-5) ?? '';
    expect(read(half)).toEqual(NEW);
    const found = killEverywhere(half, NEW, NEXT);
    expect(found.indexOf('after')).toBeGreaterThan(5);
  }, 600_000);

  test('leaves what the copies show that were made before each operation', () => {
    const template = oldFolder();
    const left = writeInSteps(copyOf(template), NEW);
    for (const operation of [0, 5, left.length >> 1, left.length - 1]) {
      const folder = copyOf(template);
      expect(runWriter(folder, NEW, '', { operation })).toBe('killed');
      expect(textsIn(folder)).toEqual(textsIn(left[operation] ?? ''));
    }
  }, 600_000);
});

describe('a first run that is killed at any of its operations on the disk', () => {
  test('leaves no output folder or a whole one, and nothing beside it once the next run has ended', () => {
    const left = writeInSteps(join(scratch(), 'out'), NEW);
    const found = left.map((parent, operation) => {
      const folder = join(parent, 'out');
      expect(existsSync(folder), `killed before operation ${operation}`).toBe(false);
      const leftovers = readdirSync(parent);
      // The process that made it has ended.
      expect(leftovers.every((name) => /^\.out\.weir-[0-9]+$/.test(name))).toBe(true);
      expect(writeOutput(folder, artefactsOf(NEXT))).toEqual([]);
      expect(read(folder)).toEqual(NEXT);
      expect(readdirSync(parent)).toEqual(['out']);
      return leftovers.length;
    });
    expect(found.filter((count) => count === 1).length).toBeGreaterThan(5);
  }, 600_000);

  test('makes the same files as in a folder that is there', () => {
    const [folder, empty] = [join(scratch(), 'x/y/out'), scratch()];
    for (const each of [folder, empty]) expect(writeOutput(each, artefactsOf(LISTED_NEW))).toEqual([]);
    expect(textsIn(folder)).toEqual(textsIn(empty));
  });
});

function copyOf(folder: string): string {
  const copy = scratch();
  cpSync(folder, copy, { recursive: true });
  return copy;
}
