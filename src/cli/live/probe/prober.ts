import { type NodeProbeOptions, probeNode } from '../../../clients/node-probe/probe.js';
import { type Reachability, dampingTimesOf, recordProbe } from './damping.js';
import type { ProbeTarget } from './targets.js';

/** Options of probes. Times in milliseconds. */
export interface ProberOptions extends NodeProbeOptions {
  readonly period: number;
}

/** Probes nodes periodically. */
export interface Prober {
  /** Sets the nodes to probe. Returns the unreachable ones, in the given order, after a first probe of new nodes. */
  readonly watch: (targets: readonly ProbeTarget[]) => Promise<readonly string[]>;
  /** Calls `ring` after each change of the unreachable nodes. */
  readonly follow: (ring: () => void) => void;
  readonly close: () => void;
}

/**
 * Creates a prober. If no node answers, the network of this process is the likely cause, so the last results stay.
 * `probe` returns true if one of the addresses answers.
 */
export function createProber(options: ProberOptions, probe = probeNode): Prober {
  const times = dampingTimesOf(options.period);
  const known = new Map<string, Reachability>();
  let targets: readonly ProbeTarget[] = [];
  let ring: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const findUnreachable = (): string[] =>
    targets.flatMap(({ name }) => (known.get(name)?.isReachable === false ? [name] : []));
  const probeAll = async (some: readonly ProbeTarget[]): Promise<void> => {
    const answers = await Promise.all(
      some.map(async ({ name, addresses }) => ({ name, hasAnswered: await probe(addresses, options) })),
    );
    const probed = new Set(some.map(({ name }) => name));
    const isAnswered =
      answers.some(({ hasAnswered }) => hasAnswered) ||
      targets.some(({ name }) => !probed.has(name) && known.get(name)?.hasAnswered === true);
    const now = Date.now();
    for (const { name, hasAnswered } of answers) {
      const before = known.get(name);
      if (isAnswered) known.set(name, recordProbe(before, hasAnswered, now, times));
      else if (!before) known.set(name, { isReachable: true, hasAnswered, hold: 0 });
    }
  };
  const runRound = async (): Promise<void> => {
    const before = findUnreachable().join();
    await probeAll(targets);
    if (findUnreachable().join() !== before) ring();
    plan();
  };
  const plan = (): void => {
    if (!isClosed) timer = setTimeout(() => void runRound(), options.period);
  };
  return {
    watch: async (given) => {
      targets = given;
      const names = new Set(given.map(({ name }) => name));
      for (const name of known.keys()) if (!names.has(name)) known.delete(name);
      const fresh = given.filter(({ name }) => !known.has(name));
      if (fresh.length > 0) await probeAll(fresh);
      if (!timer) plan();
      return findUnreachable();
    },
    follow: (given) => {
      ring = given;
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
