import { renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readFolder } from '../../src/sources/collect.js';
import { createFileMemory } from '../../src/sources/file-memory.js';
import type { FolderChanges } from '../../src/sources/watch-folders.js';
import { scratch } from './scratch.js';

const OPTIONS = { include: ['*.yaml'], exclude: [] };

test('a file that nobody has written is the same object, and is not read again', async () => {
  const folder = scratch({ 'a.yaml': 'kind: A\n', 'b.yaml': 'kind: B\n' });
  const memory = createFileMemory();
  const read = () => readFolder(folder, { ...OPTIONS, memory }).files;
  const [first] = read();
  // Until then the time of the last change does not tell it from the next one.
  await sleep(300);
  expect(read()[0]).toBe(first);
  let looks = 0;
  memory.read(join(folder, 'a.yaml'), 'a.yaml', () => {
    looks++;
    throw new Error('it was read');
  });
  expect(looks).toBe(0);
});

test('a file is read again after each change, also where neither its size nor its time differ', async () => {
  const folder = scratch({ 'a.yaml': 'kind: A\n' });
  const memory = createFileMemory();
  const text = () => readFolder(folder, { ...OPTIONS, memory }).files[0]?.text;
  expect(text()).toBe('kind: A\n');
  writeFileSync(join(folder, 'a.yaml'), 'kind: B\n');
  expect(text()).toBe('kind: B\n');
  await sleep(300);
  expect(text()).toBe('kind: B\n');
  const before = statSync(join(folder, 'a.yaml'));
  writeFileSync(join(folder, 'next'), 'kind: C\n');
  renameSync(join(folder, 'next'), join(folder, 'a.yaml'));
  expect(statSync(join(folder, 'a.yaml')).size).toBe(before.size);
  expect(text()).toBe('kind: C\n');
});

test('a file that the last runs did not read is forgotten', async () => {
  const folder = scratch({ 'a.yaml': 'kind: A\n' });
  const memory = createFileMemory();
  const [first] = readFolder(folder, { ...OPTIONS, memory }).files;
  await sleep(300);
  for (let run = 0; run < 20; run++) memory.endRun();
  expect(readFolder(folder, { ...OPTIONS, memory }).files[0]).not.toBe(first);
});

test('the folders that a glob leads into are noted, and of a base that is missing the one above', () => {
  const folder = scratch({ 'egress/a/b.yaml': 'kind: A\n' });
  const memory = createFileMemory();
  readFolder(folder, { include: ['egress/**/*.yaml', 'none/below/*.yaml'], exclude: [], memory });
  expect([...memory.folders].sort()).toEqual([folder, join(folder, 'egress'), join(folder, 'egress/a')]);
});

test('what globs select is not looked at again where it is known what has happened', () => {
  const folder = scratch({ 'a.yaml': 'kind: A\n', 'b.yaml': 'kind: B\n' });
  const memory = createFileMemory();
  const texts = (changes?: FolderChanges) => {
    memory.beginRun(changes);
    return readFolder(folder, { ...OPTIONS, memory }).files.map(({ text }) => text);
  };
  const [a, b, c] = ['a', 'b', 'c'].map((name) => join(folder, `${name}.yaml`)) as [string, string, string];
  expect(texts()).toEqual(['kind: A\n', 'kind: B\n']);
  writeFileSync(a, 'kind: C\n');
  writeFileSync(b, 'kind: D\n');
  expect(texts(new Map())).toEqual(['kind: A\n', 'kind: B\n']);
  expect(texts(new Map([[a, 'change']]))).toEqual(['kind: C\n', 'kind: B\n']);
  expect(texts()).toEqual(['kind: C\n', 'kind: D\n']);
  renameSync(a, c);
  expect(
    texts(
      new Map([
        [a, 'rename'],
        [c, 'rename'],
      ]),
    ),
  ).toEqual(['kind: D\n', 'kind: C\n']);
});
