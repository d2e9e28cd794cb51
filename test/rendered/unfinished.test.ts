import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareOutput } from '../../src/rendered/compare.js';
import { stagedName } from '../../src/output-index/artefact-path.js';
import { writeOutput } from '../../src/rendered/write.js';
import { scratch } from '../sources/scratch.js';
import { artefacts, contents, withoutIndex } from './folder.js';

/** A folder of `a` and `b`, on its way to `a` and `c`: `a` has been moved into place, `c` and the index have not. */
function interrupted(): string {
  const folder = scratch();
  writeOutput(folder, artefacts({ a: 'one', b: 'one' }));
  mkdirSync(join(folder, '.weir-next'));
  for (const { path, content } of artefacts({ a: 'two', c: 'two' })) {
    if (path !== 'a') writeFileSync(join(folder, '.weir-next', stagedName(path)), Buffer.concat(content));
  }
  writeFileSync(join(folder, 'a'), 'two');
  return folder;
}

describe('a run that ended', () => {
  test('between moving files and the index is made good by the next run', () => {
    const folder = interrupted();
    expect(writeOutput(folder, artefacts({ a: 'three', c: 'three' }))).toEqual([]);
    expect(withoutIndex(folder)).toEqual({ a: 'three', c: 'three' });
    expect(readdirSync(folder)).toEqual(['a', 'c', 'index.json']);
  });

  test('between moving files and the index is seen by a check, until a run has made it good', () => {
    const folder = interrupted();
    const files = artefacts({ a: 'two', c: 'two' });
    expect(compareOutput(folder, files)).toEqual([
      { path: '.weir-next/index.json', change: 'stale' },
      { path: 'b', change: 'stale' },
      { path: 'c', change: 'missing' },
      { path: 'index.json', change: 'changed' },
    ]);
    expect(writeOutput(folder, files)).toEqual([]);
    expect(compareOutput(folder, files)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['a', 'c', 'index.json']);
  });

  test('is not made good over files of others, nor through links', () => {
    const elsewhere = scratch({ c: 'theirs' });
    for (const occupy of [
      (at: string) => {
        writeFileSync(at, 'mine');
      },
      (at: string) => {
        symlinkSync(join(elsewhere, 'c'), at);
      },
    ]) {
      const folder = interrupted();
      occupy(join(folder, 'c'));
      const before = contents(folder);
      expect(writeOutput(folder, artefacts({ a: 'three' }))).toMatchObject([{ severity: 'error' }]);
      expect(contents(folder)).toEqual(before);
    }
    expect(contents(elsewhere)).toEqual({ c: 'theirs' });
  });
});
