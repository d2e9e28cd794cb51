import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolders } from '../../src/sources/watch-folders.js';
import { eventually } from '../rig/eventually.js';
import { scratch } from './scratch.js';

function watched(...folders: readonly string[]) {
  let rings = 0;
  const watch = watchFolders(() => rings++);
  onTestFinished(watch.close);
  watch.follow(folders);
  return { watch, rings: () => rings };
}

test('a change of an entry of a folder rings', async () => {
  const folder = scratch({ 'a.yaml': 'A' });
  const { rings } = watched(folder);
  writeFileSync(join(folder, 'a.yaml'), 'B');
  await eventually('a ring', () => rings() > 0);
});

test('another folder under the same name is followed in the place of the first', async () => {
  const folder = scratch({ 'egress/a.yaml': 'A', 'next/a.yaml': 'B' });
  const egress = join(folder, 'egress');
  const { watch, rings } = watched(egress);
  expect(watch.follow([egress])).toBe(false);
  rmSync(egress, { recursive: true });
  renameSync(join(folder, 'next'), egress);
  expect(watch.follow([egress])).toBe(true);
  const before = rings();
  writeFileSync(join(egress, 'a.yaml'), 'C');
  await eventually('a ring', () => rings() > before);
});

test('a folder that is not there is followed once it is', () => {
  const folder = scratch();
  const { watch } = watched(join(folder, 'egress'));
  mkdirSync(join(folder, 'egress'));
  expect(watch.follow([join(folder, 'egress')])).toBe(true);
});

test('it is told what has happened to which entry, once', async () => {
  const folder = scratch({ 'a.yaml': 'A' });
  const { watch, rings } = watched(folder);
  watch.take();
  writeFileSync(join(folder, 'a.yaml'), 'B');
  writeFileSync(join(folder, 'b.yaml'), 'B');
  await eventually('the events', () => rings() > 2);
  const expected = [
    [join(folder, 'a.yaml'), 'change'],
    [join(folder, 'b.yaml'), 'rename'],
  ];
  expect([...(watch.take() ?? [])]).toEqual(expected);
  expect([...(watch.take() ?? [])]).toEqual([]);
});

test('where a folder is another one, or too much has happened, nobody says what has', async () => {
  const folder = scratch({ 'egress/a.yaml': 'A', 'next/a.yaml': 'B' });
  const egress = join(folder, 'egress');
  const { watch, rings } = watched(egress);
  watch.take();
  for (let count = 0; count < 600; count++) writeFileSync(join(egress, `${count}.yaml`), 'C');
  await eventually('the events', () => rings() > 1000);
  expect(watch.take()).toBeUndefined();
  renameSync(egress, join(folder, 'aside'));
  renameSync(join(folder, 'next'), egress);
  expect(watch.take()).toBeUndefined();
  watch.follow([egress]);
  expect(watch.take()).toBeUndefined();
  expect(watch.take()).toEqual(new Map());
});
