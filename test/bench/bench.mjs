#!/usr/bin/env node
// Measures Weir against its bars. Every figure is a ratio of whole processes of one run, of their processor time where
// nothing else is said: times of a shared machine mean little by themselves. Exit code 1 when a bar is not met.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import { startLiveDatabase } from './live-database.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CLI = join(HERE, '../../dist/cli.js');
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const scratch = mkdtempSync(join(tmpdir(), 'weir-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** Exit code of a command that found differences. */
const DIFFERENT = 2;

const USAGE = join(scratch, 'usage.json');
process.env.WEIR_BENCH_USAGE = USAGE;

/** Runs a node process to its end and returns its processor time and wall time in milliseconds, and its peak memory in bytes. */
function run(args) {
  const start = performance.now();
  const command = ['--import', join(HERE, 'usage.mjs'), ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const wall = performance.now() - start;
  if (status !== 0 && !(args.includes('diff') && status === DIFFERENT))
    throw new Error(`${args.join(' ')}: exit ${status}\n${stderr}`);
  return { wall, ...JSON.parse(readFileSync(USAGE, 'utf8')) };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Runs two commands in turn; the median of the ratios pair by pair, so that a machine that slows down slows both. */
function compare(first, second, measure = 'processor') {
  const ratios = Array.from({ length: ROUNDS }, () => run(first())[measure] / run(second())[measure]);
  return median(ratios);
}

const compiling = (repository) => () => {
  rmSync(join(repository, 'rendered'), { recursive: true, force: true });
  rmSync(join(repository, 'weir.lock.yaml'), { force: true });
  return [CLI, 'compile', repository];
};

/** Makes a git repository of a folder, and commits all of it. */
function commit(folder) {
  const git = (...words) => {
    const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...words], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=base');
}

let missed = 0;
function report(what, value, bar) {
  const met = value <= bar;
  if (!met) missed++;
  console.log(`${met ? 'met   ' : 'MISSED'}  ${value.toFixed(2).padStart(5)}  ≤ ${String(bar).padEnd(4)}  ${what}`);
}

function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Peak memory of a compilation in bytes. */
function peakMemory(repository) {
  return run([...compiling(repository)(), '--out', join(repository, 'rendered')]).memory;
}

const large = join(scratch, 'large');
const bytes = generateRepository(large, 'EgressFirewall', 5000, 20);
console.log(`5,000 EgressFirewalls × 20 rules, ${(bytes / 1e6).toFixed(1)} MB of YAML, ${ROUNDS} rounds`);
report(
  'time of a cold compile / time of js-yaml loadAll on the same files',
  compare(compiling(large), () => [join(HERE, 'load-all.mjs'), large]),
  1.5,
);
report('peak memory / (input + output)', peakMemory(large) / (bytes + bytesBelow(join(large, 'rendered'))), 6);

const zoned = join(scratch, 'zoned');
const zonedBytes = generateRepository(zoned, 'EgressFirewall', 500, 20, { zones: 100 });
report(
  'peak memory / (input + output) of 500 EgressFirewalls in 100 zones',
  peakMemory(zoned) / (zonedBytes + bytesBelow(join(zoned, 'rendered'))),
  0.5,
);

const assigned = join(scratch, 'assigned');
generateRepository(assigned, 'EgressIP', 12_000, 1);
report(
  'time of a cold compile / time of loadAll, 12,000 EgressIPs, 60,000 pods and 120 nodes',
  compare(compiling(assigned), () => [join(HERE, 'load-all.mjs'), assigned]),
  1.6,
);

for (const kind of ['EgressFirewall', 'EgressQoS', 'EgressIP']) {
  const [single, double] = [1500, 3000].map((count) => {
    const repository = join(scratch, `${kind}-${count}`);
    generateRepository(repository, kind, count, 20);
    return repository;
  });
  report(`time of 3,000 / time of 1,500 objects of ${kind}`, compare(compiling(double), compiling(single)), 2.2);
}
const mixed = join(scratch, 'mixed');
generateMixedRepository(mixed, 10_000);
commit(mixed);
const changed = join(mixed, 'egress/part-100.yaml');
writeFileSync(changed, readFileSync(changed, 'utf8').replace('type: Allow', 'type: Deny'));
report(
  'time of weir diff, one of 200 files changed / time of a cold compile: 10,000 objects, 100,000 pods',
  compare(() => [CLI, 'diff', '--path', mixed, 'HEAD'], compiling(mixed)),
  1.3,
);

const [few, some, many] = [2500, 5000, 10_000].map((count) => {
  const repository = join(scratch, `policies-${count}`);
  generatePolicyRepository(repository, count, 10);
  return repository;
});
report('time of 5,000 / time of 2,500 NetworkPolicies of 10 pods each', compare(compiling(some), compiling(few)), 2.2);
report('time of 10,000 / time of 5,000 NetworkPolicies', compare(compiling(many), compiling(some)), 2.2);
commit(many);
const namespaces = join(many, 'inventory/namespace.yaml');
writeFileSync(namespaces, readFileSync(namespaces, 'utf8').replace('team: team-3\n', 'team: team-none\n'));
report(
  'time of weir diff, labels of one of 500 namespaces changed / time of a cold compile: 10,000 NetworkPolicies, 100,000 pods',
  compare(() => [CLI, 'diff', '--path', many, 'HEAD'], compiling(many)),
  1.3,
);

const [routes, twice] = [10_000, 20_000].map((count) => {
  const repository = join(scratch, `routes-${count}`);
  generateRouteRepository(repository, count);
  return repository;
});
report(
  'time of a cold compile / time of loadAll, 20,000 Routes with 60,000 endpoints',
  compare(compiling(twice), () => [join(HERE, 'load-all.mjs'), twice]),
  2,
);
report('time of 20,000 / time of 10,000 Routes', compare(compiling(twice), compiling(routes)), 2.1);

const expectations = join(mixed, 'expectations.yaml');
const checking = () => {
  rmSync(expectations, { force: true });
  return [CLI, 'check', '-C', mixed];
};
const expecting = () => {
  writeFileSync(expectations, writeExpectations(1000));
  return [CLI, 'expect', '-C', mixed];
};
writeFileSync(join(mixed, 'egress/policies.yaml'), writePolicies(100));
report(
  'time of weir expect / time of weir check: 1,000 expectations, 10,000 objects, 100,000 pods',
  compare(expecting, checking),
  1.2,
);
report(
  'time of weir --version / time of node -e 0',
  compare(
    () => [CLI, '--version'],
    () => ['-e', '0'],
  ),
  2.5,
);
const live = await startLiveDatabase(scratch, 100_000);
if (live === undefined) console.log('not measured: reading a live database, because OVN is not installed');
else {
  report(
    'time of reading 100,000 live ACLs / time of a raw select',
    compare(
      () => [join(HERE, 'client-select.mjs'), live.socket],
      () => [join(HERE, 'raw-select.mjs'), live.socket],
      'wall',
    ),
    1.5,
  );
  live.stop();
}
const applying = spawnSync(process.execPath, [join(HERE, 'apply-northbound.mjs')], {
  env: { ...process.env, ROUNDS: String(ROUNDS) },
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (applying.status !== 0) missed++;
process.exitCode = missed === 0 ? 0 : 1;
