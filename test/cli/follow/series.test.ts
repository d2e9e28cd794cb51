import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInput } from '../../../src/cli/commands/input.js';
import type { InputMemory } from '../../../src/cli/commands/reader.js';
import { compileInput } from '../../../src/cli/commands/run.js';
import { createLastingMemo } from '../../../src/model/memo.js';
import type { Purpose } from '../../../src/model/purpose.js';
import { LOCK_PATH } from '../../../src/settings/lock/parse.js';
import { renderLock } from '../../../src/settings/lock/render.js';
import { createFileMemory } from '../../../src/sources/file-memory.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { checkAsyncProperty, generators } from '../../rig/random.js';
import { scratch } from '../../sources/scratch.js';
import { beginRepository, editRepository, readRepository, restoreRepository } from './edits.js';

const EDITS = 12;
const PROGRESS = { phase: () => undefined, done: () => undefined };

test('after each of a series of edits, a process that stays makes and finds what a new one does', async () => {
  const counts = { edits: 0, withArtefacts: 0 };
  await checkAsyncProperty(
    fc.asyncProperty(generators, async (random) => {
      const folder = scratch();
      const { memo, endRun } = createLastingMemo();
      const files = createFileMemory();
      beginRepository(folder, random);
      const history: string[] = [];
      let sound: ReadonlyMap<string, string> | undefined;
      for (let count = 0; count < EDITS; count++) {
        const purpose = random(8) === 0 ? 'findings' : 'artefacts';
        const cold = await compileFolder(folder, purpose);
        const warm = await compileFolder(folder, purpose, { memo, files });
        expect(warm.shown, `after ${history.join('; ')}`).toEqual(cold.shown);
        endRun();
        files.endRun();
        counts.edits++;
        const isSound = cold.shown.artefacts.length > 0;
        if (isSound) counts.withArtefacts++;
        if (isSound) sound = readRepository(folder);
        if (cold.lock !== undefined && random(2) === 0) writeFileSync(join(folder, LOCK_PATH), cold.lock);
        if (!isSound && sound && random(2) === 0) {
          restoreRepository(folder, sound);
          history.push('mend');
        } else history.push(editRepository(folder, random));
      }
    }),
    { numRuns: 40 },
  );
  // A test of errors alone would prove little.
  expect(counts.withArtefacts / counts.edits).toBeGreaterThan(0.2);
}, 3_600_000);

async function compileFolder(folder: string, purpose: Purpose, memory?: InputMemory) {
  const options = { path: folder, maxFindings: 0, memory };
  const { compilation, findings, input } = compileInput(await readInput(options), options, purpose, PROGRESS);
  const { artefacts = [], verdicts = [], resources, ignored, lock } = compilation ?? {};
  return {
    lock: artefacts.length > 0 && lock ? renderLock(lock.after) : undefined,
    shown: {
      findings,
      artefacts: artefacts.map(({ path, content, sources, counts }) => ({
        path,
        text: readChunks(content),
        sources,
        counts,
      })),
      reasons: verdicts.map(({ reports }) => reports.map(({ message }) => message)),
      resources,
      ignored,
      lock: lock && renderLock(lock.after),
      hasInput: input !== undefined,
    },
  };
}
