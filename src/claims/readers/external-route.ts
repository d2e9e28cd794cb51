import { canonicalAddress } from '../../net/address.js';
import { type AddressClaim, titleOf } from '../claim.js';
import { type ClaimInputs, ofKind, resourceOf } from '../inputs.js';

/** The static next hops of external routes, while the feature is on. */
export function readExternalRouteClaims({ manifests, configuration }: ClaimInputs): AddressClaim[] {
  if (!configuration.features.has('multiExternalGateway')) return [];
  return ofKind(manifests, 'AdminPolicyBasedExternalRoute').flatMap((manifest) => {
    const spec = manifest.object.spec as {
      readonly nextHops?: { readonly static?: readonly { readonly ip: string }[] };
    };
    const title = titleOf(manifest);
    return (spec.nextHops?.static ?? []).flatMap(({ ip }, index): AddressClaim[] => {
      const address = canonicalAddress(ip);
      if (address === undefined) return [];
      return [
        {
          role: 'next-hop-of-external-route',
          address,
          claimant: resourceOf(manifest),
          words: `a next hop of ${title}`,
          place: { origin: manifest.origin, pointer: `/spec/nextHops/static/${index}/ip` },
          party: title,
          exclusive: false,
        },
      ];
    });
  });
}
