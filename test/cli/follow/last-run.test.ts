import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { showKnown } from '../../../src/cli/cache/cached-run.js';
import { createLastRun } from '../../../src/cli/cache/last-run.js';
import { nextLockText } from '../../../src/cli/commands/compile.js';
import { followOutput } from '../../../src/cli/run/follow-output.js';
import { readInput } from '../../../src/cli/run/input.js';
import { type Run, compileInput, run } from '../../../src/cli/run/run.js';
import { summariseRun } from '../../../src/cli/run/summary.js';
import { pathFromHere } from '../../../src/cli/process/folder.js';
import type { Prepared } from '../../../src/compile/compile-input.js';
import { createRevisionMemory } from '../../../src/cli/run/revision-memory.js';
import { createEngine } from '../../../src/engine/engine.js';
import type { Update } from '../../../src/rendered/write.js';
import { LOCK_PATH } from '../../../src/settings/lock/parse.js';
import { createFileMemory } from '../../../src/sources/file-memory.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { type Random, checkAsyncProperty, generators } from '../../rig/random.js';
import { scratch } from '../../sources/scratch.js';
import { readRepository, restoreRepository } from './edits.js';
import { RULES, TEAM_FILES, beginTeams, editTeams, firewallOf, namespaceOf, readAll, write } from './teams.js';
import { awaitFileEvents } from '../../rig/file-events.js';

const EDITS = 16;
const PROGRESS = { phase: () => undefined, done: () => undefined };

test('after each of a series of edits, a process that compiles only what has changed leaves what a new one does', async () => {
  const counts = { edits: 0, updated: 0, besidePolicies: 0, failed: 0 };
  await checkAsyncProperty(
    fc.asyncProperty(generators, async (random) => {
      const folder = scratch();
      beginTeams(folder, random);
      // Whoever stays asks not whether an input is large.
      write(folder, 'inventory/padding.yaml', namespaceOf('padding'));
      if (random(3) === 0) addPolicies(folder, random);
      const process = startProcess(folder, random);
      const history: string[] = [];
      let sound = readRepository(folder);
      for (let count = 0; count < EDITS; count++) {
        const { outcome, isAmended, hasFailed } = await process.compile();
        expect(outcome.warm, `after ${history.join('; ')}`).toEqual(outcome.cold);
        counts.edits++;
        if (isAmended) counts.updated++;
        if (isAmended && existsSync(join(folder, 'egress/policies.yaml'))) counts.besidePolicies++;
        if (hasFailed) counts.failed++;
        const isSound = Object.keys(outcome.cold.files).length > 0;
        if (isSound) sound = readRepository(folder);
        if (isSound || random(2) === 0) history.push(edit(folder, random));
        else restoreRepository(folder, sound);
      }
      process.close();
    }),
    { numRuns: 40 },
  );
  // A test of whole runs alone would prove little.
  expect(counts.updated / counts.edits).toBeGreaterThan(0.2);
  expect(counts.besidePolicies).toBeGreaterThan(0);
  expect(counts.failed).toBeGreaterThan(0);
}, 3_600_000);

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: outside, namespace: team-2 }
spec: { podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ ipBlock: { cidr: 203.0.113.0/24 } }] }] }
`;
const PODS = [0, 1, 2].map(podOf).join('---\n');

test('changes of firewalls are compiled alone, beside policies and after other changes too', async () => {
  const folder = scratch({ ...TEAM_FILES, 'egress/policies.yaml': POLICY, 'inventory/pods.yaml': PODS });
  const process = startProcess(folder);
  await process.settle();
  for (const port of [1, 2, 3, 4]) {
    write(folder, 'egress/team-1.yaml', allowPort(1, port));
    expect(await process.isAmended()).toBe(true);
    write(folder, 'egress/team-0.yaml', firewallOf('team-0', RULES.slice(port - 1, port)));
    expect(await process.isAmended()).toBe(true);
  }
  write(folder, 'inventory/team-1.yaml', namespaceOf('team-1').replace(' }', ', labels: { tier: front } }'));
  expect(await process.isAmended()).toBe(false);
  write(folder, 'egress/team-1.yaml', allowPort(1, 5));
  expect(await process.isAmended()).toBe(true);
  process.close();
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['of which a policy drops what it allows', { 'egress/team-2.yaml': firewallOf('team-2', RULES.slice(0, 2)) }],
  ['that drops what a policy allows', { 'egress/team-2.yaml': firewallOf('team-2', RULES.slice(3, 4)) }],
  ['with the name of a host', { 'egress/team-1.yaml': firewallOf('team-1', RULES.slice(7, 8)) }],
  ['with a finding', { 'egress/team-1.yaml': firewallOf('team-1', RULES.slice(5, 6)) }],
  [
    'with a comment that ignores nothing',
    { 'egress/team-1.yaml': `# weir:ignore ip-pool/host-bits\n${allowPort(1, 1)}` },
  ],
  ['that is another one', { 'egress/team-1.yaml': firewallOf('team-9', []) }],
  ['and of a namespace', { 'egress/team-1.yaml': allowPort(1, 1), 'inventory/team-2.yaml': namespaceOf('team-3') }],
  ['and of the configuration', { 'egress/team-1.yaml': allowPort(1, 1), 'weir.yaml': 'gatewayMode: local\n' }],
  ['and of an output', { 'egress/team-1.yaml': allowPort(1, 1), 'rendered/cluster/status.yaml': '' }],
  ['beside an interrupted change', { 'egress/team-1.yaml': allowPort(1, 1), 'rendered/.weir-next/index.json': '' }],
])('a change of a firewall %s is compiled with the rest', async (_, files) => {
  const policy = { 'egress/policies.yaml': POLICY, 'inventory/pods.yaml': PODS };
  const folder = scratch({ ...TEAM_FILES, ...policy, 'egress/team-2.yaml': firewallOf('team-2', RULES.slice(0, 1)) });
  const process = startProcess(folder);
  await process.settle();
  for (const [path, text] of Object.entries(files)) write(folder, path, text);
  expect(await process.isAmended()).toBe(false);
  process.close();
});

