import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TarEntry, listTar } from '../../../src/apply/northbound/live/tar.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-tar-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const END = Buffer.alloc(1024);

/** An entry with its content, as POSIX has it. */
function entry(name: string, content: string, type = '0', size = content.length.toString(8).padStart(11, '0')): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write(size, 124, 12);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write('ustar\0', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

async function list(...parts: Buffer[]): Promise<readonly TarEntry[] | string> {
  const path = join(folder, 'archive.tar');
  writeFileSync(path, Buffer.concat(parts));
  const file = await open(path);
  try {
    return await listTar(file);
  } finally {
    await file.close();
  }
}

it('lists regular files alone, by whatever names they have', async () => {
  const found = await list(
    entry('store/', '', '5'),
    entry('link', '', '2'),
    entry('../../outside', 'first'),
    entry('ignored', '27 path=store/of-an-extended\n', 'x'),
    entry('short', 'second'),
    entry('././@LongLink', 'store/of-gnu\0', 'L'),
    entry('short', 'third'),
    entry('/etc/passwd', ''),
    END,
  );
  expect(found).toEqual([
    { name: '../../outside', at: 1536, size: 5 },
    { name: 'store/of-an-extended', at: 3584, size: 6 },
    { name: 'store/of-gnu', at: 5632, size: 5 },
    { name: '/etc/passwd', at: 6656, size: 0 },
  ]);
});

it.each([
  ['is cut off', [entry('a', 'content').subarray(0, 700)], 'the archive in it is cut off'],
  ['ends without its end', [entry('a', 'content')], 'the archive in it is cut off'],
  ['says a size that it does not have', [entry('a', '', '0', '77777777777'), END], 'the archive in it is cut off'],
  ['says a size that is no number', [entry('a', '', '0', '-1'), END], 'the archive in it is broken'],
  ['is none', [Buffer.alloc(4096, 'no archive ')], 'the archive in it is broken'],
  ['has a name without end', [entry('a', 'x'.repeat(5000), 'L'), END], 'the archive in it has a name that is too long'],
  [
    'has entries without end',
    [Buffer.concat(Array.from({ length: 20_001 }, () => entry('a', ''))), END],
    'the archive in it has more than 20000 entries',
  ],
])('refuses an archive that %s', async (_, parts, message) => {
  expect(await list(...parts)).toBe(message);
});
