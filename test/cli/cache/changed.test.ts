import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { recallRun } from '../../../src/cli/cache/recall.js';
import { nextLockText } from '../../../src/cli/commands/compile.js';
import { type Run, run } from '../../../src/cli/commands/run.js';
import { summariseRun } from '../../../src/cli/commands/summary.js';
import { writeOutput } from '../../../src/rendered/write.js';
import { LOCK_PATH } from '../../../src/settings/lock/parse.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { type Random, checkAsyncProperty, generators } from '../../rig/random.js';
import { scratch } from '../../sources/scratch.js';
import { beginRepository, editRepository, readRepository, restoreRepository } from '../follow/edits.js';
import { PADDING, repositoryOf } from './repository.js';

const EDITS = 8;
const TEAMS = 3;

const RULES = [
  '{ type: Allow, to: { cidrSelector: 203.0.113.0/24 } }',
  '{ type: Allow, to: { cidrSelector: 198.51.100.0/25 }, ports: [{ protocol: TCP, port: 443 }] }',
  '{ type: Allow, to: { cidrSelector: 198.51.100.128/25 }, ports: [{ protocol: UDP, port: 53 }] }',
  '{ type: Allow, to: { cidrSelector: 233.252.0.0/24 } }',
  '{ type: Deny, to: { cidrSelector: 192.0.2.0/24 } }',
  '{ type: Allow, to: { cidrSelector: 203.0.113.7/24 } }',
  '{ type: Allow, to: { cidrSelector: 203.0.113.300/24 } }',
  '{ type: Allow, to: { dnsName: example.com } }',
  "{ type: Allow, to: { nodeSelector: { matchLabels: { 'kubernetes.io/os': linux } } } }",
];

const DENIED = '{ type: Deny, to: { cidrSelector: 0.0.0.0/0 } }';

/** A firewall that allows something, and denies all else: so there is nothing to warn of. */
function firewallOf(namespace: string, rules: readonly string[]): string {
  const items = [...new Set(rules), DENIED].map((rule) => `  - ${rule}\n`).join('');
  const spec = rules.length > 0 ? `spec:\n  egress:\n${items}` : 'spec: { egress: [] }\n';
  return `apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: { name: default, namespace: ${namespace} }\n${spec}`;
}

function namespaceOf(name: string): string {
  return `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;
}

/** Three firewalls, their namespaces, and enough else that it counts as large. */
const TEAM_FILES = {
  'weir.yaml': '',
  'inventory/nodes.yaml': nodesOf(false),
  'inventory/padding.yaml': `${PADDING}${namespaceOf('padding')}`,
  ...Object.fromEntries(
    [0, 1, 2].flatMap((team) => [
      [`egress/team-${team}.yaml`, firewallOf(`team-${team}`, RULES.slice(0, 2))],
      [`inventory/team-${team}.yaml`, namespaceOf(`team-${team}`)],
    ]),
  ),
};

afterEach(() => {
  vi.unstubAllEnvs();
});

test('after each of a series of edits, a run with the cache finds and writes what one without it does', async () => {
  vi.stubEnv('XDG_CACHE_HOME', scratch());
  const counts = { edits: 0, amended: 0 };
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
        if (isAmended) counts.amended++;
        const isSound = Object.keys(outcome.cold.files).length > 0;
        if (isSound) sound = readRepository(folder);
        if (isSound || random(2) === 0) history.push(edit(folder, random));
        else restoreRepository(folder, sound);
      }
    }),
    { numRuns: 40 },
  );
  // A test of whole runs alone would prove little.
  expect(counts.amended / counts.edits).toBeGreaterThan(0.1);
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
  const { input, known, amend, run: runWhole } = await recallRun(options, 'artefacts');
  const amended = known ? undefined : amend(output, () => true);
  const whole = amended ? undefined : runWhole();
  const { artefacts = [], lock } = cold.compilation ?? {};
  if (whole && artefacts.length > 0) {
    expect(writeOutput(output, whole.compilation?.artefacts ?? [])).toEqual([]);
    const text = lock && input.isWhole && whole.input ? await nextLockText(whole.input, lock) : undefined;
    if (text !== undefined) writeFileSync(join(folder, LOCK_PATH), text);
  }
  const remembered = amended ?? known;
  const warm = remembered ? { findings: remembered.findings, summary: remembered.summary } : outcomeOf(whole ?? cold);
  const files = artefacts.map(({ path, content }) => [path, readChunks(content)] as const);
  return {
    outcome: {
      cold: { ...outcomeOf(cold), files: Object.fromEntries(files) },
      warm: { ...warm, files: artefacts.length > 0 ? readAll(output) : {} },
    },
    isAmended: amended !== undefined,
  };
}

function readAll(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

/** Firewalls and namespaces, what a fixture has beside them, and enough else that it counts as large. */
function beginTeams(folder: string, random: Random): void {
  if (random(4) === 0) beginRepository(folder, random);
  const settings = pick(SETTINGS, random);
  if (random(4) > 0) write(folder, 'weir.yaml', settings);
  write(folder, 'inventory/nodes.yaml', nodesOf(settings.includes('interconnect')));
  write(folder, 'inventory/padding.yaml', `${PADDING}${namespaceOf('padding')}`);
  if (random(3) === 0) write(folder, 'egress/others.yaml', pick(OTHERS, random));
  for (let team = 0; team < TEAMS; team++) {
    write(folder, `egress/team-${team}.yaml`, firewallOf(`team-${team}`, RULES.slice(0, 1 + random(4))));
    write(folder, `inventory/team-${team}.yaml`, namespaceOf(`team-${team}`));
  }
}

/** Objects beside the firewalls: in their namespaces, about the pods there, and above them. */
const OTHERS = [
  `apiVersion: k8s.ovn.org/v1
kind: EgressQoS
metadata: { name: default, namespace: team-0 }
spec: { egress: [{ dscp: 40, dstCIDR: 203.0.113.0/24 }] }
`,
  `apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata: { name: teams }
spec: { egressIPs: [192.0.2.77], namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: team-1 } } }
`,
  `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: team-2 }
