import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeInventory } from '../../src/rendered/write-inventory.js';
import { readFolder } from '../../src/sources/collect.js';
import { scratch } from '../sources/scratch.js';

type Files = Readonly<Record<string, string>>;

const SCRIPT = fileURLToPath(new URL('kill-at.mjs', import.meta.url));
const LIBRARY = fileURLToPath(new URL('../../build/rendered/write-inventory.js', import.meta.url));

const OLD: Files = { 'node.yaml': 'old', 'pod.yaml': 'old', 'egressip.yaml': 'old' };
const NEW: Files = { 'node.yaml': 'new', 'pod.yaml': 'new', 'service.yaml': 'new' };

const textsOf = (files: Files) => Object.entries(files).map(([path, text]) => ({ path, text }));
const write = (folder: string, files: Files) =>
  writeInventory(folder, textsOf(files), (path) => path.endsWith('.yaml'));

/** What a compile reads of the inventory. */
function read(folder: string): Files {
  const { files, reports } = readFolder(folder, { include: ['**/*'], exclude: [], withoutOwnOutput: true });
  expect(reports).toEqual([]);
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

/** Writes the files in a process that copies the folder before each operation on the disk, or is killed before one. */
function run(folder: string, files: Files, copies: string, operation?: number) {
  const args = [SCRIPT, folder, LIBRARY, copies, ...(operation === undefined ? [] : [String(operation)])];
  return spawnSync(process.execPath, args, { input: JSON.stringify(textsOf(files)), encoding: 'utf8' });
}

function oldInventory(): string {
  const folder = join(scratch(), 'inventory');
  expect(write(folder, OLD)).toBeUndefined();
  expect(readdirSync(folder).sort()).toEqual(Object.keys(OLD).sort());
  return folder;
}

test('weir inventory that is killed at any operation on the disk leaves all of the old or all of the new', () => {
  const [folder, copies] = [oldInventory(), scratch()];
  const { stdout, stderr } = run(folder, NEW, copies);
  expect(stderr).toBe('');
  expect(read(folder)).toEqual(NEW);
  expect(readdirSync(folder).sort()).toEqual(Object.keys(NEW).sort());
  const found = Array.from({ length: Number(stdout) }, (_, operation) => {
    const left = join(copies, String(operation));
    const seen = read(left);
    const isNew = seen['node.yaml'] === 'new';
    expect(seen, `killed before operation ${operation}`).toEqual(isNew ? NEW : OLD);
    // Whoever comes next makes it good.
    expect(write(left, OLD)).toBeUndefined();
    expect([read(left), readdirSync(left).sort()]).toEqual([OLD, Object.keys(OLD).sort()]);
    return isNew;
  });
  const change = found.indexOf(true);
  expect(change).toBeGreaterThan(3);
  expect(found.length - change).toBeGreaterThan(3);
  expect(found.slice(change)).not.toContain(false);
}, 600_000);

test('a kill leaves what the copies show that are made before each operation', () => {
  for (const [operation, expected] of [
    [2, OLD],
    [9, NEW],
  ] as const) {
    const folder = oldInventory();
    expect(run(folder, NEW, '', operation).signal).toBe('SIGKILL');
    expect(read(folder)).toEqual(expected);
  }
}, 600_000);

test('an inventory is not written over other files, nor into them', () => {
  const folder = scratch({ 'notes.txt': 'mine' });
  expect(write(folder, NEW)).toContain('notes.txt');
  expect(readdirSync(folder)).toEqual(['notes.txt']);
  const inside = scratch();
  mkdirSync(join(inside, 'egressip.yaml'));
  expect(write(inside, { 'egressip.yaml': 'x' })).toContain('holds egressip.yaml');
  expect(existsSync(join(inside, 'egressip.yaml'))).toBe(true);
});
