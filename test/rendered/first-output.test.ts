import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Artefact } from '../../src/model/artefact.js';
import { type FirstOutput, beginFirstOutput, beginWhereMissing } from '../../src/rendered/first-output.js';
import { writeOutput } from '../../src/rendered/write.js';
import { type Files, artefacts, contents } from './folder.js';
import { asNobody, scratch } from '../sources/scratch.js';

const STORED: Files = { 'northbound/shared/b.json': 'b', 'northbound/shared/a.json': 'a' };
const OTHERS: Files = { 'nodes/n': 'n' };

/** Stores files as a run does that makes them one after the other: their bytes are in one place. */
function storeAll({ store }: FirstOutput, files: Files): void {
  const place = Buffer.alloc(100);
  for (const [path, text] of Object.entries(files)) {
    const content = [place.subarray(0, place.write(text))];
    const artefact: Artefact = { path, content, sources: ['Kind a/b'], counts: { ACL: 1 } };
    expect(store(artefact)).toMatchObject({ path, sources: ['Kind a/b'], counts: { ACL: 1 } });
  }
}

/** All of the files, of which the index lists every one. */
function others(): ReturnType<typeof artefacts> {
  return artefacts({ ...STORED, ...OTHERS }).filter(({ path }) => !(path in STORED));
}

describe('an output folder that is made file by file', () => {
  test('holds what was stored and what comes at its end', () => {
    const [top, whole] = [scratch(), join(scratch(), 'rendered')];
    const begun = beginFirstOutput(join(top, 'x/rendered'));
    expect(readdirSync(top)).toEqual([]);
    storeAll(begun, STORED);
    expect(existsSync(join(top, 'x/rendered'))).toBe(false);
    expect(writeOutput(join(top, 'x/rendered'), others(), { begun })).toEqual([]);
    begun.discard();
    expect(writeOutput(whole, artefacts({ ...STORED, ...OTHERS }))).toEqual([]);
    expect(contents(join(top, 'x/rendered'))).toEqual(contents(whole));
    expect(readdirSync(join(top, 'x'))).toEqual(['rendered']);
  });

  test('leaves nothing where it is discarded, but what others have put beside it', () => {
    const top = scratch();
    const [begun, beside] = ['x/y/rendered', 'z/rendered'].map((path) => beginFirstOutput(join(top, path)));
    for (const each of [begun, beside]) if (each) storeAll(each, STORED);
    writeFileSync(join(top, 'z/mine'), 'mine');
    begun?.discard();
    beside?.discard();
    expect(contents(top)).toEqual({ 'z/mine': 'mine' });
    expect(readdirSync(top)).toEqual(['z']);
  });

  test('becomes a change of the folder that has come into its place meanwhile', () => {
    const top = scratch();
    const folder = join(top, 'rendered');
    const begun = beginFirstOutput(folder);
    storeAll(begun, STORED);
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine'), 'mine');
    expect(writeOutput(folder, others(), { begun })).toEqual([]);
    expect(contents(folder)).toMatchObject({ ...STORED, ...OTHERS, mine: 'mine' });
    expect(readdirSync(top)).toEqual(['rendered']);
  });

  test('is refused where somebody has put a file of the same name there meanwhile', () => {
    const folder = join(scratch(), 'rendered');
    const begun = beginFirstOutput(folder);
    storeAll(begun, STORED);
    mkdirSync(join(folder, 'northbound/shared'), { recursive: true });
    writeFileSync(join(folder, 'northbound/shared/a.json'), 'mine');
    expect(writeOutput(folder, others(), { begun })).toMatchObject([{ code: 'output/foreign-file' }]);
    expect(contents(folder)).toEqual({ 'northbound/shared/a.json': 'mine' });
  });

  test('reports at its end what the operating system refused when a file was stored', () => {
    const top = scratch();
    chmodSync(top, 0o555);
    const folder = join(top, 'rendered');
    const found = asNobody(() => {
      const begun = beginFirstOutput(folder);
      storeAll(begun, STORED);
      return writeOutput(folder, others(), { begun });
    });
    expect(found).toMatchObject([{ code: 'output/unwritable' }]);
    expect(found[0]?.message).toMatch(/permission denied \(EACCES\)$/);
    expect(readdirSync(top)).toEqual([]);
  });

  test('takes no path that leaves it, and none twice', () => {
    const { store, finish, discard } = beginFirstOutput(join(scratch(), 'rendered'));
    const of = (path: string): Artefact => ({ path, content: [], sources: [], counts: {} });
    expect(() => store(of('../x'))).toThrow('leaves the output folder');
    store(of('a'));
    expect(() => finish([of('a')])).toThrow('occurs twice');
    discard();
  });

  test('is begun only where there is nothing', () => {
    const top = scratch({ file: '' });
    expect(beginWhereMissing(top)).toBeUndefined();
    expect(beginWhereMissing(join(top, 'file'))).toBeUndefined();
    expect(beginWhereMissing(join(top, 'new'))).toBeDefined();
  });
});
