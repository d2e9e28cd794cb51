import { compareText } from '../../std/compare-text.js';
import { type AddressClaim, type ClaimRole, claimRoles } from '../../model/claim.js';

const ranks: ReadonlyMap<ClaimRole, number> = new Map(claimRoles.map((role, index) => [role, index]));

/** Returns the index of a role in `claimRoles`. 0 is the strongest. */
export function rankOf(role: ClaimRole): number {
  return ranks.get(role) ?? ranks.size;
}

/**
 * Orders claims on one address by role, seniority, then names and locations, so that the order of the input does not
 * matter.
 */
export function compareClaims(a: AddressClaim, b: AddressClaim): number {
  return (
    rankOf(a.role) - rankOf(b.role) ||
    (a.seniority ?? 3) - (b.seniority ?? 3) ||
    compareText(a.claimant.kind, b.claimant.kind) ||
    compareText(a.claimant.namespace, b.claimant.namespace) ||
    compareText(a.claimant.name, b.claimant.name) ||
    compareText(a.location.pointer, b.location.pointer)
  );
}

const hints: ReadonlySet<ClaimRole> = new Set([
  'address-of-attachment',
  'allocation-range',
  'network-or-broadcast-address',
]);

/** Returns true if a claim of the role is only a hint, and not a conflict. */
export function isHint(role: ClaimRole): boolean {
  return hints.has(role);
}
