import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { beginFirstOutput } from '../../src/rendered/first-output.js';
import { writeOutput } from '../../src/rendered/write.js';
import { scratch } from '../sources/scratch.js';
import { artefacts } from './folder.js';

const fault = vi.hoisted((): { operation: string; after: number } => ({ operation: '', after: 0 }));

/** The file system, with a disk that fills up at the operation that `fault` tells. */
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  const failing =
    <Arguments extends unknown[], Result>(operation: string, run: (...list: Arguments) => Result) =>
    (...list: Arguments): Result => {
      if (fault.operation === operation && fault.after-- === 0) {
        throw Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28, syscall: operation });
      }
      return run(...list);
    };
  return {
    ...original,
    writeFileSync: failing('write', original.writeFileSync),
    renameSync: failing('rename', original.renameSync),
  };
});

/** Runs `writeOutput` with a disk that is full after so many operations of a sort. */
function writeUntil(operation: 'write' | 'rename', after: number, folder: string, files: Record<string, string>) {
  Object.assign(fault, { operation, after });
  const reports = writeOutput(folder, artefacts(files));
  fault.operation = '';
  return reports;
}

afterEach(() => {
  fault.operation = '';
});

describe('a disk that fills up', () => {
  test.each([0, 1, 2])('after %d staged files leaves the folder as it was', (after) => {
    const folder = scratch();
    writeOutput(folder, artefacts({ a: 'old', stale: 'stale' }));
    const reports = writeUntil('write', after, folder, { a: 'new', 'b/c': 'new' });
    expect(reports).toMatchObject([{ code: 'output/unwritable' }]);
    expect(reports[0]?.message).toMatch(/no space left on device \(ENOSPC\)$/);
    expect(readdirSync(folder)).toEqual(['a', 'index.json', 'stale']);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('old');
  });

  test('while staging leaves no folder where there was none', () => {
    const top = scratch();
    expect(writeUntil('write', 1, join(top, 'x/y'), { a: 'a', b: 'b' })).toHaveLength(1);
    expect(existsSync(join(top, 'x'))).toBe(false);
  });

  test('while the first of several files are stored leaves no folder, and is told at the end', () => {
    const top = scratch();
    const begun = beginFirstOutput(join(top, 'x/y'));
    Object.assign(fault, { operation: 'write', after: 1 });
    for (const { path, content } of artefacts({ a: 'a', b: 'b', c: 'c' }))
      begun.store({ path, content, sources: [], counts: {} });
    fault.operation = '';
    expect(readdirSync(top)).toEqual([]);
    const [report] = writeOutput(join(top, 'x/y'), artefacts({ d: 'd' }), { begun });
    expect(report?.message).toMatch(/no space left on device \(ENOSPC\)$/);
    expect(readdirSync(top)).toEqual([]);
  });

  test.each([0, 1, 2])('after %d moved files keeps the old index, and the next run makes it good', (after) => {
    const folder = scratch();
    writeOutput(folder, artefacts({ a: 'old', stale: 'stale' }));
    const index = readFileSync(join(folder, 'index.json'), 'utf8');
    expect(writeUntil('rename', after, folder, { a: 'new', b: 'new' })).toMatchObject([{ code: 'output/unwritable' }]);
    expect(readFileSync(join(folder, 'index.json'), 'utf8')).toBe(index);
    expect(writeOutput(folder, artefacts({ a: 'newer', b: 'newer' }))).toEqual([]);
    expect(readdirSync(folder)).toEqual(['a', 'b', 'index.json']);
    expect(readFileSync(join(folder, 'b'), 'utf8')).toBe('newer');
  });
});
