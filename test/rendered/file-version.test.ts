import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { versionOf } from '../../src/rendered/file-version.js';
import { scratch } from '../sources/scratch.js';

test('a file that was just written has no version, because a further write may not change its time', () => {
  const path = join(scratch({ 'index.json': '{}' }), 'index.json');
  const written = statSync(path);
  expect(versionOf(Object.assign(written, { ctimeMs: Date.now() }))).toBeUndefined();
  const earlier = { ctimeMs: Date.now() - 10_000 };
  expect(versionOf(Object.assign(statSync(path), earlier))).toMatchObject({ ino: written.ino, ...earlier });
});
