import type { EffectiveEgress, FamilyEgress } from '../../../egress/effective.js';
import type { FirewallSummary, MarkSummary } from '../../../egress/restrictions.js';
import type { Family } from '../../../net/address.js';
import { listNames } from '../../../std/list-text.js';

export const UNKNOWN = 'unknown';

/** Returns the pods of an entry: `all 3`, `web-0, web-1`. */
export function formatPods({ pods, isWhole, network }: EffectiveEgress): string {
  const host = network === 'host' ? ' (host network)' : '';
  if (pods.length === 0) return 'none yet';
  return isWhole ? `all ${pods.length}${host}` : `${listNames(pods)}${host}`;
}

/** Returns a text for each source address of a family. If no resource assigns it, its owner follows. */
export function textsOfSources(egress: FamilyEgress): string[] {
  const known = egress.sources.map(({ address, owner }) => (owner === 'egress' ? address : `${address} (${owner})`));
  return egress.hasUnknownSource ? [...known, UNKNOWN] : known;
}

/** Returns the egress of an entry in one family. */
export function egressIn({ families }: EffectiveEgress, family: Family): FamilyEgress | undefined {
  return families.find((one) => one.family === family);
}

/** Returns the values of all families of an entry, without duplicates. */
export function valuesOfFamilies(
  { families }: EffectiveEgress,
  valuesIn: (egress: FamilyEgress) => readonly string[],
): readonly string[] {
  return [...new Set(families.flatMap(valuesIn))];
}

/** Returns the default action of a firewall: `open`, `closed`, or `closed for IPv4`. */
export function formatDefault({ closedFor }: FirewallSummary, families: readonly FamilyEgress[]): string {
  if (closedFor.length === 0) return 'open';
  return families.every(({ family }) => closedFor.includes(family)) ? 'closed' : `closed for ${closedFor.join()}`;
}

/** Formats a mark: `46`, `46 to 203.0.113.0/24`. */
export function formatMark({ dscp, destination }: MarkSummary): string {
  return destination === undefined ? `${dscp}` : `${dscp} to ${destination}`;
}
