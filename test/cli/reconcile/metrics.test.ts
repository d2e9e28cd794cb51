import { describe, expect, it } from 'vitest';
import { createChangeQueue } from '../../../src/cli/commands/reconcile/change-queue.js';
import type { WatchOptions } from '../../../src/cli/commands/reconcile/watch.js';
import { type ApplyTarget, type Standing, fail } from '../../../src/model/change.js';
import { change, memoryTarget } from '../../apply/target.js';
import { eventually } from '../../rig/eventually.js';
import { lintMetrics, parseMetrics, promtool, whyNoPromtool } from '../../rig/prometheus.js';
import { POLICY, liveInput, startApplier, valueOf } from './applier.js';

describe('the metrics of an applier', () => {
  it('have names, units and help as Prometheus wants them', async () => {
    const { target } = memoryTarget([change('missing')]);
    const applier = startApplier(target);
    await applier.afterCycles(1);
    expect(lintMetrics(await applier.metrics(), 'weir_')).toEqual([]);
  });

  it.skipIf(whyNoPromtool() !== undefined)(`pass promtool (${whyNoPromtool() ?? 'it is here'})`, async () => {
    const { target } = memoryTarget([change('missing')]);
    const applier = startApplier(target);
    await applier.afterCycles(1);
    expect(promtool(['check', 'metrics'], await applier.read())).toEqual({ status: 0, text: '' });
  });

  it('measure from the first change of a batch until it is committed', async () => {
    const { target, state } = memoryTarget([]);
    const applier = startApplier(target);
    await applier.afterCycles(1);
    state.changes = [change('missing')];
    const before = performance.now();
    applier.ring();
    applier.ring();
    expect(valueOf(await applier.metrics(), 'weir_queued_changes')).toBe(2);
    await applier.afterCycles(2);
    const metrics = await applier.metrics();
    expect(valueOf(metrics, 'weir_queued_changes')).toBe(0);
    expect(valueOf(metrics, 'weir_event_to_commit_seconds_count')).toBe(1);
    const seconds = Number(valueOf(metrics, 'weir_event_to_commit_seconds_sum'));
    // Changes of 10 ms are one batch.
    expect(seconds).toBeGreaterThan(0.009);
    expect(seconds).toBeLessThan((performance.now() - before) / 1000);
    expect(valueOf(metrics, 'weir_event_to_commit_seconds_bucket', { le: '60' })).toBe(1);
  });

  it('count no commit for a change that the target does not need', async () => {
    const { target } = memoryTarget([]);
    const applier = startApplier(target);
    await applier.afterCycles(1);
    applier.ring();
    await applier.afterCycles(2);
    expect(valueOf(await applier.metrics(), 'weir_event_to_commit_seconds_count')).toBe(0);
  });

  it('measure a change over failed cycles', async () => {
    const { target, state } = memoryTarget([]);
    let isAway = false;
    const plan: ApplyTarget['plan'] = () => (isAway ? Promise.resolve(fail('away', true)) : target.plan());
    const applier = startApplier({ ...target, plan });
    await applier.afterCycles(1);
    [isAway, state.changes] = [true, [change('missing')]];
    applier.ring();
    await applier.afterCycles(2);
    expect(valueOf(await applier.metrics(), 'weir_event_to_commit_seconds_count')).toBe(0);
    isAway = false;
    await applier.afterCycles(3);
    const metrics = await applier.metrics();
    expect(valueOf(metrics, 'weir_event_to_commit_seconds_count')).toBe(1);
    // The first retry follows after a second, with a jitter of a tenth.
    expect(valueOf(metrics, 'weir_event_to_commit_seconds_sum')).toBeGreaterThan(0.9);
  });

  it('tell when the target was last as desired, and by which policy', async () => {
    const { target, state } = memoryTarget([change('foreign')]);
    let policy = POLICY;
    const applier = startApplier(target, { live: () => liveInput(policy) });
    await applier.afterCycles(1);
    const early = await applier.metrics();
    expect(valueOf(early, 'weir_last_in_sync_timestamp_seconds')).toBe(0);
    expect(valueOf(early, 'weir_committed_policy_info')).toEqual([]);
    state.changes = [];
    applier.ring();
    await applier.afterCycles(2);
    const later = await applier.metrics();
    expect(Math.abs(Number(valueOf(later, 'weir_last_in_sync_timestamp_seconds')) - Date.now() / 1000)).toBeLessThan(
      60,
    );
    expect(valueOf(later, 'weir_committed_policy_info', { digest: POLICY })).toBe(1);
    policy = 'cd'.repeat(32);
    applier.ring();
    await applier.afterCycles(3);
    expect(valueOf(await applier.metrics(), 'weir_committed_policy_info')).toBe(1);
    expect(valueOf(await applier.metrics(), 'weir_committed_policy_info', { digest: policy })).toBe(1);
  });

  it.each([
    ['recovery', { prepare: () => Promise.resolve(fail('not recovered')) }, {}],
    ['connection', {}, { stand: () => Promise.resolve(fail('no server')) }],
    ['connection', {}, { stand: () => Promise.resolve<Standing>('away'), plan: () => Promise.resolve(fail('away')) }],
    ['input', {}, { plan: () => Promise.resolve({ ...fail('no policy'), class: 'input' as const }) }],
    ['plan', {}, { plan: () => Promise.resolve(fail('cannot read')) }],
    ['apply', {}, memoryTarget([change('missing')], 10, fail('rejected')).target],
    ['blocked', {}, memoryTarget([change('foreign')]).target],
  ])('count an error of the class %s', async (name, options: Partial<WatchOptions>, more: Partial<ApplyTarget>) => {
    const applier = startApplier({ ...memoryTarget([]).target, ...more }, options);
    await applier.afterCycles(1);
    const metrics = await applier.metrics();
    const errors = metrics.find((family) => family.name === 'weir_errors_total')?.samples ?? [];
    expect(errors).toHaveLength(6);
    expect(errors.filter(({ value }) => value > 0).map(({ labels }) => labels.class)).toEqual([name]);
  });

  it('say which applier stands by, and that it has committed no policy', async () => {
    let change: (standing: Standing) => void = () => undefined;
    let standing: Standing = 'held';
    const stand: ApplyTarget['stand'] = (onChange) => {
      change = onChange;
      return Promise.resolve(standing);
    };
    const applier = startApplier({ ...memoryTarget([]).target, stand });
    await applier.afterCycles(1);
    const active = await applier.metrics();
    expect([valueOf(active, 'weir_standby'), valueOf(active, 'weir_connected')]).toEqual([0, 1]);
    standing = 'waiting';
    change('waiting');
    const waiting = await applier.metrics();
    expect([valueOf(waiting, 'weir_standby'), valueOf(waiting, 'weir_connected')]).toEqual([1, 1]);
    expect(valueOf(waiting, 'weir_committed_policy_info')).toEqual([]);
    // The watch notes that it stands by in its next cycle.
    await eventually('changes do not count', async () => {
      applier.ring();
      return valueOf(await applier.metrics(), 'weir_queued_changes') === 0;
    });
  });

  it('say at once that the target has no lock, and is not connected before the first cycle', async () => {
    const without = startApplier(memoryTarget([]).target);
    await without.afterCycles(1);
    expect(valueOf(await without.metrics(), 'weir_standby')).toBe(0);
    expect(valueOf(await without.metrics(), 'weir_connected')).toBe(1);
    const never = startApplier({ ...memoryTarget([]).target, stand: () => new Promise<Standing>(() => undefined) });
    await eventually('it serves', async () => (await never.read()) !== '');
    expect(valueOf(await never.metrics(), 'weir_connected')).toBe(0);
  });
});