/** A firewall that allows one port. */
function allowPort(team: number, port: number): string {
  return firewallOf(`team-${team}`, [RULES[1]?.replace('443', `${port}`) ?? '']);
}

/** What a process does that stays, without its loop. Random ones fail to write now and then. */
function startProcess(folder: string, random: Random = () => 1) {
  const output = join(folder, 'rendered');
  const engine = createEngine();
  const files = createFileMemory();
  const memory = { engine, files, revisions: createRevisionMemory() };
  const followed = followOutput();
  onTestFinished(followed.close);
  let hasFailed = false;
  const update = (at: string, change: Update) => {
    const [{ path } = { path: '' }] = change.artefacts;
    if (random(8) > 0) return followed.update(at, change);
    // Somebody puts a folder there after the output has been looked at.
    hasFailed = true;
    const aside = join(folder, 'aside');
    renameSync(join(at, path), aside);
    mkdirSync(join(at, path));
    const failures = followed.update(at, change);
    rmSync(join(at, path), { recursive: true });
    renameSync(aside, join(at, path));
    expect(failures.length).toBeGreaterThan(0);
    return failures;
  };
  const lastRun = createLastRun({ isIntact: followed.isIntact, update });
  const compileWhole = async (input: Awaited<ReturnType<typeof readInput>>, whole: boolean) => {
    let prepared: Prepared | undefined;
    const inspect = (one: Prepared): void => void (prepared = one);
    const done = compileInput(input, { path: folder, memory, inspect }, 'artefacts', PROGRESS);
    const { artefacts = [], lock } = done.compilation ?? {};
    const isWritten = artefacts.length > 0 && followed.write(output, artefacts).length === 0;
    expect(isWritten).toBe(whole);
    const text = isWritten && lock && done.input ? await nextLockText(done.input, lock) : undefined;
    if (text !== undefined) writeFileSync(join(folder, LOCK_PATH), text);
    lastRun.learn(input, done, prepared, isWritten);
    engine.endRound();
    return done;
  };
  const compile = async () => {
    const cold = await run({ path: folder });
    const { artefacts = [] } = cold.compilation ?? {};
    hasFailed = false;
    await awaitFileEvents();
    files.beginRun(undefined);
    const input = await readInput({ path: folder, memory });
    const updated = lastRun.updateIncrementally(input, memory, output);
    const warm = updated
      ? showKnown(updated, pathFromHere(folder))
      : outcomeOf(await compileWhole(input, artefacts.length > 0));
    files.endRun();
    return {
      outcome: {
        cold: { ...outcomeOf(cold), files: contentsOf(artefacts) },
        warm: {
          findings: warm.findings,
          summary: warm.summary,
          files: artefacts.length > 0 ? ownFiles(output) : {},
        },
      },
      isAmended: updated !== undefined,
      hasFailed,
    };
  };
  const isAmended = async (): Promise<boolean> => {
    const found = await compile();
    expect(found.outcome.warm).toEqual(found.outcome.cold);
    return found.isAmended;
  };
  /** Of what happened in the output before it was followed nobody knows. */
  const settle = async (): Promise<void> => {
    for (const port of [8, 9]) {
      write(folder, 'egress/team-1.yaml', allowPort(1, port));
      expect(await isAmended()).toBe(false);
    }
  };
  return { compile, isAmended, settle, close: followed.close };
}

