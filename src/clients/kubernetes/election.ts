import { type Failure, type Standing, type TargetLease, fail } from '../../model/change.js';
import { createAlarm } from '../../std/alarm.js';
import type { LeaseAnswer, LeaseClient, LeaseRecord, ReadLease } from './lease.js';

/** Times of an election, in seconds. */
export interface ElectionTimes {
  /** Time after the last observed change of the Lease at which another identity may take it. An integer. */
  readonly duration: number;
  /** Time after a renewal at which its holder stops to write, unless it renews again. Less than `duration`. */
  readonly deadline: number;
  /** Interval of attempts. */
  readonly retry: number;
}

export interface ElectionOptions {
  readonly client: LeaseClient;
  /** `<namespace>/<name>` of the Lease, for messages. */
  readonly title: string;
  /** Identity of this holder, different in every process. */
  readonly identity: string;
  readonly times: ElectionTimes;
}

/** The Lease as last read or written. `at`: time of the last observed change, in milliseconds of `performance.now()`. */
interface Observed extends ReadLease {
  readonly spec: string;
  readonly at: number;
}

/** Maximum jitter of an attempt to take the Lease, as a share of the interval (client-go, `JitterFactor`). */
const JITTER = 1.2;

/** Maximum factor by which a holder that computes for long extends the duration of its Lease. */
const MAX_EXTENSION = 8;
/** Share of the longest delay that is still expected at the next attempt. It halves in 35 attempts. */
const DECAY = 0.98;

/**
 * Creates the election of one holder by a Lease. It follows the leader election of client-go: a holder counts as gone if
 * its record does not change for the duration of the Lease, measured by the local monotonic clock since the last observed
 * change. So clocks are never compared. Every write is conditional on the `resourceVersion` that was read.
 *
 * A compilation delays renewals. If one takes longer than the Lease, its holder would lose it in every cycle. So a holder
 * whose attempts are late writes a longer duration, which other candidates respect.
 */
export function createElection({ client, title, identity, times }: ElectionOptions): TargetLease {
  let observed: Observed | undefined;
  let heldUntil = -Infinity;
  let isOfOther = false;
  let problem: Failure | undefined;
  let told: Standing | undefined;
  let listener: ((standing: Standing) => void) | undefined;
  let pending: Promise<void> | undefined;
  let first: Promise<void> | undefined;
  let loop: Promise<void> | undefined;
  let expiry: NodeJS.Timeout | undefined;
  let longestDelay = 0;
  let isEnded = false;
  const alarm = createAlarm();

  const isHeld = (): boolean => performance.now() < heldUntil;
  const lost = (): Failure => problem ?? fail(`the Lease ${title} is not held`, true);
  const report = (): void => {
    const standing = isHeld() ? 'held' : isOfOther ? 'waiting' : 'away';
    const before = told;
    told = standing;
    if (before !== undefined && before !== standing && !isEnded) listener?.(standing);
  };
  const observe = (lease: ReadLease): Observed => {
    const spec = JSON.stringify(lease.object.spec);
    return (observed = { ...lease, spec, at: observed?.spec === spec ? observed.at : performance.now() });
  };
  /** Writes the own record. The right counts from before the request, so it ends before that of the written record. */
  const take = async (from: Observed | undefined): Promise<LeaseAnswer> => {
    const start = performance.now();
    const { duration, deadline } = extendTimes(times, longestDelay);
    const record = recordOf(from?.record, identity, duration);
    const answer = await (from ? client.update(from, record) : client.create(record));
    if (answer.result === 'ok') {
      observe(answer.lease);
      heldUntil = start + 1000 * deadline;
      clearTimeout(expiry);
      expiry = setTimeout(report, heldUntil - performance.now() + 1);
    }
    return answer;
  };
  const attempt = async (): Promise<LeaseAnswer> => {
    if (observed && isHeld()) {
      const renewed = await take(observed);
      if (renewed.result === 'ok' || renewed.result === 'failed') return renewed;
    }
    const found = await client.get();
    if (found.result === 'missing') return missingNamespace(await take(undefined), title);
    if (found.result !== 'ok') return found;
    const now = observe(found.lease);
    const { holder, seconds = times.duration } = now.record;
    const mayTake = holder === '' || holder === identity || performance.now() >= now.at + 1000 * seconds;
    if (mayTake) return take(now);
    heldUntil = -Infinity;
    return { result: 'conflict' };
  };
  const renew = (): Promise<void> =>
    (pending ??= attempt().then((answer) => {
      pending = undefined;
      isOfOther = answer.result === 'conflict';
      problem = answer.result === 'failed' ? answer : undefined;
      report();
    }));
  const keepRenewing = async (): Promise<void> => {
    for (;;) {
      const jitter = isHeld() ? 0 : JITTER * Math.random();
      const pause = times.retry * (1 + jitter);
      const start = performance.now();
      await alarm.sleep(1000 * pause);
      if (isEnded) return;
      longestDelay = Math.max((performance.now() - start) / 1000 - pause, DECAY * longestDelay);
      await renew();
    }
  };
  return {
    stand: async (onChange) => {
      listener ??= onChange;
      await (first ??= renew());
      loop ??= keepRenewing();
      if (isHeld()) return 'held';
      return isOfOther ? 'waiting' : lost();
    },
    check: async () => {
      // A long computation delays renewals, and the Lease may still be free.
      if (!isHeld() && !isEnded) await renew();
      return isHeld() ? undefined : isOfOther ? fail(`another applier holds the Lease ${title} now`, true) : lost();
    },
    release: async () => {
      isEnded = true;
      clearTimeout(expiry);
      alarm.ring();
      await Promise.all([pending, loop]);
      clearTimeout(expiry);
      if (!observed || !isHeld()) return;
      heldUntil = -Infinity;
      const now = Date.now();
      // If this fails, the Lease expires.
      await client.update(observed, { ...observed.record, holder: '', seconds: 1, acquired: now, renewed: now });
    },
  };
}

/** Returns times in which attempts can be late by `delay` seconds. */
function extendTimes({ duration, deadline, retry }: ElectionTimes, delay: number): Omit<ElectionTimes, 'retry'> {
  const needed = (1.5 * delay + retry) / deadline;
  const factor = Math.min(Math.max(needed, 1), MAX_EXTENSION);
  return { duration: Math.ceil(factor * duration), deadline: factor * deadline };
}

/** Returns the record with which an identity takes or renews a Lease that has the record `from`. */
function recordOf(from: LeaseRecord | undefined, holder: string, seconds: number): LeaseRecord {
  const now = Date.now();
  const isOwn = from?.holder === holder;
  return {
    holder,
    seconds,
    acquired: isOwn ? from.acquired : now,
    renewed: now,
    transitions: from ? from.transitions + (isOwn ? 0 : 1) : 0,
  };
}

/** Describes a Lease that cannot be created, because its namespace does not exist. */
function missingNamespace(answer: LeaseAnswer, title: string): LeaseAnswer {
  if (answer.result !== 'missing') return answer;
  return fail(`the Lease ${title} cannot be created: the cluster does not serve Leases, or has no such namespace`);
}
