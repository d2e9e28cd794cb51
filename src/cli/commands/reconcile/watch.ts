import { statSync } from 'node:fs';
import { showText } from '../../../diagnostics/visible.js';
import type { Target } from '../../../model/change.js';
import { type Reconciliation, type ReconcileOptions, reconcile } from '../../../apply/reconcile.js';
import type { LiveState } from '../../live/live.js';
import { describeLockChange } from '../lock-changes.js';
import type { Log } from './log.js';
import { type Monitor, startMonitor } from './monitor.js';
import { createAlarm } from '../../../std/alarm.js';
import { backOff } from '../../../std/back-off.js';

export interface WatchOptions extends Omit<ReconcileOptions, 'reviewed'> {
  /** The file that changes when something else is desired; absent where only a cycle can tell. */
  readonly watched?: string | undefined;
  /** What was compiled for the last cycle, where that is done here. */
  readonly live?: (() => LiveState | undefined) | undefined;
  /** Seconds from one cycle to the next. */
  readonly seconds: number;
  /** `<address>:<port>` of the metrics and health endpoint; '' for none. */
  readonly listen: string;
  readonly log: Log;
  /** Ends the watch after the cycle that runs. */
  readonly signal: AbortSignal;
}

/** Nobody is served by cycles of many appliers that beat in time. */
const JITTER = 0.1;
const FIRST_RETRY_SECONDS = 1;
/** More than these nobody reads in a line of a log; a metric counts them. */
const MAX_MISMATCHES = 20;
/** How often the file is looked at. */
const POLL_MILLISECONDS = 1000;
/** What a cycle may take, in seconds, before it counts as stuck: requests to servers that are away end long before. */
const LONGEST_CYCLE_SECONDS = 600;

/**
 * `weir apply --interval`: brings the target to its desired state again and again, and at once when what is
 * desired changes. What fails for a passing reason is tried again sooner, at growing distances. Returns when `signal` ends it.
 */
export async function watch(target: Target, options: WatchOptions): Promise<number> {
  const { watched, seconds, listen, log, signal } = options;
  const monitor = await startMonitor(target.name, listen, seconds + LONGEST_CYCLE_SECONDS);
  if (typeof monitor === 'string') {
    log.error({ target: target.name }, monitor);
    return 1;
  }
  if (monitor.address !== undefined) log.info({ target: target.name, address: monitor.address }, 'serving metrics');
  const alarm = createAlarm();
  const stopLooking = lookOut(watched, alarm.ring);
  signal.addEventListener('abort', alarm.ring);
  const logLive = createLiveLog(target.name, log);
  let failures = 0;
  try {
    while (!signal.aborted) {
      const done = await cycle(target, options, monitor, logLive);
      failures = done.result === 'failed' && done.transient ? failures + 1 : 0;
      await alarm.sleep(pauseAfter(failures, seconds));
    }
    return 0;
  } finally {
    signal.removeEventListener('abort', alarm.ring);
    stopLooking();
    await monitor.close();
    await target.close();
  }
}

/** Rings whenever a file changes, until the function that it gives is called. */
function lookOut(file: string | undefined, ring: () => void): () => void {
  if (file === undefined) return () => undefined;
  // Known before the first cycle reads it: what changes from then on is a change.
  let seen = versionOf(file);
  const timer = setInterval(() => {
    const now = versionOf(file);
    if (now === seen) return;
    seen = now;
    ring();
  }, POLL_MILLISECONDS);
  return () => {
    clearInterval(timer);
  };
}

/** The same text as long as nobody has written or replaced a file; '' where it cannot be looked at. */
function versionOf(path: string): string {
  try {
    const { ino, size, ctimeNs } = statSync(path, { bigint: true });
    return [ino, size, ctimeNs].join(' ');
  } catch {
    return '';
  }
}

async function cycle(
  target: Target,
  options: WatchOptions,
  monitor: Monitor,
  logLive: (live: LiveState) => void,
): Promise<Reconciliation> {
  const start = performance.now();
  const done = await reconcile(target, options);
  const live = options.live?.();
  monitor.record(done, (performance.now() - start) / 1000, live);
  logCycle(target.name, done, options.log);
  if (live) logLive(live);
  return done;
}

function logCycle(target: string, done: Reconciliation, log: Log): void {
  const changes = done.changes.length;
  if (done.result === 'in-sync') log.debug({ target }, 'in sync');
  else if (done.result === 'applied') log.info({ target, changes, writes: done.writes }, 'applied');
  else log.error({ target, changes, problems: done.problems.map(showText) }, done.result);
}

/**
 * Gives a function that says what the desired state was compiled of, whenever the policy or its departures from the lock
 * are others than the last time.
 */
function createLiveLog(target: string, log: Log): (live: LiveState) => void {
  let last = '';
  return ({ policy, objects, departures, findings }) => {
    const changes = departures.map(describeLockChange).map(showText);
    const text = JSON.stringify([policy, changes]);
    if (text === last) return;
    last = text;
    log.info({ target, policy, objects, ...findings }, 'compiled the policy with the inventory');
    if (changes.length === 0) return;
    log.warn({ target, departures: changes.slice(0, MAX_MISMATCHES) }, 'departs from the lock');
  };
}

/** Milliseconds until the next cycle: retries double their distance up to the usual one. */
function pauseAfter(failures: number, seconds: number): number {
  const distance = failures === 0 ? seconds : backOff(failures, FIRST_RETRY_SECONDS, seconds);
  return 1000 * distance * (1 - JITTER + 2 * JITTER * Math.random());
}
