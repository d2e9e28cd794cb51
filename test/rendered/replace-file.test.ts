import { readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile } from '../../src/rendered/replace-file.js';
import { scratch } from '../sources/scratch.js';

/** The number of no process: Linux has no larger one than 2^22. */
const ENDED = 2 ** 22 + 1;

it('a file is replaced, and what killed runs have left of it goes; what others have stays', () => {
  const running = `.lock.yaml.weir-${process.ppid}`;
  const kept = ['.other.yaml.weir-4194305', 'lock.yaml.4194305', running, '.lock.yaml.weir-x'];
  const folder = scratch({
    'lock.yaml': 'old',
    [`.lock.yaml.weir-${ENDED}`]: 'half',
    ...Object.fromEntries(kept.map((name) => [name, 'kept'])),
  });
  expect(replaceFile(join(folder, 'lock.yaml'), 'new')).toEqual([]);
  expect(readFileSync(join(folder, 'lock.yaml'), 'utf8')).toBe('new');
  expect(readdirSync(folder).sort()).toEqual([...kept, 'lock.yaml'].sort());
});

it('a link of the machine leads to the file that is replaced, and a draft of it is beside that file', () => {
  const data = scratch({ page: 'old', [`.page.weir-${ENDED}`]: 'half' });
  const folder = scratch();
  symlinkSync(join(data, 'page'), join(folder, 'latest'));
  expect(replaceFile(join(folder, 'latest'), 'new')).toEqual([]);
  expect(readdirSync(data)).toEqual(['page']);
  expect(readFileSync(join(data, 'page'), 'utf8')).toBe('new');
});
