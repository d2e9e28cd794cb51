import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { nextLockText } from '../../../src/cli/commands/compile.js';
import { followOutput } from '../../../src/cli/run/follow-output.js';
import { readInput } from '../../../src/cli/run/input.js';
import { type Run, compileInput, run } from '../../../src/cli/run/run.js';
import { summariseRun } from '../../../src/cli/run/summary.js';
import { createRevisionMemory } from '../../../src/cli/run/revision-memory.js';
import { createEngine } from '../../../src/engine/engine.js';
import { LOCK_PATH } from '../../../src/settings/lock/parse.js';
import { createFileMemory } from '../../../src/sources/file-memory.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { type Random, checkAsyncProperty, generators } from '../../rig/random.js';
import { scratch } from '../../sources/scratch.js';
import { readRepository, restoreRepository } from './edits.js';
import { RULES, beginTeams, editTeams, firewallOf, readAll, write } from './teams.js';
import { awaitFileEvents } from '../../rig/file-events.js';

const EDITS = 16;
const PROGRESS = { phase: () => undefined, done: () => undefined };

test('after each of a series of edits, a process that stays has written the output that a new one makes', async () => {
  const counts = { edits: 0, kept: 0 };
  await checkAsyncProperty(
    fc.asyncProperty(generators, async (random) => {
      const folder = scratch();
      beginTeams(folder, random);
      if (random(3) === 0) addPolicies(folder, random);
      const process = startProcess(folder);
      const history: string[] = [];
      let sound = readRepository(folder);
      for (let count = 0; count < EDITS; count++) {
        const { cold, warm } = await process.compile();
        expect(warm, `after ${history.join('; ')}`).toEqual(cold);
        counts.edits++;
        const isSound = Object.keys(cold.files).length > 0;
        if (isSound) sound = readRepository(folder);
        else counts.kept++;
        if (isSound || random(2) === 0) history.push(edit(folder, random));
        else restoreRepository(folder, sound);
      }
      process.close();
    }),
    { numRuns: 40 },
  );
  // A test of sound inputs alone would not show that errors leave the output.
  expect(counts.kept).toBeGreaterThan(0);
  expect(counts.edits - counts.kept).toBeGreaterThan(counts.kept);
}, 3_600_000);

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: outside, namespace: team-2 }
spec: { podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ ipBlock: { cidr: 203.0.113.0/24 } }] }] }
`;
/** What a process does that stays, without its loop. */
function startProcess(folder: string) {
  const output = join(folder, 'rendered');
  const engine = createEngine();
  const files = createFileMemory();
  const memory = { engine, files, revisions: createRevisionMemory() };
  const followed = followOutput();
  onTestFinished(followed.close);
  const compile = async () => {
    const cold = await run({ path: folder });
    const { artefacts = [] } = cold.compilation ?? {};
    await awaitFileEvents();
    files.beginRun(undefined);
    const input = await readInput({ path: folder, memory });
    const done = compileInput(input, { path: folder, memory }, 'artefacts', PROGRESS);
    const made = done.compilation?.artefacts ?? [];
    if (made.length > 0) expect(followed.write(output, made)).toEqual([]);
    const lock = made.length > 0 ? done.compilation?.lock : undefined;
    const text = lock && done.input ? await nextLockText(done.input, lock) : undefined;
    if (text !== undefined) writeFileSync(join(folder, LOCK_PATH), text);
    engine.endRound();
    files.endRun();
    return {
      cold: { ...outcomeOf(cold), files: contentsOf(artefacts) },
      warm: { ...outcomeOf(done), files: artefacts.length > 0 ? ownFiles(output) : {} },
    };
  };
  return { compile, close: followed.close };
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
