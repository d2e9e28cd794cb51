import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRevisionMemory } from '../../../src/cli/run/revision-memory.js';
import { createEngine } from '../../../src/engine/engine.js';
import type { Cluster } from '../../../src/model/cluster.js';
import type { Purpose } from '../../../src/model/purpose.js';
import { LOCK_PATH } from '../../../src/settings/lock/parse.js';
import { createFileMemory } from '../../../src/sources/file-memory.js';
import type { TraceQuery } from '../../../src/trace/query/ask.js';
import { watchFolders } from '../../../src/sources/watch-folders.js';
import { type Random, checkAsyncProperty, createRandom, generators } from '../../rig/random.js';
import { awaitFileEvents } from '../../rig/file-events.js';
import { scratch } from '../../sources/scratch.js';
import { answerQueries, compareFolders, compileFolder } from './runs.js';
import { beginRepository, editRepository, readRepository, restoreRepository } from './edits.js';

const EDITS = 12;
const PURPOSES: readonly Purpose[] = ['artefacts', 'artefacts', 'artefacts', 'findings', 'answers'];

const PACKETS = 3;
const DESTINATIONS = ['203.0.113.7', '198.51.100.9', '192.0.2.1', '10.0.0.10', '2001:db8::7'];
const TRANSPORTS = ['443/TCP', '80/TCP', '53/UDP', 'ICMP'];

/** Returns packets from random pods of a cluster to others, and to addresses outside of it. */
function choosePackets({ podsByNamespace }: Cluster, random: Random): TraceQuery[] {
  const pods = [...podsByNamespace.values()].flat().map(({ namespace, name }) => `${namespace}/${name}`);
  const choose = (texts: readonly string[]) => texts[random(texts.length)] ?? '';
  if (pods.length === 0) return [];
  return Array.from({ length: PACKETS }, () => {
    const to = random(3) === 0 ? choose(pods) : choose(DESTINATIONS);
    return { from: choose(pods), to, transport: choose(TRANSPORTS) };
  });
}

test('after each of a series of edits, a process that stays makes and finds what a new one does', async () => {
  const counts = { edits: 0, withArtefacts: 0, followed: 0, packets: 0 };
  await checkAsyncProperty(
    fc.asyncProperty(generators, async (random) => {
      const folder = scratch();
      const engine = createEngine({ isChecked: true });
      const files = createFileMemory();
      const revisions = createRevisionMemory();
      const watch = watchFolders(() => undefined);
      let areFollowed = false;
      beginRepository(folder, random);
      const history: string[] = [];
      let sound: ReadonlyMap<string, string> | undefined;
      for (let count = 0; count < EDITS; count++) {
        const purpose = PURPOSES[random(PURPOSES.length)] ?? 'artefacts';
        const cold = await compileFolder(folder, purpose);
        await awaitFileEvents();
        // Sometimes somebody else takes them.
        const events = watch.take();
        const changes = areFollowed && random(8) > 0 ? events : undefined;
        files.beginRun(changes);
        if (changes) counts.followed++;
        const warm = await compileFolder(folder, purpose, { engine, files, revisions });
        expect(warm.shown, `after ${history.join('; ')}`).toEqual(cold.shown);
        if (purpose === 'answers') {
          const seed = random(2 ** 31);
          const packetsOf = (cluster: Cluster) => choosePackets(cluster, createRandom(seed));
          const answers = await answerQueries(folder, packetsOf);
          const known = await answerQueries(folder, packetsOf, { engine, files, revisions });
          expect(known, `after ${history.join('; ')}`).toEqual(answers);
          if ('packets' in answers) counts.packets += answers.packets.length;
        }
        engine.endRound();
        files.endRun();
        areFollowed = !watch.follow(files.folders);
        counts.edits++;
        const isSound = cold.shown.artefacts.length > 0;
        if (isSound) counts.withArtefacts++;
        if (isSound) sound = readRepository(folder);
        if (cold.lock !== undefined && random(2) === 0) writeFileSync(join(folder, LOCK_PATH), cold.lock);
        if (!isSound && sound && random(2) === 0) {
          restoreRepository(folder, sound);
          history.push('fix');
        } else
          for (let edits = random(4) === 0 ? 2 : 1; edits > 0; edits--) history.push(editRepository(folder, random));
      }
      watch.close();
    }),
    { numRuns: 20 },
  );
  // A test of errors alone would prove little.
  expect(counts.withArtefacts / counts.edits).toBeGreaterThan(0.2);
  expect(counts.followed / counts.edits).toBeGreaterThan(0.2);
  expect(counts.packets).toBeGreaterThan(0);
}, 3_600_000);

test('after each of a series of edits of both sides, a comparison that stays says what a new one does', async () => {
  const counts = { edits: 0, compared: 0 };
  await checkAsyncProperty(
    fc.asyncProperty(generators, async (random) => {
      const folders = { before: scratch(), after: scratch() };
      beginRepository(folders.after, random);
      restoreRepository(folders.before, readRepository(folders.after));
      const engine = createEngine({ results: 2, isChecked: true });
      const files = createFileMemory();
      const revisions = createRevisionMemory();
      const history: string[] = [];
      for (let count = 0; count < EDITS; count++) {
        const cold = await compareFolders(folders);
        const warm = await compareFolders(folders, { engine, files, revisions });
        expect(warm, `after ${history.join('; ')}`).toEqual(cold);
        engine.endRound();
        files.endRun();
        counts.edits++;
        if (typeof cold === 'string') {
          counts.compared++;
          history.push(editRepository(random(4) === 0 ? folders.before : folders.after, random));
        } else {
          const [from, to] = random(2) === 0 ? [folders.before, folders.after] : [folders.after, folders.before];
          restoreRepository(to, readRepository(from));
          history.push('make alike');
        }
      }
    }),
    { numRuns: 8 },
  );
  expect(counts.compared / counts.edits).toBeGreaterThan(0.2);
}, 3_600_000);
