import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { type WatchOptions, watch } from '../../../src/cli/commands/reconcile/watch.js';
import type { LiveInput } from '../../../src/cli/live/live.js';
import type { ApplyTarget } from '../../../src/model/change.js';
import { eventually } from '../../rig/eventually.js';
import { type MetricFamily, parseMetrics } from '../../rig/prometheus.js';

/** So long that only an event starts a cycle. */
const NEVER = 100_000;
export const POLICY = 'ab'.repeat(32);

export const liveInput = (policy = POLICY): LiveInput => ({
  policy,
  objects: 5,
  at: Date.now(),
  mismatches: [],
  findings: { error: 0, rejected: 1, warning: 0, info: 0 },
  rejected: [{ resource: 'EgressIP ferry', code: 'egress-ip/address-taken', message: "'192.0.2.7' is taken" }],
});

/** Starts an applier in this process, whose inventory changes when `ring` is called. It ends with the test. */
export function startApplier(target: ApplyTarget, more: Partial<WatchOptions> = {}) {
  const end = new AbortController();
  const lines: string[] = [];
  let ring: () => void = () => undefined;
  void watch(target, {
    seconds: NEVER,
    listen: '127.0.0.1:0',
    maximumRemoval: 50,
    force: false,
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    signal: end.signal,
    live: () => liveInput(),
    follow: (given) => {
      ring = given;
    },
    ...more,
  });
  onTestFinished(() => {
    end.abort();
  });
  const url = (): string => `http://${/"address":"([^"]+)"/.exec(lines.join(''))?.[1] ?? ''}`;
  const read = async (): Promise<string> => (await fetch(`${url()}/metrics`)).text();
  const cycles = (): number => lines.filter((line) => /"msg":"(applied|in sync|failed|blocked)"/.test(line)).length;
  return {
    url,
    read,
    ring: () => {
      ring();
    },
    afterCycles: (count: number) => eventually(`${count} cycles end`, () => cycles() >= count),
    metrics: async () => parseMetrics(await read()),
  };
}

/** Returns the value of the one sample with a name and labels, or all values if there is none or more. */
export function valueOf(
  families: readonly MetricFamily[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
) {
  const samples = families.flatMap((family) => family.samples);
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
  );
  return found.length === 1 ? found[0]?.value : found.map(({ value }) => value);
}
