import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutputMemory } from '../../src/rendered/output-memory.js';
import { readPaths } from '../../src/rendered/previous.js';
import { eventually } from '../rig/eventually.js';
import { scratch } from '../sources/scratch.js';

const INDEX = '{"weir":1,"artefacts":[{"path":"a"}]}';

test('what an index lists is known until somebody writes it again', async () => {
  const folder = scratch({ 'index.json': INDEX });
  const memory = createOutputMemory();
  const isKnown = (): boolean => {
    let isRead = false;
    memory.list(join(folder, 'index.json'), () => {
      isRead = true;
      return undefined;
    });
    return !isRead;
  };
  // A file that has just been written may change again under the same time.
  await eventually('that the file is old enough', () => {
    const paths = readPaths(folder, memory);
    expect(paths).toEqual(['index.json', 'a']);
    return isKnown();
  });
  writeFileSync(join(folder, 'index.json'), INDEX.replace('"a"', '"b"'));
  expect(readPaths(folder, memory)).toEqual(['index.json', 'b']);
});
