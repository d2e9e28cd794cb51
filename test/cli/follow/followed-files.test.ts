import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followFiles } from '../../../src/cli/run/followed-files.js';
import { readFolder } from '../../../src/sources/collect.js';
import { eventually } from '../../rig/eventually.js';

let folder: string;
let read: string[];
let files: ReturnType<typeof followFiles>;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'weir-followed-')));
  for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, `${name}.yaml`), `${name}: 1\n`);
  files = followFiles(() => undefined);
});
afterEach(() => {
  files.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a run. Returns the texts, and notes in `read` which files were inspected. */
function run(others: readonly string[] | undefined): readonly string[] {
  read = [];
  files.begin(others);
  const memory = {
    ...files.memory,
    read: (...[path, ...rest]: Parameters<typeof files.memory.read>) => {
      read.push(path.slice(folder.length + 1));
      return files.memory.read(path, ...rest);
    },
  };
  const found = readFolder(folder, { include: ['*.yaml'], exclude: [], memory });
  files.end();
  return found.files.map(({ text }) => text);
}

it('only files that changed, and those that are named, are inspected while events report changes', async () => {
  run(undefined);
  expect(read).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
  await eventually('only reported files are inspected', () => {
    run([]);
    expect(read).toEqual([]);
  });
  run([join(folder, 'b.yaml')]);
  expect(read).toEqual(['b.yaml']);
  writeFileSync(join(folder, 'c.yaml'), 'c: 2\n');
  await eventually('only reported files are inspected', () => {
    expect(run([])).toContain('c: 2\n');
  });
});

it('all files are inspected if any may have changed', async () => {
  await eventually('only reported files are inspected', () => {
    run([]);
    expect(read).toEqual([]);
  });
  run(undefined);
  expect(read).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
});
