import { describe, expect, it, onTestFinished } from 'vitest';
import { type Reachability, dampingTimesOf, recordProbe } from '../../../src/cli/live/probe/damping.js';
import { createProber } from '../../../src/cli/live/probe/prober.js';
import { eventually } from '../../rig/eventually.js';

const PERIOD = 5000;
const TIMES = dampingTimesOf(PERIOD);

/** Probes a node once a period. Returns the number of periods after which each change of its reachability came. */
function changesOf(answers: readonly boolean[]): number[] {
  let state: Reachability | undefined;
  return answers.flatMap((hasAnswered, round) => {
    const before = state?.isReachable ?? true;
    state = recordProbe(state, hasAnswered, 1_000_000 + round * PERIOD, TIMES);
    return state.isReachable === before ? [] : [round];
  });
}

const times = (count: number, value: boolean): boolean[] => Array.from({ length: count }, () => value);

describe('the reachability of a node', () => {
  it('is lost with the first probe that fails, and back when it has answered for two periods', () => {
    expect(changesOf([true, false, false, ...times(4, true)])).toEqual([1, 5]);
  });

  it('is back only after answers without a failure between them', () => {
    const flap = [false, ...times(2, true)];
    expect(changesOf([...flap, ...flap, ...flap, ...times(5, true)])).toEqual([0, 9]);
  });

  it('is back later with each loss', () => {
    expect(changesOf([false, ...times(3, true), false, ...times(5, true), false, ...times(9, true)])).toEqual([
      0, 3, 4, 9, 10, 19,
    ]);
  });

  it('follows a node that flaps for an hour no more often than every five minutes in the end', () => {
    // It fails once a minute.
    const hour = Array.from({ length: 720 }, (_, round) => round % 12 !== 0);
    const changes = changesOf(hour);
    expect(changes.length).toBeLessThan(12);
    expect(changes.filter((round) => round > 120)).toEqual([]);
  });

  it('is back after two periods again if the last loss is ten minutes ago', () => {
    const quiet = times(125, true);
    expect(changesOf([false, ...quiet, false, ...times(4, true)])).toEqual([0, 3, 126, 129]);
  });
});

/** A prober of nodes with the given answers, which may change, and a name as the address. */
function probing(answers: Record<string, boolean>) {
  let rounds = 0;
  const prober = createProber({ period: 20, timeout: 10 }, ([name = '']) => {
    rounds++;
    return Promise.resolve(answers[name] === true);
  });
  onTestFinished(prober.close);
  const targets = Object.keys(answers).map((name) => ({ name, addresses: [name] }));
  return { watch: () => prober.watch(targets), prober, rounds: () => rounds };
}

describe('a prober', () => {
  it('knows unreachable nodes at its first read, and rings when they change', async () => {
    const answers = { heron: true, otter: false };
    const { watch, prober } = probing(answers);
    let rings = 0;
    prober.follow(() => rings++);
    expect(await watch()).toEqual(['otter']);
    answers.otter = true;
    await eventually('it is back', () => rings === 1);
    expect(await watch()).toEqual([]);
    answers.heron = false;
    await eventually('another one is lost', () => rings === 2);
    expect(await watch()).toEqual(['heron']);
  });

  it('keeps the last results while no node answers', async () => {
    const answers = { heron: true, otter: false };
    const { watch, rounds } = probing(answers);
    await watch();
    answers.heron = false;
    const start = rounds();
    await eventually('some rounds have passed', () => rounds() > start + 10);
    expect(await watch()).toEqual(['otter']);
  });

  it('takes all nodes as reachable if none has ever answered', async () => {
    expect(await probing({ heron: false, otter: false }).watch()).toEqual([]);
  });
});
