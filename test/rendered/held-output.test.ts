import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Artefact } from '../../src/model/artefact.js';
import { type VerifiedOutput, readHeld } from '../../src/rendered/verify-output.js';
import { emitIndex } from '../../src/output-index/index-file.js';
import { digestChunks } from '../../src/output-index/index-tree.js';
import { joinChunks, toChunks } from '../../src/std/byte-writer.js';
import { scratch } from '../sources/scratch.js';

afterEach(() => {
  vi.useRealTimers();
});

const PATHS = Array.from({ length: 300 }, (_, place) => `zones/z${place % 3}/part-${place}.json`);
const SOME = 'zones/z1/part-100.json';

/** An output folder, of which the index has lists of its own, with the digest of the index. */
function output() {
  const folder = scratch();
  const made = PATHS.map((path): Artefact => ({ path, content: toChunks(`{"${path}":1}`), sources: [], counts: {} }));
  const index = emitIndex(made, { zones: ['z0', 'z1', 'z2'], nodes: [] }, 'inputs');
  for (const { path, content } of [...made, ...index]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), joinChunks(content));
  }
  const digest = digestChunks(index.at(-1)?.content ?? []);
  const look = (before?: VerifiedOutput) => readHeld(folder, digest, before?.seen);
  return { folder, some: join(folder, SOME), look };
}

/** Lets so much time go by that a change gives a file another time. */
function wait(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
}

describe('what an output folder holds', () => {
  it('is not read again where nobody has written it since it was seen', () => {
    const { look } = output();
    wait();
    const first = look();
    expect(first?.read).toBe(PATHS.length);
    expect(look(first)).toEqual({ ...first, read: 0 });
  });

  it('is read again where it had just been written when it was seen', () => {
    const { look } = output();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1000 });
    const first = look();
    wait();
    expect(look(first)?.read).toBe(PATHS.length);
  });

  const edits: Readonly<Record<string, (some: string, folder: string) => void>> = {
    'edited, with the size and the time that it had': (some) => {
      const { atime, mtime } = statSync(some);
      writeFileSync(some, readFileSync(some, 'utf8').replace('1}', '2}'));
      utimesSync(some, atime, mtime);
    },
    truncated: (some) => {
      truncateSync(some, 3);
    },
    'replaced by a file of the same size and time': (some) => {
      const { atime, mtime } = statSync(some);
      writeFileSync(`${some}.new`, readFileSync(some, 'utf8').replace('1}', '2}'));
      utimesSync(`${some}.new`, atime, mtime);
      renameSync(`${some}.new`, some);
    },
    removed: (some) => {
      rmSync(some);
    },
    'a link to a file with the same text': (some, folder) => {
      copyFileSync(some, join(folder, 'copy'));
      rmSync(some);
      symlinkSync(join(folder, 'copy'), some);
    },
    'below a link in place of its folder': (some, folder) => {
      renameSync(dirname(some), join(folder, 'elsewhere'));
      symlinkSync(join(folder, 'elsewhere'), dirname(some));
    },
  };
  for (const [what, edit] of Object.entries(edits)) {
    it(`is another one where a file that was seen is ${what}`, () => {
      const { folder, some, look } = output();
      wait();
      const first = look();
      expect(first).toBeDefined();
      edit(some, folder);
      expect(look(first)).toBeUndefined();
    });
  }

  it('is the same where a file was written again as it was, which is read', () => {
    const { some, look } = output();
    wait();
    const first = look();
    writeFileSync(some, readFileSync(some));
    expect(look(first)?.read).toBe(1);
  });
});
