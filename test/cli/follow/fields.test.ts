import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Random, checkAsyncProperty, generators } from '../../rig/random.js';
import { scratch } from '../../sources/scratch.js';
import { answerQueries, compareFolders, compileFolder, startProcess } from './runs.js';
import { sweepFields } from './sweep.js';
import { write } from './teams.js';
import { allKinds, readWorld, renderDocument } from './world.js';

/** Parts of the world: the files that are edited, and the others that these affect. */
const PARTS = {
  addresses: {
    edited: [
      'weir.yaml',
      'weir.lock.yaml',
      'egress/addresses.yaml',
      'egress/firewalls.yaml',
      'inventory/nodes.yaml',
      'inventory/pods.yaml',
      'inventory/services.yaml',
      'inventory/networks.yaml',
    ],
    others: [],
  },
  policies: {
    edited: [
      'expectations.yaml',
      'egress/firewalls.yaml',
      'egress/policies.yaml',
      'inventory/pods.yaml',
      'inventory/checks.yaml',
    ],
    others: ['weir.yaml', 'inventory/nodes.yaml'],
  },
  ingress: {
    edited: ['egress/ingress.yaml', 'inventory/services.yaml', 'inventory/routers.yaml', 'inventory/workloads.yaml'],
    others: ['weir.yaml', 'inventory/nodes.yaml', 'inventory/pods.yaml'],
  },
} as const;

/** Packets that are traced. */
const PACKETS = [
  { from: 'shop/web-0', to: '203.0.113.7', transport: '443/TCP' },
  { from: 'mill/wheel-0', to: '192.0.2.9', transport: '80/TCP' },
  { from: 'mill/wheel-1', to: 'shop/web-0', transport: '80/TCP' },
];

/** Number of edits after which a command runs that makes no artefacts. */
const OTHER_COMMANDS = 8;

test.each(Object.entries(PARTS))(
  'after edits of every field of %s, each command that stays gives the results of a new process',
  async (_name, { edited, others }) => {
    const counts = { edits: 0, withArtefacts: 0 };
    await checkAsyncProperty(
      fc.asyncProperty(generators, (random) => sweep(edited, others, random, counts)),
      { numRuns: 1 },
    );
    // A test of errors alone would prove little.
    expect(counts.withArtefacts / counts.edits).toBeGreaterThan(0.6);
  },
  3_600_000,
);

async function sweep(
  edited: readonly string[],
  others: readonly string[],
  random: Random,
  counts: { edits: number; withArtefacts: number },
): Promise<void> {
  const [folder, base] = [scratch(), scratch()];
  const files = readWorld(edited);
  const texts = new Map([...files, ...readWorld(others)].map((one) => [one.path, renderDocument(one.document)]));
  for (const [path, text] of texts) for (const at of [folder, base]) write(at, path, text);
  const compiling = startProcess((path: string, memory) => compileFolder(path, 'artefacts', memory));
  const commands = [
    startProcess((path: string, memory) => compileFolder(path, 'findings', memory)),
    startProcess((path: string, memory) => answerQueries(path, () => PACKETS, memory)),
    startProcess((path: string, memory) => compareFolders({ before: base, after: path }, memory)),
  ];
  let last: string | undefined;
  for (const { path, document, edits } of sweepFields(files, random)) {
    if (last !== undefined && last !== path) write(folder, last, texts.get(last) ?? '');
    last = path;
    if (document === undefined) rmSync(join(folder, path), { force: true });
    else write(folder, path, renderDocument(document));
    const { warm, cold } = await compiling.run(folder);
    // This is fast, and `toEqual` shows the difference.
    if (!isDeepStrictEqual(warm, cold)) expect(warm, edits).toEqual(cold);
    if (cold.shown.artefacts.length > 0) counts.withArtefacts++;
    counts.edits++;
    if (counts.edits % OTHER_COMMANDS > 0) continue;
    const answer = await commands[random(commands.length)]?.run(folder);
    if (!isDeepStrictEqual(answer?.warm, answer?.cold)) expect(answer?.warm, edits).toEqual(answer?.cold);
  }
}

test('the world has objects of every kind, and settings of every file', () => {
  const found = new Set(readWorld(Object.values(PARTS).flatMap(({ edited }) => [...edited])).map(({ kind }) => kind));
  expect(allKinds.filter((kind) => !found.has(kind))).toEqual([]);
});