describe('the queue of changes', () => {
  it('keeps the first change until the target has it', () => {
    const queue = createChangeQueue();
    expect([queue.length(), queue.age(), queue.settle()]).toEqual([0, undefined, undefined]);
    queue.add();
    queue.take();
    expect([queue.length(), queue.age()]).toEqual([0, expect.any(Number)]);
    queue.add();
    queue.add();
    expect(queue.length()).toBe(2);
    const first = queue.settle() ?? 0;
    expect(queue.settle()).toBeUndefined();
    expect(queue.age()).toBeLessThanOrEqual(first);
    queue.clear();
    expect([queue.length(), queue.age()]).toEqual([0, undefined]);
  });
});

describe('the check of names', () => {
  it('finds what the rules of Prometheus forbid', () => {
    const text = [
      ['weir_waits_total', 'gauge', 'Waits.', 'weir_waits_total 1'],
      ['weir_writes', 'counter', 'Writes.', 'weir_writes 1'],
      ['weir_wait_ms', 'gauge', 'no sentence', 'weir_wait_ms{waitTime="1"} 1'],
      ['weir_drift', 'gauge', 'Drift.', 'weir_drift{drift="stale",pod="a"} 1'],
      ['weir_build_info', 'gauge', 'Build.', 'weir_build_info 2'],
      ['weir_size_count', 'gauge', 'Size.', 'weir_size_count 2'],
    ].map(([name, type, help, sample]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${sample}\n`);
    expect(lintMetrics(parseMetrics(text.join('')), 'weir_')).toEqual([
      'weir_waits_total: has _total, or is a counter without it',
      'weir_writes: has _total, or is a counter without it',
      'weir_wait_ms: has no sentence as help',
      'weir_wait_ms: has a unit that is not a base unit',
      'weir_wait_ms: label waitTime is not snake_case',
      'weir_drift: label pod is set by Prometheus',
      'weir_drift: has the label drift in the name',
      'weir_build_info: is _info with a value other than 1',
      'weir_size_count: has the suffix of a part of a histogram',
    ]);
  });
});
