import type { AddressClaim } from '../../../model/claim.js';
import { resourceOf, titleOf } from '../../../model/kubernetes-object.js';
import type { ServiceAddress } from '../../../model/address-inventory.js';
import type { ClaimInputs } from './inputs.js';

/** Returns the addresses that Services answer for, each once, at the first field that contains it. */
export function readServiceClaims({ addresses }: ClaimInputs): AddressClaim[] {
  const claims: AddressClaim[] = [];
  for (const { manifest, addresses: listed } of addresses.services) {
    const claimant = resourceOf(manifest);
    const owner = titleOf(claimant.kind, claimant);
    for (const { address, scope, field, pointer } of withoutRepeats(listed)) {
      claims.push({
        role: scope === 'external' ? 'address-of-service' : 'cluster-ip-of-service',
        address,
        claimant,
        description: `also used by ${owner} (${field})`,
        location: { origin: manifest.origin, pointer },
        owner,
        exclusive: false,
      });
    }
  }
  return claims;
}

function withoutRepeats(addresses: readonly ServiceAddress[]): readonly ServiceAddress[] {
  if (addresses.length < 2) return addresses;
  const seen = new Set<string>();
  return addresses.filter(({ address }) => seen.size !== seen.add(address.text).size);
}
