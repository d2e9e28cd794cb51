import type { AddressClaim } from '../../model/claim.js';
import { resourceOf, titleOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { readAddress } from '../../net/address.js';

/** Returns the static next hops of policies. Pods that are gateways claim their addresses as pods. */
export function claimNextHops(manifests: readonly Manifest[]): AddressClaim[] {
  return manifests.flatMap((manifest) => {
    const spec = manifest.object.spec as {
      readonly nextHops?: { readonly static?: readonly { readonly ip: string }[] };
    };
    const title = titleOf(manifest.kind, manifest);
    return (spec.nextHops?.static ?? []).flatMap(({ ip }, index): AddressClaim[] => {
      const address = readAddress(ip);
      if (!address) return [];
      return [
        {
          role: 'next-hop-of-external-route',
          address,
          claimant: resourceOf(manifest),
          description: `a next hop of ${title}`,
          location: { origin: manifest.origin, pointer: `/spec/nextHops/static/${index}/ip` },
          owner: title,
          exclusive: false,
        },
      ];
    });
  });
}
