import type { Reporter } from '../model/diagnostic.js';
import type { Claims } from './claims.js';
import { checkCloudOwners } from './cloud.js';
import { checkConflicts } from './conflicts.js';
import { checkServices } from './services.js';
import { checkWhereabouts } from './whereabouts.js';

/** The egress addresses that must be left out because something else has them. */
export interface Refusals {
  /** `owner`: the name of an EgressIP, or `EgressRouter <namespace>/<name>`. `address` in canonical text. */
  readonly isRefused: (owner: string, address: string) => boolean;
}

/** Reports every conflict in the registry, and says which egress addresses are refused for one. */
export function checkClaims(claims: Claims, report: Reporter): Refusals {
  const refused = new Set<string>();
  const refuse = (name: string, address: string): void => void refused.add(`${name} ${address}`);
  checkConflicts(claims, report, refuse);
  checkServices(claims, report);
  checkWhereabouts(claims, report);
  checkCloudOwners(claims, report);
  return { isRefused: (name, address) => refused.has(`${name} ${address}`) };
}
