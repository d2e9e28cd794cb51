import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Reconciliation } from '../../../apply/reconcile.js';
import type { Drift, FailureClass, Standing } from '../../../model/change.js';
import type { LiveInput } from '../../live/live.js';

/** Class of an error, by the step of a cycle that failed. `blocked`: a user must decide. */
export type ErrorClass = FailureClass | 'plan' | 'apply' | 'blocked';

/** All classes, so that each counter exists before its first error. */
const ERROR_CLASSES = [
  'recovery',
  'connection',
  'input',
  'plan',
  'apply',
  'blocked',
] as const satisfies readonly ErrorClass[];
const DRIFTS = ['missing', 'changed', 'stale', 'foreign'] as const satisfies readonly Drift[];
/** Upper bounds of buckets for durations, in seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 45, 60];

/** A cycle that ended. */
export interface EndedCycle {
  readonly done: Reconciliation;
  /** Duration in seconds. */
  readonly seconds: number;
  /** Seconds since the first change that the target has since this cycle. If unset, there was none. */
  readonly waited?: number | undefined;
  /** The compiled state, if Weir compiles a policy here. */
  readonly live?: LiveInput | undefined;
}

/** Metrics of the applier of one target. */
export interface ApplierMetrics {
  readonly record: (cycle: EndedCycle) => void;
  /** Records the right to change the target. */
  readonly stand: (standing: Standing) => void;
}

/** Returns the class of the error of a cycle, or undefined if it had none. */
export function errorClassOf(done: Reconciliation): ErrorClass | undefined {
  if (done.result === 'blocked') return 'blocked';
  if (done.result !== 'failed') return undefined;
  return done.class ?? (done.changes.length === 0 ? 'plan' : 'apply');
}

/** Returns true if the target has its desired state since this cycle. */
export function isInSync({ result }: Reconciliation): boolean {
  return result === 'in-sync' || result === 'applied';
}

/** Creates the metrics. `queueLength` returns the number of changes that no cycle has taken. */
export function createMetrics(registry: Registry, queueLength: () => number): ApplierMetrics {
  const registers = [registry];
  const standing = createStandingMetrics(registry);
  const recordCycle = createCycleMetrics(registry);
  const recordLive = createLiveMetrics(registry);
  const policy = new Gauge({
    name: 'weir_committed_policy_info',
    help: '1 for the SHA-256 of the policy whose state the target has, if this applier changes it and compiles policies.',
    labelNames: ['digest'],
    registers,
  });
  new Gauge({
    name: 'weir_queued_changes',
    help: 'Changes of the input that no cycle has taken.',
    registers,
    collect() {
      this.set(queueLength());
    },
  });
  return {
    record: (cycle) => {
      recordCycle(cycle);
      if (!cycle.live) return;
      recordLive(cycle.live);
      if (!isInSync(cycle.done)) return;
      policy.reset();
      policy.set({ digest: cycle.live.policy }, 1);
    },
    stand: (next) => {
      standing(next);
      // Another applier decides which policy the target has.
      if (next === 'waiting') policy.reset();
    },
  };
}

function createCycleMetrics(registry: Registry): ApplierMetrics['record'] {
  const registers = [registry];
  const cycles = new Counter({
    name: 'weir_cycles_total',
    help: 'Cycles by result.',
    labelNames: ['result'],
    registers,
  });
  const errors = new Counter({
    name: 'weir_errors_total',
    help: 'Cycles that failed or were blocked, by the class of the error.',
    labelNames: ['class'],
    registers,
  });
  for (const one of ERROR_CLASSES) errors.inc({ class: one }, 0);
  const writes = new Counter({
    name: 'weir_writes_total',
    help: 'Transactions, commands or requests that changed something.',
    registers,
  });
  const drift = new Gauge({
    name: 'weir_drift',
    help: 'Differences from the desired state after the last cycle that could read both.',
    labelNames: ['state'],
    registers,
  });
  const buckets = BUCKETS;
  const duration = new Histogram({ name: 'weir_cycle_seconds', help: 'Duration of cycles.', buckets, registers });
  const latency = new Histogram({
    name: 'weir_event_to_commit_seconds',
    help: 'Time from the first change of a batch until it is committed and read back.',
    buckets,
    registers,
  });
  const inSync = new Gauge({
    name: 'weir_last_in_sync_timestamp_seconds',
    help: 'Time at which the last cycle found or made the target as desired. 0 before the first one.',
    registers,
  });
  return ({ done, seconds, waited }) => {
    cycles.inc({ result: done.result });
    duration.observe(seconds);
    const errorClass = errorClassOf(done);
    if (errorClass !== undefined) errors.inc({ class: errorClass });
    if (isInSync(done)) inSync.setToCurrentTime();
    if (done.result === 'applied') {
      writes.inc(done.writes);
      // Changes without an effect on the target commit nothing.
      if (waited !== undefined) latency.observe(waited);
    }
    // After a failed reading, the last known drift is kept.
    if (done.result === 'failed' && done.changes.length === 0) return;
    // An apply reads back what it has written.
    const left = done.result === 'applied' ? [] : done.changes;
    for (const state of DRIFTS) drift.set({ state }, left.filter((change) => change.drift === state).length);
  };
}

function createStandingMetrics(registry: Registry): ApplierMetrics['stand'] {
  const registers = [registry];
  const standby = new Gauge({
    name: 'weir_standby',
    help: '1 while another applier may change the target.',
    registers,
  });
  const connected = new Gauge({
    name: 'weir_connected',
    help: '1 while the target is connected, and the right to change it is known.',
    registers,
  });
  return (standing) => {
    standby.set(standing === 'waiting' ? 1 : 0);
    connected.set(standing === 'away' ? 0 : 1);
  };
}

/** Creates the metrics of a cycle that compiles a policy itself. */
function createLiveMetrics(registry: Registry): (live: LiveInput) => void {
  const gauges = new Map<string, Gauge>();
  const set = (name: string, help: string, value: number): void => {
    const gauge = gauges.get(name) ?? new Gauge({ name, help, registers: [registry] });
    gauges.set(name, gauge);
    gauge.set(value);
  };
  return ({ at, objects, mismatches, findings, unreachable }) => {
    set('weir_inventory_timestamp_seconds', 'Time of the last complete inventory.', at / 1000);
    set('weir_inventory_objects', 'Objects in the last complete inventory.', objects);
    set('weir_lock_mismatches', 'Assignments that differ from the lock, or are missing there.', mismatches.length);
    if (unreachable) set('weir_unreachable_nodes', 'Egress nodes that count as unreachable.', unreachable.length);
    set('weir_rejected_findings', 'Parts of resources that Weir skips as rejected.', findings.rejected);
  };
}
