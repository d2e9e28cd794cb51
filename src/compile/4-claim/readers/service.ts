import type { AddressClaim } from '../../../model/claim.js';
import { resourceOf, titleOf } from '../../../model/kubernetes-object.js';
import type { ClaimInputs } from '../inputs.js';

/** The addresses that Services answer for; each once, by the first field that says it. */
export function readServiceClaims({ addresses }: ClaimInputs): AddressClaim[] {
  return addresses.services.flatMap(({ manifest, addresses: listed }) => {
    const claimant = resourceOf(manifest);
    const seen = new Set<string>();
    return listed.flatMap(({ address, scope, field, pointer }): AddressClaim[] => {
      if (seen.has(address.text)) return [];
      seen.add(address.text);
      return [
        {
          role: scope === 'external' ? 'address-of-service' : 'cluster-ip-of-service',
          address,
          claimant,
          words: `also used by ${titleOf(claimant.kind, claimant)} (${field})`,
          location: { origin: manifest.origin, pointer },
          party: titleOf(claimant.kind, claimant),
          exclusive: false,
        },
      ];
    });
  });
}
