import { spawnSync } from 'node:child_process';
import { ROUNDS, median, readPrinted, run } from './measure.mjs';

const known = new Map();

/** Measures a live applier in a cluster of that many pods, once. Undefined where OVN is not installed. */
function measureApplier(pods) {
  if (!known.has(pods)) known.set(pods, startMeasure(pods));
  return known.get(pods);
}

function startMeasure(pods) {
  if (spawnSync('ovsdb-server', ['--version']).status !== 0) return undefined;
  return readPrinted('latency.mjs', String(pods));
}

/** The 99th percentile of all events against the time of an empty program, in the same run. */
function measureLatency(pods) {
  const measured = measureApplier(pods);
  return measured && measured.p99 / median(Array.from({ length: ROUNDS }, () => run(['-e', '0']).wall));
}

const line = (pods, bar) => [
  `from an event to its rows, 99th percentile / node -e 0, wall time: ${pods.toLocaleString('en')} pods`,
  bar,
  () => measureLatency(pods),
];

/** Lines about the live applier of a zone in a cluster in which each node is one, like those of `lines.mjs`. */
export const LATENCY_LINES = {
  'latency-1000': line(1000, 1.5),
  'latency-10000': line(10_000, 2),
  'latency-100000': line(100_000, 5),
  'latency-idle': [
    'processor time of a live applier over 30 quiet seconds, percent: 10,000 pods',
    1,
    () => measureApplier(10_000)?.idle,
  ],
};
