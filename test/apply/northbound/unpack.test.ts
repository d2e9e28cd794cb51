import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpack } from '../../../src/apply/northbound/live/unpack.js';
import { scratch } from '../../sources/scratch.js';

it('no more is unpacked than is allowed', async () => {
  const folder = scratch();
  const [packed, target] = [join(folder, 'zeros.gz'), join(folder, 'zeros')];
  writeFileSync(packed, gzipSync(Buffer.alloc(1_000_000)));
  expect(await unpack(packed, target, 1_000_000)).toBeUndefined();
  expect(statSync(target).size).toBe(1_000_000);
  expect(await unpack(packed, target, 999_999)).toBe(
    `${packed} contains more than 999999 bytes, too many for a database of its size`,
  );
  expect(statSync(target).size).toBeLessThan(1_000_000);
});

it('a small file does not unpack to what only a large one could hold', async () => {
  const folder = scratch();
  const [packed, target] = [join(folder, 'zeros.gz'), join(folder, 'zeros')];
  writeFileSync(packed, gzipSync(Buffer.alloc(64 * 1024 ** 2)));
  expect(await unpack(packed, target)).toBe(
    `${packed} contains more than 16777216 bytes, too many for a database of its size`,
  );
  expect(statSync(target).size).toBeLessThanOrEqual(16 * 1024 ** 2);
});
