import type { Change, Failure, Plan, PlanDigests, ApplyTarget } from '../model/change.js';

/** A reviewed plan: its digests, and its changes as JSON. */
export type Reviewed = PlanDigests & { readonly changes: string };

export interface ReconcileOptions {
  /** If set, only this plan may be applied. Fails if the desired or live state has changed since. */
  readonly reviewed?: Reviewed | undefined;
  /** Maximum share of managed objects that one run may remove, in percent. */
  readonly maximumRemoval: number;
  /** If true, a larger removal is allowed. */
  readonly force: boolean;
}

/** Result of a run. `blocked` if nothing was changed, because a user must decide. */
export type Reconciliation =
  | { readonly result: 'in-sync'; readonly changes: readonly [] }
  | { readonly result: 'applied'; readonly changes: readonly Change[]; readonly writes: number }
  | { readonly result: 'blocked'; readonly changes: readonly Change[]; readonly problems: readonly string[] }
  | (Failure & { readonly changes: readonly Change[] });

/** Brings a target to its desired state: reads and compares, checks that the change is safe, and applies it. */
export async function reconcile(target: ApplyTarget, options: ReconcileOptions): Promise<Reconciliation> {
  const planned = await target.plan();
  if (planned.result === 'failed') return { ...planned, changes: [] };
  const { plan } = planned;
  const moved = findMoves(plan, options.reviewed);
  if (moved.length > 0) return { result: 'blocked', changes: plan.changes, problems: moved };
  if (plan.changes.length === 0) {
    const failure = await plan.adopt?.();
    return failure ? { ...failure, changes: [] } : { result: 'in-sync', changes: [] };
  }
  const problems = [...findForeign(plan), ...findLargeRemoval(plan, options)];
  if (problems.length > 0) return { result: 'blocked', changes: plan.changes, problems };
  const outcome = await plan.apply();
  return { ...outcome, changes: plan.changes };
}

function findMoves({ digests, changes }: Plan, reviewed: Reviewed | undefined): string[] {
  if (!reviewed) return [];
  const now = digests();
  const again = 'run plan again and review it';
  const moved = [
    ...(now.desired === reviewed.desired ? [] : [`the desired state has changed since the plan: ${again}`]),
    ...(now.observed === reviewed.observed ? [] : [`the live state has changed since the plan: ${again}`]),
  ];
  if (moved.length > 0 || JSON.stringify(changes) === reviewed.changes) return moved;
  return [`the changes in the plan differ from those to make, it was edited or is of another version: ${again}`];
}

function findForeign({ changes }: Plan): string[] {
  const count = changes.filter(({ drift }) => drift === 'foreign').length;
  if (count === 0) return [];
  const what = count === 1 ? 'foreign object has an identity' : 'foreign objects have identities';
  return [`${count} ${what} of Weir: remove or rename the foreign object, or the resource with that identity`];
}

/** Returns a sentence if too many objects would be removed, for example because of an empty input. */
function findLargeRemoval({ changes, owned, lost }: Plan, { maximumRemoval, force }: ReconcileOptions): string[] {
  if (lost !== undefined && lost <= maximumRemoval) return [];
  const removed = changes.filter(({ drift }) => drift === 'stale').length;
  if (force || removed * 100 <= owned * maximumRemoval) return [];
  return [
    `${removed} of ${owned} managed objects would be removed, more than ${maximumRemoval} %: add --force if intended`,
  ];
}
