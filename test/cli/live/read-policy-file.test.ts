import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createPolicyFileReader } from '../../../src/cli/live/read-policy-file.js';

let path = '';
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-policy-'));
  path = join(folder, 'weir.policy.json');
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
});

const textOf = (read: ReturnType<typeof createPolicyFileReader>): string => {
  const found = read();
  return 'result' in found ? found.problems.join() : Buffer.from(found).toString();
};

/** A clock that is so many milliseconds after the last write of the file. */
const after = (milliseconds: number) => () => statSync(path).ctimeMs + milliseconds;

it('returns the same bytes while the file is the same, and others after each write and replacement', () => {
  writeFileSync(path, 'one');
  const read = createPolicyFileReader(path, after(5000));
  expect(textOf(read)).toBe('one');
  expect(read()).toBe(read());
  writeFileSync(path, 'other');
  expect(textOf(read)).toBe('other');
  writeFileSync(`${path}.new`, 'third');
  renameSync(`${path}.new`, path);
  expect(textOf(read)).toBe('third');
});

it('reads a file again that was written shortly before, as a later write may have the same time', () => {
  writeFileSync(path, 'one');
  const read = createPolicyFileReader(path, after(1000));
  const first = read();
  expect(read()).toEqual(first);
  expect(read()).not.toBe(first);
});

it('fails while there is no file, and not after that', () => {
  const read = createPolicyFileReader(path);
  expect(textOf(read)).toContain('cannot be read');
  writeFileSync(path, 'one');
  expect(textOf(read)).toBe('one');
  rmSync(path);
  expect(textOf(read)).toContain('cannot be read');
});
