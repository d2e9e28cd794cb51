import { compareText } from '../../../std/compare-text.js';
import { groupBy } from '../../../std/group-by.js';
import type { ApplierState } from '../reconcile/applier-state.js';
import type { Applier } from './find-appliers.js';
import type { HeldLease } from './leases.js';

/**
 * State of a target. All except `in sync` need attention. `unknown`: an applier has the Lease, but does not answer.
 */
export type TargetState =
  'in sync' | 'blocked' | 'failed' | 'starting' | 'stuck' | 'disconnected' | 'no active applier' | 'unknown';

/** An applier with its state. */
export interface KnownApplier extends Applier {
  readonly state: ApplierState;
}

/** An applier, and the reason for which its state is unknown. */
export interface SilentApplier extends Applier {
  readonly state: string;
}

/** A zone, a node or the cluster, and its appliers. */
export interface TargetStatus {
  readonly target: string;
  readonly state: TargetState;
  /** The applier that changes the target. */
  readonly active?: KnownApplier;
  readonly others: readonly KnownApplier[];
  readonly lease?: HeldLease;
}

/** Everything that was found at one time. */
export interface Found {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly appliers: readonly Applier[];
  readonly leases: readonly HeldLease[];
}

/** The state of all targets. */
export interface StatusSummary {
  readonly targets: readonly TargetStatus[];
  readonly silent: readonly SilentApplier[];
  /** Targets by the digest of their policy. More than one digest: a policy spreads, or has not reached all. */
  readonly policies: ReadonlyMap<string, readonly string[]>;
}

/** Order of roles in a list. */
const ROLES = ['cluster', 'northbound', 'node'];

/** Groups the appliers by their targets. `isWanted` selects targets by name. */
export function summarize({ appliers, leases }: Found, isWanted: (target: string) => boolean): StatusSummary {
  const byTarget = groupBy(appliers.filter(isKnown), ({ state }) => state.target);
  const silent = appliers.filter(isSilent);
  const leaseOf = new Map(leases.map((lease) => [lease.target, lease]));
  const targets = [...new Set([...byTarget.keys(), ...leaseOf.keys()])]
    .filter(isWanted)
    .map((target) => targetStatus(target, byTarget.get(target) ?? [], leaseOf.get(target)))
    .sort((a, b) => compareTargets(a.target, b.target));
  const inForce = targets.flatMap(({ target, active }) => {
    const digest = active?.state.policy?.digest;
    return digest === undefined ? [] : [{ target, digest }];
  });
  const policies = new Map(
    [...groupBy(inForce, ({ digest }) => digest)].map(([digest, own]) => [digest, own.map(({ target }) => target)]),
  );
  return { targets, silent, policies };
}

function isKnown(applier: Applier): applier is KnownApplier {
  return typeof applier.state !== 'string';
}

function isSilent(applier: Applier): applier is SilentApplier {
  return typeof applier.state === 'string';
}

/** Returns true if every target is in sync by one policy, and every applier answers. */
export function isAllFine({ targets, silent, policies }: StatusSummary): boolean {
  return silent.length === 0 && policies.size <= 1 && targets.every(({ state }) => state === 'in sync');
}

function targetStatus(target: string, own: readonly KnownApplier[], lease: HeldLease | undefined): TargetStatus {
  const active =
    own.find(({ state }) => state.standing === 'held') ?? own.find(({ state }) => state.standing !== 'waiting');
  const others = own.filter((one) => one !== active);
  const known = { target, others, ...(lease ? { lease } : {}) };
  if (active) return { ...known, state: stateOf(active.state), active };
  // A holder that does not answer may still change the target.
  const isHeld = lease !== undefined && lease.holder !== '' && !lease.expired;
  return { ...known, state: isHeld ? 'unknown' : 'no active applier' };
}

function stateOf({ healthy, standing, cycle }: ApplierState): TargetState {
  if (!healthy) return 'stuck';
  if (standing === 'away') return 'disconnected';
  if (!cycle) return 'starting';
  if (cycle.result === 'blocked' || cycle.result === 'failed') return cycle.result;
  return 'in sync';
}

function compareTargets(a: string, b: string): number {
  const [first, second] = [a, b].map((target) => ROLES.indexOf(target.split(' ', 1)[0] ?? ''));
  return (first ?? 0) - (second ?? 0) || compareText(a, b);
}
