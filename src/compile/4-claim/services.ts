import type { Reporter } from '../../model/diagnostic.js';
import type { AddressClaim } from '../../model/claim.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { Claims } from './claims.js';
import { messages } from './messages.js';

/**
 * Reports Services that answer for one external address on one port. It is undefined which of them gets the traffic.
 */
export function checkServiceClaims(claims: Claims, report: Reporter): void {
  const shared = [...claims.byAddress.values()].filter((group) => group.length > 1);
  if (shared.length === 0) return;
  const portsOf = new Map(
    claims.inputs.addresses.services.map(({ manifest, ports }) => [
      `Service ${manifest.namespace}/${manifest.name}`,
      ports,
    ]),
  );
  for (const group of shared) {
    const users = new Map<string, AddressClaim>();
    for (const claim of group) {
      if (claim.role !== 'address-of-service') continue;
      for (const port of portsOf.get(claim.owner) ?? []) {
        const first = users.get(port);
        if (first) reportShared(first, claim, port, report);
        else users.set(port, claim);
      }
    }
  }
}

function reportShared(first: AddressClaim, claim: AddressClaim, port: string, report: Reporter): void {
  const { address, claimant, location } = claim;
  report({
    ...messages.sharedServicePort(
      titleOf(first.claimant.kind, first.claimant),
      titleOf(claimant.kind, claimant),
      address.text,
      port,
    ),
    location,
    resource: claimant,
    related: [{ message: `${titleOf(first.claimant.kind, first.claimant)} claims it here`, location: first.location }],
  });
}
