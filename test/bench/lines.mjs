import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  generateMixedRepository,
  generatePolicyRepository,
  generateRepository,
  generateRouteRepository,
  writeExpectations,
  writePolicies,
} from './generate.mjs';
import { createEngineLines } from './engine-lines.mjs';
import { FLOW_LINES } from './flow-lines.mjs';
import { generateFiles } from './generate-files.mjs';
import { generateHistory } from './generate-history.mjs';
import { generateDrainRepository, generatePodRepository, generateRuleRepository } from './generate-large.mjs';
import { LATENCY_LINES } from './latency-lines.mjs';
import { startLiveDatabase } from './live-database.mjs';
import {
  CLI,
  HERE,
  bytesBelow,
  bytesWritten,
  commit,
  compare,
  compiling,
  loading,
  peakMemory,
  scratch,
} from './measure.mjs';
import { RESIDENT_LINES } from './resident-lines.mjs';
import { compareAgain, compareChanged, compareQuestion, compareResident } from './remembering.mjs';

const made = new Map();

/** The folder of a repository, which is generated when it is first asked for. */
function repository(name, generate) {
  if (!made.has(name)) {
    const folder = join(scratch, name);
    generate(folder);
    made.set(name, folder);
  }
  return made.get(name);
}

const firewalls = (filesOf = 100) =>
  repository(`firewalls-${filesOf}`, (folder) =>
    generateRepository(folder, 'EgressFirewall', 5000, 20, { objectsAFile: filesOf }),
  );
const assigned = () => repository('assigned', (folder) => generateRepository(folder, 'EgressIP', 12_000, 1));
const mixed = (count) => repository(`mixed-${count}`, (folder) => generateMixedRepository(folder, count));
const files = () => repository('files', (folder) => generateFiles(folder, 10_000));
const zoned = (count, zones) =>
  repository(`zoned-${count}-${zones}`, (folder) => generateRepository(folder, 'EgressFirewall', count, 20, { zones }));

/** A repository with `count` objects of each kind. */
const KINDS = {
  'egress-firewall': (folder, count) => generateRepository(folder, 'EgressFirewall', count, 20),
  'egress-qos': (folder, count) => generateRepository(folder, 'EgressQoS', count, 20),
  'egress-ip': (folder, count) => generateRepository(folder, 'EgressIP', count, 1),
  'network-policy': (folder, count) => generatePolicyRepository(folder, count, 2),
  route: generateRouteRepository,
};
const ofKind = (kind, count) => repository(`${kind}-${count}`, (folder) => KINDS[kind](folder, count));

/** The time of an empty program. */
const nothing = () => ['-e', '0'];

/** Runs `weir diff` against the commit of a repository of which one file was changed, and compares with a compilation. */
function compareDiff(folder, file, from, to) {
  commit(folder);
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
  return compare(() => [CLI, 'diff', '--path', folder, 'HEAD'], compiling(folder));
}

/** 10,000 objects that are asked about. */
const asked = () =>
  repository('asked', (at) => {
    generateMixedRepository(at, 10_000);
    writeFileSync(join(at, 'egress/policies.yaml'), writePolicies(100));
  });

/** 100 clusters with 200 resources that they share, and an inventory of each, of which no file is that of another. */
const fleet = () =>
  repository('fleet', (at) => {
    const one = mixed(200);
    mkdirSync(join(at, '.git'), { recursive: true });
    cpSync(join(one, 'egress'), join(at, 'base'), { recursive: true });
    for (let number = 0; number < 100; number++) {
      const cluster = join(at, `clusters/c${number}`);
      mkdirSync(join(cluster, 'inventory'), { recursive: true });
      for (const name of readdirSync(join(one, 'inventory'))) {
        const text = readFileSync(join(one, 'inventory', name), 'utf8');
        writeFileSync(
          join(cluster, 'inventory', name),
          text.replaceAll(/(?<=name: |Name: )node-/g, `c${number}-node-`),
        );
      }
      writeFileSync(join(cluster, 'weir.yaml'), 'manifests: [../../base/*.yaml]\ninventory: [inventory/*.yaml]\n');
    }
  });
