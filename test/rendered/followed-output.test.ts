import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutputMemory } from '../../src/rendered/output-memory.js';
import { writeOutput } from '../../src/rendered/write.js';
import { watchFolders } from '../../src/sources/watch-folders.js';
import { type Chunks, toChunks } from '../../src/std/byte-writer.js';
import { type Random, checkAsyncProperty, generators } from '../rig/random.js';
import { awaitFileEvents } from '../rig/file-events.js';
import { scratch } from '../sources/scratch.js';

const PATHS = ['a', 'b', 'x/a', 'x/b', 'x/y/a', 'z/a'];

test('who follows a folder that others change writes to it what somebody does who looks at all of it', async () => {
  const counts = { runs: 0, known: 0 };
  await checkAsyncProperty(
    fc.asyncProperty(generators, async (random) => {
      const [warm, cold] = [join(scratch(), 'out'), join(scratch(), 'out')];
      const memory = createOutputMemory();
      const watch = watchFolders(() => undefined);
      let contents = new Map<string, Chunks>();
      for (let run = 0; run < 15; run++) {
        contents = change(contents, random);
        const artefacts = withIndex(contents);
        await awaitFileEvents();
        memory.beginRun(watch.take()?.keys());
        if (memory.settled(warm, artefacts)) counts.known++;
        counts.runs++;
        const found = writeOutput(warm, artefacts, { memory });
        watch.follow(memory.folders());
        expect(codesOf(found)).toEqual(codesOf(writeOutput(cold, artefacts)));
        expect(list(warm, '')).toEqual(list(cold, ''));
        for (let count = random(3); count > 0; count--) {
          const disturb = pick(DISTURBANCES, random);
          const [path, number] = [pick(PATHS, random), random(9)];
          for (const folder of [warm, cold]) disturb(folder, path, `${number}`);
        }
      }
      watch.close();
    }),
    { numRuns: 20 },
  );
  expect(counts.known / counts.runs).toBeGreaterThan(0.1);
}, 600_000);

/** Changes some artefacts; the others have the same content as before. */
function change(contents: ReadonlyMap<string, Chunks>, random: Random): Map<string, Chunks> {
  const next = new Map(contents);
  for (let count = random(3); count > 0; count--) next.set(pick(PATHS, random), toChunks(`${random(99)}`));
  if (random(5) === 0) next.delete(pick(PATHS, random));
  return next;
}

function withIndex(contents: ReadonlyMap<string, Chunks>) {
  const artefacts = [...contents].map(([path, content]) => ({ path, content }));
  const listed = JSON.stringify({ weir: 3, artefacts: artefacts.map(({ path }) => ({ path })) });
  return [...artefacts, { path: 'index.json', content: toChunks(listed) }];
}

type Disturbance = (folder: string, path: string, text: string) => void;

/** What somebody else does to the folder. */
const DISTURBANCES: readonly Disturbance[] = [
  () => undefined,
  (folder, path) => {
    rmSync(join(folder, path), { force: true, recursive: true });
  },
  (folder, path, text) => {
    if (!isFile(join(folder, path))) return;
    writeFileSync(join(folder, path), text);
  },
  (folder, path, text) => {
    if (existsSync(dirname(join(folder, path)))) writeFileSync(join(folder, `${path}-${text}`), text);
  },
  (folder, path, text) => {
    if (!isFile(join(folder, path))) return;
    writeFileSync(join(folder, '.other'), text);
    renameSync(join(folder, '.other'), join(folder, path));
  },
  (folder, path) => {
    if (!isFile(join(folder, path))) return;
    rmSync(join(folder, path));
    symlinkSync('../elsewhere', join(folder, path));
  },
  (folder, path) => {
    rmSync(join(folder, dirname(path) === '.' ? 'index.json' : dirname(path)), { force: true, recursive: true });
  },
  (folder, path) => {
    const parent = join(folder, dirname(path));
    if (parent === folder || !existsSync(parent) || existsSync(join(folder, 'moved'))) return;
    renameSync(parent, join(folder, 'moved'));
    symlinkSync(join(folder, 'moved'), parent);
  },
  (folder, path, text) => {
    if (!existsSync(folder)) return;
    mkdirSync(join(folder, '.weir-4194999'), { recursive: true });
    writeFileSync(join(folder, '.weir-4194999', text), path);
  },
];

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** All that is in a folder. */
function list(folder: string, below: string): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.isDirectory()) return [path, ...list(folder, path)];
      const text = entry.isSymbolicLink() ? readlinkSync(join(folder, path)) : readFileSync(join(folder, path), 'utf8');
      return [`${path}: ${text.replace(folder, '')}`];
    });
}

function codesOf(reports: ReturnType<typeof writeOutput>): string[] {
  return reports.map(({ code }) => code).sort();
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