spec: { podSelector: {}, policyTypes: [Egress] }
`,
];

const SETTINGS = [
  '',
  'interconnect: true\n',
  'gatewayMode: local\nipFamilies: [IPv4, IPv6]\n',
  'features: [egressFirewall]\n',
  'findings: { egress-firewall/host-bits: off }\n',
  'manifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n',
];

/** Two nodes, each a zone or not. */
function nodesOf(areZones: boolean): string {
  return ['ferry', 'barge']
    .map((name, index) => {
      const zone = areZones ? `, k8s.ovn.org/zone-name: ${name}` : '';
      const annotations = `k8s.ovn.org/host-cidrs: '["192.0.2.${index + 1}/24"]'${zone}`;
      return `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}, annotations: { ${annotations} } }\n`;
    })
    .join('---\n');
}

/** Most edits are of the firewalls of teams. Says what was done. */
function edit(folder: string, random: Random): string {
  const team = random(TEAMS);
  const path = `egress/team-${team}.yaml`;
  const other = `team-${random(TEAMS)}`;
  const draw = random(24);
  if (draw === 0) return editRepository(folder, random);
  if (draw === 1) return damage(folder, random);
  if (draw === 2) write(folder, path, firewallOf(`team-${team}`, []));
  else if (draw === 3)
    write(folder, path, `# weir-ignore egress-firewall/host-bits\n${firewallOf(other, RULES.slice(5, 6))}`);
  else if (draw === 4)
    write(folder, path, [`team-${team}`, other].map((name) => firewallOf(name, RULES.slice(0, 1))).join('---\n'));
  else if (draw === 5)
    write(folder, `inventory/team-${team}.yaml`, namespaceOf(random(2) === 0 ? other : `team-${team}`));
  else if (draw === 6)
    write(folder, path, `${firewallOf(`team-${team}`, RULES.slice(0, 1))}---\n${namespaceOf('new')}`);
  else if (draw === 7) rmSync(join(folder, path), { force: true });
  else {
    const rules = Array.from({ length: 1 + random(4) }, () => pick(draw < 20 ? RULES.slice(0, 4) : RULES, random));
    write(folder, path, firewallOf(`team-${team}`, rules));
    if (draw > 21) write(folder, `egress/${other}.yaml`, firewallOf(other, rules));
  }
  return `${draw} ${path}`;
}

/** Cuts, edits or removes a file of the cache, or of the output beside its index. */
function damage(folder: string, random: Random): string {
  const below = join(folder, pick(['.weir-cache', 'rendered'], random));
  const files = existsSync(below) ? Object.keys(readAll(below)).filter((path) => path !== 'index.json') : [];
  if (files.length === 0) return 'nothing';
  const path = join(below, pick(files, random));
  pick(
    [
      () => {
        rmSync(path);
      },
      () => {
        truncateSync(path, 70);
      },
      () => {
        appendFileSync(path, ' ');
      },
    ],
    random,
  )();
  return `damage ${path}`;
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[random(items.length)] as Item;
}
