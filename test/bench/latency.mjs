// Starts an API server with a cluster, a Northbound database and a live applier of one zone. Makes events one after the
// other, and prints the milliseconds from each event to the last commit that it causes as JSON: by sort of event, and in all.
// Arguments: pods, events, seconds of a burst.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { connectOvsdb } from '../../build/clients/ovsdb/index.js';
import { createEvents } from './latency-events.mjs';
import { baseRows, makeCluster } from './live-cluster.mjs';
import { CLI, HERE, scratch } from './measure.mjs';

const PODS = Number(process.argv[2] ?? 1000);
const EVENTS = Number(process.argv[3] ?? 200);
/** Pods from which the cluster is a full one. */
const FULL = 100_000;
/** Seconds of a burst of pod events after the single ones, and events in each second. */
const [BURST_SECONDS, BURST_EVENTS] = [Number(process.argv[4] ?? 0), 500];
/** Milliseconds between events, so that they are single ones. */
const PAUSE = Number(process.env.PAUSE ?? 500);
/** Milliseconds after which an event has no further effect. */
const QUIET = 40;
const IDLE_SECONDS = Number(process.env.IDLE_SECONDS ?? 30);
const ZONE = 'node-5';
const SCHEMA = '7.12.0';

// Beside the build, so that it finds the packages.
const rigFile = join(HERE, '../../build/live-rig.mjs');
await build({
  entryPoints: [join(HERE, 'live-rig.ts')],
  outfile: rigFile,
  ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
});
const { MORE_KINDS, schemaFileOf, startRig, startServer } = await import(rigFile);

const rig = await startRig();
const { policy, objects } = makeCluster(PODS / 10, PODS >= FULL);
rig.server.kinds.push(...MORE_KINDS.filter(({ kind }) => kind === 'EndpointSlice'));
for (const object of objects) rig.server.put(object);
// As real servers do about every minute: a silent connection counts as dead.
setInterval(() => rig.server.watches.bookmark(), 60_000).unref();
const schema = join(scratch, 'nb.ovsschema');
writeFileSync(schema, schemaFileOf(SCHEMA));
const database = await startServer(schema);
const ports = objects
  .filter(({ kind, spec }) => kind === 'Pod' && spec.nodeName === ZONE)
  .map(({ metadata: { namespace, name } }) => `${namespace}_${name}`);
await database.transact(...baseRows(ZONE, ports));
const folder = join(scratch, 'policy');
mkdirSync(folder);
writeFileSync(join(folder, 'weir.policy.json'), policy);

const connected = await connectOvsdb({
  remotes: [{ protocol: 'unix', path: database.socket }],
  database: 'OVN_Northbound',
  timeouts: {},
});
if (connected.result !== 'connected') throw new Error(JSON.stringify(connected));
let commits = 0;
let lastCommit = 0;
const tables = [...connected.client.schema.tables.keys()].map((table) => ({ table, columns: ['_uuid', '_version'] }));
await connected.client.monitor(tables, () => {
  lastCommit = performance.now();
  commits++;
});

const started = performance.now();
const words = ['apply', 'northbound', '--zone', ZONE, '--remote', `unix:${database.socket}`];
const live = ['--live', '--policy-bundle', 'weir.policy.json', '--kubeconfig', rig.kubeconfig];
const watched = ['--interval', '600', '--listen', '127.0.0.1:0', '--log-level', 'info'];
const program = process.env.WEIR_BENCH_PROGRAM ?? CLI;
const options = (process.env.WEIR_BENCH_OPTIONS ?? '--max-old-space-size=8192').split(' ');
const applier = spawn(process.execPath, [...options, program, ...words, ...live, ...watched], {
  cwd: folder,
  env: { PATH: process.env.PATH },
  stdio: ['ignore', 'ignore', 'pipe'],
});
let log = '';
applier.stderr.on('data', (chunk) => (log += chunk));
const ended = new Promise((resolve) => applier.on('close', resolve));
process.on('exit', () => applier.kill('SIGKILL'));

