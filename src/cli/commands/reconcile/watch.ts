import { statSync } from 'node:fs';
import { join } from 'node:path';
import { showText } from '../../../diagnostics/visible.js';
import type { Target } from '../../../model/change.js';
import { type Reconciliation, type ReconcileOptions, reconcile } from '../../../apply/reconcile.js';
import type { Log } from './log.js';
import { type Monitor, startMonitor } from './monitor.js';
import { createAlarm } from '../../../std/alarm.js';
import { backOff } from '../../../std/back-off.js';

export interface WatchOptions extends Omit<ReconcileOptions, 'reviewed'> {
  /** The rendered folder to watch; absent where each plan fetches it again. */
  readonly folder?: string | undefined;
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
/** How often the folder is looked at for a new rendering. */
const POLL_MILLISECONDS = 1000;
/** What a cycle may take, in seconds, before it counts as stuck: requests to servers that are away end long before. */
const LONGEST_CYCLE_SECONDS = 600;

/**
 * `weir apply --watch`: brings the target to its desired state again and again, and at once when the rendered folder
 * changes. What fails for a passing reason is tried again sooner, at growing distances. Returns when `signal` ends it.
 */
export async function watch(target: Target, options: WatchOptions): Promise<number> {
  const { folder, seconds, listen, log, signal } = options;
  const monitor = await startMonitor(target.name, listen, seconds + LONGEST_CYCLE_SECONDS);
  if (typeof monitor === 'string') {
    log.error({ target: target.name }, monitor);
    return 1;
  }
  if (monitor.address !== undefined) log.info({ target: target.name, address: monitor.address }, 'serving metrics');
  const alarm = createAlarm();
  const stopLooking = lookOut(folder, alarm.ring);
  signal.addEventListener('abort', alarm.ring);
  let failures = 0;
  try {
    while (!signal.aborted) {
      const done = await cycle(target, options, monitor);
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

/** Rings whenever the index of a folder changes, until the function that it gives is called. */
function lookOut(folder: string | undefined, ring: () => void): () => void {
  if (folder === undefined) return () => undefined;
  const index = join(folder, 'index.json');
  // Known before the first cycle reads it: what changes from then on is a change.
  let seen = versionOf(index);
  const timer = setInterval(() => {
    const now = versionOf(index);
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

async function cycle(target: Target, options: WatchOptions, monitor: Monitor): Promise<Reconciliation> {
  const start = performance.now();
  const done = await reconcile(target, options);
  monitor.record(done, (performance.now() - start) / 1000);
  logCycle(target.name, done, options.log);
  return done;
}

function logCycle(target: string, done: Reconciliation, log: Log): void {
  const changes = done.changes.length;
  if (done.result === 'in-sync') log.debug({ target }, 'in sync');
  else if (done.result === 'applied') log.info({ target, changes, writes: done.writes }, 'applied');
  else log.error({ target, changes, problems: done.problems.map(showText) }, done.result);
}

/** Milliseconds until the next cycle: retries double their distance up to the usual one. */
function pauseAfter(failures: number, seconds: number): number {
  const distance = failures === 0 ? seconds : backOff(failures, FIRST_RETRY_SECONDS, seconds);
  return 1000 * distance * (1 - JITTER + 2 * JITTER * Math.random());
}