function outcomeOf({ compilation, findings }: Run) {
  return { findings, summary: compilation && summariseRun(compilation) };
}

/** But for those of somebody else. */
function ownFiles(output: string): Record<string, string> {
  return Object.fromEntries(Object.entries(readAll(output)).filter(([path]) => !path.endsWith('.txt')));
}

function contentsOf(artefacts: NonNullable<Run['compilation']>['artefacts']): Record<string, string> {
  return Object.fromEntries(artefacts.map(({ path, content }) => [path, readChunks(content)]));
}

/** Pods of the teams, and policies for them: of one namespace, of all, or both. */
function addPolicies(folder: string, random: Random): void {
  write(folder, 'inventory/pods.yaml', [0, 1, 2].map(podOf).join('---\n'));
  write(folder, 'egress/policies.yaml', policiesOf(random));
}

function policiesOf(random: Random): string {
  const block = ['203.0.113.0/24', '198.51.100.0/25', '192.0.2.0/24'][random(3)] ?? '';
  const admin = `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: closed }
spec:
  priority: 7
  subject: { namespaces: { matchLabels: { kubernetes.io/metadata.name: team-${random(3)} } } }
  egress: [{ name: none, action: Deny, to: [{ networks: [${block}] }] }]
`;
  const own = POLICY.replace('team-2', `team-${random(3)}`).replace('203.0.113.0/24', block);
  return [own, admin, `${own}---\n${admin}`][random(3)] ?? '';
}

function podOf(team: number): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: team-${team}, labels: { app: web } }
spec: { nodeName: ferry, containers: [{ name: web }] }
status: { phase: Running, podIP: 10.128.0.${team + 9}, podIPs: [{ ip: 10.128.0.${team + 9} }] }
`;
}

/** An edit of a team, most often of networks, sometimes of policies, or what somebody else does in the output folder. */
function edit(folder: string, random: Random): string {
  const draw = random(16);
  if (draw === 0 && existsSync(join(folder, 'egress/policies.yaml'))) {
    write(folder, 'egress/policies.yaml', policiesOf(random));
    return 'policies';
  }
  if (draw === 1) {
    mkdirSync(join(folder, 'rendered/.weir-next'), { recursive: true });
    return `an interrupted change; ${editTeams(folder, random)}`;
  }
  if (draw === 2 && existsSync(join(folder, 'rendered'))) {
    writeFileSync(join(folder, 'rendered', `${random(9)}.txt`), 'of somebody else');
    return `a file in the output; ${editTeams(folder, random)}`;
  }
  if (draw > 5) {
    const team = random(3);
    const rules = RULES.slice(0, 4).filter((_, index) => index === team || random(2) === 0);
    write(folder, `egress/team-${team}.yaml`, firewallOf(`team-${team}`, rules));
    return `team-${team}`;
  }
  return editTeams(folder, random);
}