const state = async () => {
  const [, address] = /"address":"([^"]+)"/.exec(log) ?? [];
  if (address === undefined) return undefined;
  // A long cycle can outlast a connection that is kept.
  const reply = await globalThis
    .fetch(`http://${address}/status`, { headers: { connection: 'close' } })
    .catch(() => undefined);
  return reply?.json();
};
const until = async (what, isDone, limit = 600_000, pause = 5) => {
  const end = performance.now() + limit;
  for (;;) {
    if (await isDone()) return true;
    if (applier.exitCode !== null) throw new Error(`the applier ended\n${log.slice(-4000)}`);
    if (performance.now() > end) {
      if (limit === 600_000) throw new Error(`not within ${limit} ms: ${what}\n${log.slice(-4000)}`);
      return false;
    }
    await sleep(pause);
  }
};
const isIdle = async () => {
  const found = await state();
  const result = found?.cycle?.result;
  if (result === 'failed' || result === 'blocked') throw new Error(log.slice(-4000));
  return (
    (result === 'applied' || result === 'in-sync') && found.changes.queued === 0 && found.changes.age === undefined
  );
};
/** Waits until all that was caused so far is committed. */
const settle = async () => {
  await until('the applier is idle', isIdle, undefined, QUIET);
  while (performance.now() - lastCommit < QUIET) await sleep(QUIET / 4);
};
/** Ticks of processor time that the applier has used (proc(5), `stat`), as milliseconds. */
const processorTime = () => {
  const fields = readFileSync(`/proc/${applier.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
};
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${applier.pid}/status`, 'utf8'))[1]) / 1024;

await settle();
const cold = (performance.now() - started) / 1000;
console.error(`in sync after ${cold.toFixed(1)} s, ${memory().toFixed(0)} MB`);

const events = createEvents(objects, rig.server, ZONE);
const times = new Map(Object.keys(events).map((name) => [name, []]));
const costs = new Map(Object.keys(events).map((name) => [name, []]));
const silent = new Map();
for (let count = 0; count < EVENTS; count++) {
  const names = Object.keys(events);
  const name = names[count % names.length];
  const { prepare, make, restore } = events[name](Math.floor(count / names.length));
  if (prepare) {
    prepare();
    await sleep(QUIET);
    await settle();
  }
  await sleep(PAUSE);
  const before = commits;
  const spent = processorTime();
  const start = performance.now();
  make();
  const isCommitted = await until(name, () => commits > before, 20_000);
  await sleep(QUIET);
  await settle();
  costs.get(name).push(processorTime() - spent);
  if (isCommitted) times.get(name).push(lastCommit - start);
  else silent.set(name, (silent.get(name) ?? 0) + 1);
  if (restore) {
    restore();
    await sleep(QUIET);
    await settle();
  }
}
const idleStart = processorTime();
await sleep(1000 * IDLE_SECONDS);
const idle = (processorTime() - idleStart) / (10 * IDLE_SECONDS);
/** Changes pods of all zones. Returns the changes that wait each second, and the seconds from the last one to a quiet applier. */
async function measureBurst() {
  const pods = objects.filter(({ kind }) => kind === 'Pod');
  const spent = processorTime();
  const queued = [];
  const start = performance.now();
  for (let made = 0; made < BURST_SECONDS * BURST_EVENTS; made++) {
    const pod = pods[(made * 7) % pods.length];
    const isOdd = Math.floor(made / pods.length) % 2 === 0;
    rig.server.put(isOdd ? { ...pod, status: { ...pod.status, phase: 'Succeeded' } } : pod);
    if (made % BURST_EVENTS === 0) queued.push((await state())?.changes);
    const due = start + (1000 * made) / BURST_EVENTS;
    if (performance.now() < due) await sleep(due - performance.now());
  }
  const end = performance.now();
  await settle();
  return {
    events: BURST_SECONDS * BURST_EVENTS,
    seconds: (end - start) / 1000,
    settled: (performance.now() - end) / 1000,
    processor: processorTime() - spent,
    queued: queued.map((one) => one?.queued),
    longest: Math.max(...queued.map((one) => one?.age ?? 0)),
  };
}
const burst = BURST_SECONDS > 0 ? await measureBurst() : undefined;
const quantile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
const round = (number) => Math.round(10 * number) / 10;
const summary = (numbers) => ({
  count: numbers.length,
  median: round(quantile(numbers, 0.5) ?? 0),
  p99: round(quantile(numbers, 0.99) ?? 0),
});
const all = [...times.values()].flat();
console.log(
  JSON.stringify({
    pods: PODS,
    cold: round(cold),
    memory: Math.round(memory()),
    idle: round(idle),
    ...summary(all),
    sorts: Object.fromEntries(
      [...times].map(([name, list]) => [name, { ...summary(list), processor: quantile(costs.get(name), 0.5) }]),
    ),
    ...(burst ? { burst } : {}),
    ...(silent.size > 0 ? { silent: Object.fromEntries(silent) } : {}),
  }),
);
applier.kill('SIGTERM');
await ended;
connected.client.close();
await rig.server.close();
database.close();