const checkingFleet = () => [CLI, '-C', fleet(), 'fleet', 'check'];
const checkingOne = () => [CLI, 'check', '-C', mixed(200)];

/** The check of what is asked about, without expectations. */
function checking() {
  rmSync(join(asked(), 'expectations.yaml'), { force: true });
  return [CLI, 'check', '-C', asked()];
}

function expecting() {
  writeFileSync(join(asked(), 'expectations.yaml'), writeExpectations(1000));
  return [CLI, 'expect', '-C', asked()];
}

function tracing() {
  rmSync(join(asked(), 'expectations.yaml'), { force: true });
  return [CLI, 'trace', '-C', asked(), 'team-5/app-5', '203.0.113.7', '443/TCP'];
}

const history = () => repository('history', (at) => generateHistory(at, 10_000));
const logging = () => [CLI, 'log', '-C', history(), 'team-10/app-0', 'team-22/app-0', '443/TCP'];

function checkQuickstart() {
  const folder = repository('quickstart', (at) => {
    cpSync(fileURLToPath(new URL('../../fixtures/quickstart', import.meta.url)), at, { recursive: true });
  });
  return compare(() => [CLI, 'check', '-C', folder], nothing);
}

/** Undefined where OVN is not installed. */
async function readLive() {
  const live = await startLiveDatabase(scratch, 100_000);
  if (live === undefined) return undefined;
  const ratio = compare(
    () => [join(HERE, 'client-select.mjs'), live.socket],
    () => [join(HERE, 'raw-select.mjs'), live.socket],
    'wall',
  );
  live.stop();
  return ratio;
}

function memoryOfInputAndOutput() {
  const folder = firewalls();
  const memory = peakMemory(folder);
  const bytes = ['egress', 'inventory', 'rendered'].reduce((sum, name) => sum + bytesBelow(join(folder, name)), 0);
  return memory / bytes;
}

const growth = (of, small, large) => compare(compiling(of(large)), compiling(of(small)));
const countOfMemory = 5000;

