import type { Reporter, ResourceName } from '../../model/diagnostic.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { Claims } from './claims.js';
import { checkCloudOwners } from './cloud.js';
import { checkConflicts } from './conflicts.js';
import { checkServiceClaims } from './services.js';
import { checkWhereabouts } from './whereabouts.js';

/** Addresses that are skipped because another owner has them. */
export interface Refusals {
  /** One text for each rejected claim: the kind, the name and the address. */
  readonly refused: ReadonlySet<string>;
  /**
   * Returns true if a claim is rejected. `kind` and `name` (`<namespace>/<name>` within a namespace) are the
   * claimant's. The address is canonical text.
   */
  readonly isRefused: (kind: string, name: string, address: string) => boolean;
}

/** Reports every conflict in the registry, and returns the claims that are rejected for one. */
export function checkClaims(claims: Claims, report: Reporter): Refusals {
  const refused = new Set<string>();
  const refuse = (claimant: ResourceName, address: string): void =>
    void refused.add(`${titleOf(claimant.kind, claimant)} ${address}`);
  checkConflicts(claims, report, refuse);
  checkServiceClaims(claims, report);
  checkWhereabouts(claims, report);
  checkCloudOwners(claims, report);
  return refusalsOf(refused);
}

/** Returns look-ups for a set of rejected claims. */
export function refusalsOf(refused: ReadonlySet<string>): Refusals {
  return { refused, isRefused: (kind, name, address) => refused.has(`${kind} ${name} ${address}`) };
}
