import { statSync } from 'node:fs';
import { showText } from '../../../diagnostics/visible.js';
import type { ApplyTarget, Failure, FailureClass, Standing } from '../../../model/change.js';
import { type Reconciliation, type ReconcileOptions, reconcile } from '../../../apply/reconcile.js';
import type { RingChange } from '../../live/inventory-source.js';
import type { LiveInput } from '../../live/live.js';
import { describeLockChange, isSameLockChange } from '../../run/lock-changes.js';
import type { Log } from './log.js';
import { createChangePacer } from './pace-changes.js';
import { type Monitor, startMonitor } from './monitor.js';
import { createAlarm } from '../../../std/alarm.js';
import { backOff } from '../../../std/back-off.js';
import { sameItems, sameList } from '../../../std/same-items.js';

export interface WatchOptions extends Omit<ReconcileOptions, 'reviewed'> {
  /** File that changes with the desired state. If unset, only a cycle can detect changes. */
  readonly watched?: string | undefined;
  /** Returns the state compiled by the last cycle. If unset, files are not compiled here. */
  readonly live?: (() => LiveInput | undefined) | undefined;
  /** Calls a function after each change of the inventory. If unset, only a cycle can detect changes. */
  readonly follow?: ((ring: RingChange) => void) | undefined;
  /** Called with the compiled state after each cycle with the right to change the target. */
  readonly announce?: ((live: LiveInput) => void) | undefined;
  /** Called before each cycle, also on standby. A failure ends the cycle. */
  readonly prepare?: (() => Promise<Failure | undefined>) | undefined;
  /** Interval between cycles in seconds. */
  readonly seconds: number;
  /** `<address>:<port>` of the metrics and health endpoint. '' for none. */
  readonly listen: string;
  readonly log: Log;
  /** Ends the watch after the current cycle. */
  readonly signal: AbortSignal;
}

/** Jitter, so that appliers do not poll in lockstep. */
const JITTER = 0.1;
const FIRST_RETRY_SECONDS = 1;
/** Maximum number of lock mismatches in a log line. A metric counts all. */
const MAX_MISMATCHES = 20;
/** Interval of file checks in milliseconds. */
const POLL_MILLISECONDS = 1000;
/** Maximum duration of a cycle in seconds. Requests to unreachable servers end earlier. */
const LONGEST_CYCLE_SECONDS = 600;

/**
 * Runs `weir apply --interval`: brings the target to its desired state periodically, and when the desired state
 * changes. Retries transient failures earlier, with backoff. Returns when `signal` is aborted.
 */
export async function watch(target: ApplyTarget, options: WatchOptions): Promise<number> {
  const { watched, seconds, listen, log, signal } = options;
  const monitor = await startMonitor(target.name, listen, seconds + LONGEST_CYCLE_SECONDS);
  if (typeof monitor === 'string') {
    log.error({ target: target.name }, monitor);
    return 1;
  }
  if (monitor.address !== undefined) log.info({ target: target.name, address: monitor.address }, 'serving metrics');
  const alarm = createAlarm();
  let isStandby = false;
  const stopLooking = lookOut(watched, () => {
    if (!isStandby) monitor.change();
    alarm.ring();
  });
  signal.addEventListener('abort', alarm.ring);
  const pacer = createChangePacer(alarm.ring);
  options.follow?.((isUrgent) => {
    if (isStandby) return;
    monitor.change();
    pacer.change(isUrgent);
  });
  target.follow?.(() => {
    if (!isStandby) pacer.change();
  });
  const logLive = createLiveLog(target.name, log);
  const stand = createStanding(target, options, monitor, alarm.ring);
  let failures = 0;
  try {
    while (!signal.aborted) {
      pacer.begin();
      monitor.begin();
      const standing = classed('recovery', await options.prepare?.()) ?? classed('connection', await stand());
      isStandby = standing === 'waiting';
      if (standing === 'waiting') {
        monitor.rest();
        failures = 0;
      } else {
        const done = await cycle(target, options, monitor, logLive, standing);
        failures = done.result === 'failed' && done.transient ? failures + 1 : 0;
      }
      pacer.end();
      await alarm.sleep(pauseAfter(failures, seconds));
    }
    return 0;
  } finally {
    signal.removeEventListener('abort', alarm.ring);
    stopLooking();
    pacer.stop();
    await monitor.close();
    await target.close();
  }
}