/** Name → what is measured, its bar, and how. What has no bar is told alone. */
export const LINES = {
  compile: [
    'compile / loadAll: 5,000 EgressFirewalls × 20 rules',
    1.6,
    () => compare(compiling(firewalls()), loading(firewalls())),
  ],
  'compile-files': [
    'compile / loadAll: the same in 10,000 files',
    1.6,
    () => compare(compiling(firewalls(1)), loading(firewalls(1))),
  ],
  naive: [
    'compile / loadAll, JSON.stringify of as many ACLs, sha256 and write: the same',
    1,
    () => compare(compiling(firewalls()), () => [join(HERE, 'naive.mjs'), firewalls()]),
  ],
  'egress-ips': [
    'compile / loadAll: 12,000 EgressIPs, 60,000 pods, 120 nodes',
    4,
    () => compare(compiling(assigned()), loading(assigned())),
  ],
  routes: [
    'compile / loadAll: 20,000 Routes, 60,000 endpoints',
    2,
    () => compare(compiling(ofKind('route', 20_000)), loading(ofKind('route', 20_000))),
  ],
  again: ['compile again, nothing changed / compile: 5,000 EgressFirewalls', 0.25, () => compareAgain(firewalls())],
  'again-files': [
    'the same: 10,000 objects of five kinds in 10,000 files, 100,000 pods',
    0.25,
    () => compareAgain(files()),
  ],
  changed: [
    'compile again, one file changed / compile: 5,000 EgressFirewalls × 20 rules in 10,000 files',
    0.3,
    () =>
      compareChanged(firewalls(1), join(firewalls(1), 'egress/part-77.yaml'), (text, round) =>
        text.replace(/port: \d+/, `port: ${9000 + round}`),
      ),
  ],
  resident: [
    'compile --watch, one file changed / node -e 0: the same',
    2,
    () =>
      compareResident(files(), join(files(), 'egress/team-7.yaml'), (text, round) =>
        text.replace(/port: \d+/, `port: ${9000 + round}`),
      ),
  ],
  explain: [
    'explain egressip NAME after a compilation / compile: the same',
    0.2,
    () =>
      compareQuestion(
        files(),
        [0, 70, 5550, 9990, 120].map((number) => ['egressip', `team-${number}`]),
      ),
  ],
  zones: [
    'bytes written on 500 zones / on one zone: 500 EgressFirewalls',
    2,
    () => bytesWritten(zoned(500, 500)) / bytesWritten(zoned(500, 1)),
  ],
  check: ['check of the quickstart / node -e 0', 4.5, checkQuickstart],
  version: ['weir --version / node -e 0', 2.5, () => compare(() => [CLI, '--version'], nothing)],
  diff: [
    'diff, one of 200 files changed / compile: 10,000 objects, 100,000 pods',
    1.1,
    () => compareDiff(mixed(10_000), 'egress/part-100.yaml', 'type: Allow', 'type: Deny'),
  ],
  'diff-policies': [
    'diff, labels of one of 500 namespaces changed / compile: 10,000 NetworkPolicies, 100,000 pods',
    1.3,
    () => {
      const folder = repository('policies', (at) => generatePolicyRepository(at, 10_000, 10));
      return compareDiff(folder, 'inventory/namespace.yaml', 'team: team-3\n', 'team: team-none\n');
    },
  ],
  'diff-rules': [
    'diff / compile: one EgressFirewall, 8,000 rules with ports, every port another',
    4,
    () =>
      compareDiff(
        repository('rules', (at) => generateRuleRepository(at, 8000)),
        'egress/rules.yaml',
        'port: 1',
        'port: 2',
      ),
  ],
  drain: [
    'whatif --drain / compile: 1,000 nodes, 3,000 EgressIPs',
    1.5,
    () => {
      const folder = repository('drain', (at) => generateDrainRepository(at, 1000, 3000));
      return compare(() => [CLI, 'whatif', '-C', folder, '--drain', 'node-5'], compiling(folder));
    },
  ],
  expect: ['expect / check: 1,000 expectations, 10,000 objects, 100,000 pods', 1.2, () => compare(expecting, checking)],
  prove: [
    'compile --prove / compile: 1,000 objects of three kinds in as many namespaces, 10,000 pods',
    3,
    () => compare(() => [...compiling(mixed(1000))(), '--prove'], compiling(mixed(1000))),
  ],
  log: ['log on 500 commits / compile: 10,000 objects, 100,000 pods', 3, () => compare(logging, compiling(history()))],
  trace: ['trace / check: 10,000 objects, 100,000 pods', 1, () => compare(tracing, checking)],
  ...FLOW_LINES,
  ...createEngineLines(files),
  ...RESIDENT_LINES,
  ...LATENCY_LINES,
  memory: ['peak memory / (input + output): 5,000 EgressFirewalls', 6, memoryOfInputAndOutput],
  'memory-large-file': [
    'peak memory / bytes of the file: 100,000 pods as kubectl prints them',
    2,
    () => {
      const folder = repository('pods', (at) => generatePodRepository(at, 100_000));
      return peakMemory(folder) / bytesBelow(join(folder, 'inventory'));
    },
  ],
  ...Object.fromEntries(
    Object.keys(KINDS).flatMap((kind) => [
      [
        `memory-${kind}`,
        [
          `peak memory, kB an object: 5,000 of ${kind}`,
          60,
          () => peakMemory(ofKind(kind, countOfMemory)) / 1000 / countOfMemory,
        ],
      ],
      [
        `growth-${kind}`,
        [`time of 16,000 / of 8,000: ${kind}`, 2.1, () => growth((count) => ofKind(kind, count), 8000, 16_000)],
      ],
    ]),
  ),
  'growth-zones': [
    'time of 800 zones / of 400: 100 EgressFirewalls',
    2.1,
    () => growth((zones) => zoned(100, zones), 400, 800),
  ],
  fleet: ['100 clusters of 200 resources / one of them', 12, () => compare(checkingFleet, checkingOne)],
  'growth-pods': ['time of 200,000 pods / of 100,000, ten an object', 2.1, () => growth(mixed, 10_000, 20_000)],
  live: ['reading 100,000 live ACLs / a raw select, wall time', 1.5, readLive],
};
