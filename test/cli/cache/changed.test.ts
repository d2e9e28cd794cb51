import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { loadCachedRun } from '../../../src/cli/cache/load-run.js';
import { nextLockText } from '../../../src/cli/commands/compile.js';
import { type Run, run } from '../../../src/cli/run/run.js';
import { summariseRun } from '../../../src/cli/run/summary.js';
import { writeOutput } from '../../../src/rendered/write.js';
import { LOCK_PATH } from '../../../src/settings/lock/parse.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { checkAsyncProperty, generators } from '../../rig/random.js';
import { scratch } from '../../sources/scratch.js';
import { readRepository, restoreRepository } from '../follow/edits.js';
import { RULES, TEAM_FILES, beginTeams, editTeams, firewallOf, namespaceOf, readAll, write } from '../follow/teams.js';
import { repositoryOf } from './repository.js';

const EDITS = 8;

afterEach(() => {
  vi.unstubAllEnvs();
});

test('after each of a series of edits, a run with the cache finds and writes what one without it does', async () => {
  vi.stubEnv('XDG_CACHE_HOME', scratch());
  const counts = { edits: 0, updated: 0 };
  await checkAsyncProperty(
    fc.asyncProperty(generators, async (random) => {
      const folder = scratch();
      beginTeams(folder, random);
      const history: string[] = [];
      let sound = readRepository(folder);
      for (let count = 0; count < EDITS; count++) {
        const { outcome, isAmended } = await compileFolder(folder);
        expect(outcome.warm, `after ${history.join('; ')}`).toEqual(outcome.cold);
        counts.edits++;
        if (isAmended) counts.updated++;
        const isSound = Object.keys(outcome.cold.files).length > 0;
        if (isSound) sound = readRepository(folder);
        if (isSound || random(2) === 0) history.push(editTeams(folder, random));
        else restoreRepository(folder, sound);
      }
    }),
    { numRuns: 20 },
  );
  // A test of whole runs alone would prove little.
  expect(counts.updated / counts.edits).toBeGreaterThan(0.1);
}, 3_600_000);

test('a run after a change of a firewall prints and leaves what one without the cache does, and is known then', async () => {
  const { folder, run, versions } = repositoryOf(TEAM_FILES);
  const other = repositoryOf(TEAM_FILES);
  await run('compile');
  for (const rules of [RULES.slice(0, 1), RULES.slice(0, 4), RULES.slice(2, 4)]) {
    for (const each of [folder, other.folder]) write(each, 'egress/team-1.yaml', firewallOf('team-1', rules));
    const found = await run('compile');
    expect(found).toEqual(await other.run('compile', '--no-cache'));
    expect(readAll(join(folder, 'rendered'))).toEqual(readAll(join(other.folder, 'rendered')));
    const kept = versions();
    expect(await run('compile')).toEqual(found);
    expect(versions()).toEqual(kept);
  }
});

test('a change of a firewall is not compiled with the rest, but where the output is another one it is', async () => {
  vi.stubEnv('XDG_CACHE_HOME', scratch());
  const folder = scratch(TEAM_FILES);
  const change = (port: number): void => {
    write(folder, 'egress/team-1.yaml', firewallOf('team-1', [RULES[1]?.replace('443', `${port}`) ?? '']));
  };
  expect((await compileFolder(folder)).isAmended).toBe(false);
  change(1);
  expect((await compileFolder(folder)).isAmended).toBe(true);
  change(2);
  appendFileSync(join(folder, 'rendered/cluster/status.yaml'), ' ');
  const { isAmended, outcome } = await compileFolder(folder);
  expect(isAmended).toBe(false);
  expect(outcome.warm).toEqual(outcome.cold);
});

test.each([
  ['a namespace', 'inventory/team-1.yaml', namespaceOf('team-1').replace(' }', ', labels: { tier: front } }')],
  ['a firewall with a name of a host', 'egress/team-1.yaml', firewallOf('team-1', RULES.slice(7, 8))],
  ['a firewall with a finding', 'egress/team-1.yaml', firewallOf('team-1', RULES.slice(5, 6))],
  ['a firewall that is another one', 'egress/team-1.yaml', firewallOf('team-9', [])],
  [
    'a firewall without rules',
    'egress/team-1.yaml',
    firewallOf('team-1', []).replace(/spec:[^]*/, 'spec: { egress: [] }\n'),
  ],
  ['the configuration', 'weir.yaml', 'ipFamilies: [IPv4, IPv6]\n'],
  ['the list of files', 'egress/team-9.yaml', firewallOf('team-9', [])],
])('a change of %s is compiled with the rest', async (_, path, text) => {
  vi.stubEnv('XDG_CACHE_HOME', scratch());
  const folder = scratch(TEAM_FILES);
  await compileFolder(folder);
  write(folder, path, text);
  const { isAmended, outcome } = await compileFolder(folder);
  expect(isAmended).toBe(false);
  expect(outcome.warm).toEqual(outcome.cold);
});

/** Compiles with the cache and without it. */
async function compileFolder(folder: string) {
  const options = { path: folder };
  const output = join(folder, 'rendered');
  const cold = await run(options);
  const outcomeOf = ({ compilation, findings }: Run) => ({
    findings,
    summary: compilation && summariseRun(compilation),
  });
  const { input, known, updateIncrementally, run: runWhole } = await loadCachedRun(options, 'artefacts');
  const updated = known ? undefined : updateIncrementally(output, () => true);
  const whole = updated ? undefined : runWhole();
  const { artefacts = [], lock } = cold.compilation ?? {};
  if (whole && artefacts.length > 0) {
    expect(writeOutput(output, whole.compilation?.artefacts ?? [])).toEqual([]);
    const text = lock && input.isWhole && whole.input ? await nextLockText(whole.input, lock) : undefined;
    if (text !== undefined) writeFileSync(join(folder, LOCK_PATH), text);
  }
  const remembered = updated ?? known;
  const warm = remembered ? { findings: remembered.findings, summary: remembered.summary } : outcomeOf(whole ?? cold);
  const files = artefacts.map(({ path, content }) => [path, readChunks(content)] as const);
  return {
    outcome: {
      cold: { ...outcomeOf(cold), files: Object.fromEntries(files) },
      warm: { ...warm, files: artefacts.length > 0 ? readAll(output) : {} },
    },
    isAmended: updated !== undefined,
  };
}