/** Calls `ring` whenever a file changes. Returns a function that ends this. */
function lookOut(file: string | undefined, ring: () => void): () => void {
  if (file === undefined) return () => undefined;
  // Determined before the first cycle reads the file, so that later changes are detected.
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

/** Returns a text that changes when the file is written or replaced, or '' if it cannot be read. */
function versionOf(path: string): string {
  try {
    const { ino, size, ctimeNs } = statSync(path, { bigint: true });
    return [ino, size, ctimeNs].join(' ');
  } catch {
    return '';
  }
}

/**
 * Creates a function that requests the right to change the target, and returns it. Each change of it is logged, recorded
 * and starts a cycle. Returns a failure if the right cannot be requested.
 */
function createStanding(
  target: ApplyTarget,
  { log }: WatchOptions,
  monitor: Monitor,
  ring: () => void,
): () => Promise<Standing | Failure> {
  let last: Standing | undefined;
  const note = (standing: Standing): void => {
    if (standing === last) return;
    if (standing === 'waiting') log.warn({ target: target.name }, 'standby: another applier holds the lock');
    else if (last === 'waiting' && standing === 'held') log.info({ target: target.name }, 'holds the lock');
    else if (standing === 'away') log.warn({ target: target.name }, 'the connection is lost');
    last = standing;
    monitor.stand(standing);
  };
  return async () => {
    if (!target.stand) {
      note('held');
      return 'held';
    }
    const standing = await target.stand((changed) => {
      note(changed);
      ring();
    });
    note(typeof standing === 'string' ? standing : 'away');
    return standing;
  };
}

/** Returns the result of a step. A failure gets its class. */
function classed<Result extends Standing | undefined>(step: FailureClass, result: Result | Failure): Result | Failure {
  return typeof result === 'object' ? { ...result, class: step } : result;
}

async function cycle(
  target: ApplyTarget,
  options: WatchOptions,
  monitor: Monitor,
  logLive: (live: LiveInput) => void,
  standing: Standing | Failure,
): Promise<Reconciliation> {
  const start = performance.now();
  // Without a connection ('away'), the cycle itself fails with the reason.
  const found: Reconciliation =
    typeof standing === 'string' ? await reconcile(target, options) : { ...standing, changes: [] };
  const done: Reconciliation =
    standing === 'away' && found.result === 'failed' ? { ...found, class: 'connection' } : found;
  const live = options.live?.();
  monitor.record(done, (performance.now() - start) / 1000, live);
  logCycle(target.name, done, options.log);
  if (live) logLive(live);
  if (live && standing === 'held') options.announce?.(live);
  return done;
}

function logCycle(target: string, done: Reconciliation, log: Log): void {
  const changes = done.changes.length;
  if (done.result === 'in-sync') log.debug({ target }, 'in sync');
  else if (done.result === 'applied') log.info({ target, changes, writes: done.writes }, 'applied');
  else log.error({ target, changes, problems: done.problems.map(showText) }, done.result);
}

/** Creates a function that logs the source of the desired state when the policy or its lock mismatches change. */
function createLiveLog(target: string, log: Log): (live: LiveInput) => void {
  let last: Pick<LiveInput, 'policy' | 'mismatches' | 'unreachable'> | undefined;
  return (live) => {
    const { policy, objects, mismatches, findings, unreachable = [] } = live;
    const isSame =
      last?.policy === policy &&
      sameList(last.mismatches, mismatches, isSameLockChange) &&
      sameItems(last.unreachable ?? [], unreachable);
    last = { policy, mismatches, unreachable };
    if (isSame) return;
    log.info({ target, policy, objects, ...findings }, 'compiled the policy with the inventory');
    if (unreachable.length > 0) log.warn({ target, nodes: unreachable }, 'unreachable nodes');
    if (mismatches.length === 0) return;
    const shown = mismatches.slice(0, MAX_MISMATCHES).map(describeLockChange).map(showText);
    log.warn({ target, mismatches: shown }, 'lock mismatches');
  };
}

/** Returns the milliseconds until the next cycle. Each retry doubles its interval, up to the usual one. */
function pauseAfter(failures: number, seconds: number): number {
  const distance = failures === 0 ? seconds : backOff(failures, FIRST_RETRY_SECONDS, seconds);
  return 1000 * distance * (1 - JITTER + 2 * JITTER * Math.random());
}
