import { hostname } from 'node:os';
import type { Reconciliation } from '../../../apply/reconcile.js';
import type { Change, Standing } from '../../../model/change.js';
import type { RejectedPart } from '../../live/rejected-parts.js';
import { describeLockChange } from '../../run/lock-changes.js';
import { version } from '../../process/version.js';
import type { ChangeQueue } from './change-queue.js';
import { type EndedCycle, type ErrorClass, errorClassOf, isInSync } from './metrics.js';

/** Version of the layout of `/status`. */
export const STATE_LAYOUT = 1;

/** Maximum number of items in each list. */
const MAX_LISTED = 1000;

/** State of an applier, as `/status` serves it. Times are ISO 8601 in UTC, durations are seconds. */
export interface ApplierState {
  readonly weirStatus: typeof STATE_LAYOUT;
  readonly version: string;
  /** Name of the target: `northbound <zone>`, `node <node>` or `cluster`. */
  readonly target: string;
  /** Host name: the name of the pod, or of the node if the pod is on the host network. */
  readonly host: string;
  readonly started: string;
  /** False if no cycle has ended for longer than any cycle takes. */
  readonly healthy: boolean;
  /** `unknown` before the first cycle. */
  readonly standing: Standing | 'unknown';
  readonly standingSince: string;
  /** Policy whose state the target has, and the time of the first cycle of this process that confirmed it. */
  readonly policy?: { readonly digest: string; readonly since: string };
  /** Time at which the last cycle found or made the target as desired. */
  readonly inSync?: string;
  /** The last cycle that changed the target. `waited`: time from the first change of the batch to the commit. */
  readonly committed?: { readonly at: string; readonly writes: number; readonly waited?: number };
  /** Changes of the input that no cycle has taken, and the age of the first change that the target lacks. */
  readonly changes: { readonly queued: number; readonly age?: number };
  readonly cycle?: {
    readonly at: string;
    readonly result: Reconciliation['result'];
    readonly seconds: number;
    readonly class?: ErrorClass;
    readonly problems: readonly string[];
  };
  /** Resources, '' if unknown, and the number of their things that the target lacks or has otherwise. */
  readonly pending: readonly { readonly resource: string; readonly count: number }[];
  readonly inventory?: { readonly at: string; readonly objects: number };
  /** Number of parts of resources that Weir skips, and the first of them. */
  readonly rejected: { readonly count: number; readonly parts: readonly RejectedPart[] };
  /** Assignments that differ from the lock. */
  readonly mismatches: readonly string[];
}

/** Collects the state of an applier. */
export interface StateRecorder {
  readonly record: (cycle: EndedCycle) => void;
  readonly stand: (standing: Standing) => void;
  readonly read: (healthy: boolean) => ApplierState;
}

/** What is collected: all but the facts that each reading of the state takes anew. */
type Collected = Omit<ApplierState, 'weirStatus' | 'version' | 'target' | 'host' | 'started' | 'healthy' | 'changes'>;

/** Creates a recorder. `queue` has the changes of the input. */
export function createStateRecorder(target: string, queue: ChangeQueue): StateRecorder {
  const started = timestamp();
  let state: Collected = {
    standing: 'unknown',
    standingSince: started,
    pending: [],
    rejected: { count: 0, parts: [] },
    mismatches: [],
  };
  return {
    stand: (standing) => {
      if (standing === state.standing) return;
      const { policy, pending, ...rest } = state;
      // Another applier decides what the target has.
      const kept = standing === 'waiting' || policy === undefined ? {} : { policy };
      const known = { ...rest, pending: standing === 'waiting' ? [] : pending };
      state = { ...known, ...kept, standing, standingSince: timestamp() };
    },
    record: (cycle) => {
      state = { ...state, ...factsOf(cycle, state) };
    },
    read: (healthy) => {
      const age = queue.age();
      const changes = { queued: queue.length(), ...(age === undefined ? {} : { age }) };
      return { weirStatus: STATE_LAYOUT, version, target, host: hostname(), started, healthy, ...state, changes };
    },
  };
}

/** Returns what a cycle tells. What it cannot tell keeps the value of `before`. */
function factsOf({ done, seconds, waited, live }: EndedCycle, before: Collected): Partial<Collected> {
  const at = timestamp();
  const errorClass = errorClassOf(done);
  const problems = 'problems' in done ? done.problems.slice(0, MAX_LISTED) : [];
  const isSame = live !== undefined && before.policy?.digest === live.policy;
  return {
    cycle: { at, result: done.result, seconds, ...(errorClass ? { class: errorClass } : {}), problems },
    // A failed reading finds no changes.
    ...(done.result === 'failed' && done.changes.length === 0 ? {} : { pending: pendingOf(done) }),
    ...(isInSync(done) ? { inSync: at } : {}),
    ...(isInSync(done) && live && !isSame ? { policy: { digest: live.policy, since: at } } : {}),
    ...(done.result === 'applied'
      ? { committed: { at, writes: done.writes, ...(waited === undefined ? {} : { waited }) } }
      : {}),
    ...(live
      ? {
          inventory: { at: new Date(live.at).toISOString(), objects: live.objects },
          rejected: { count: live.findings.rejected, parts: live.rejected.slice(0, MAX_LISTED) },
          mismatches: live.mismatches.slice(0, MAX_LISTED).map(describeLockChange),
        }
      : {}),
  };
}

/** Returns the resources of the changes that a cycle has not made, those with the most first. */
function pendingOf(done: Reconciliation): ApplierState['pending'] {
  if (isInSync(done)) return [];
  const counts = new Map<string, number>();
  for (const { owner } of done.changes as readonly Change[]) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts]
    .map(([resource, count]) => ({ resource, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_LISTED);
}

function timestamp(): string {
  return new Date().toISOString();
}
