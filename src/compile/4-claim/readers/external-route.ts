import { GATEWAY_ANNOTATION, readGatewayAnnotation } from '../../../ovn-kubernetes/gateway-annotation.js';
import { canonicalAddress } from '../../../net/address.js';
import { escapePointer } from '../../../yaml/locate.js';
import { type AddressClaim, titleOf } from '../claim.js';
import { type ClaimInputs, ofKind, resourceOf } from '../inputs.js';

/**
 * The static next hops of external routes, and the gateways that annotations of namespaces name, while the feature is on.
 * Pods that are gateways claim their addresses as pods.
 */
export function readExternalRouteClaims(inputs: ClaimInputs, wanted: ReadonlySet<string>): AddressClaim[] {
  if (!inputs.configuration.features.has('multiExternalGateway')) return [];
  return [...claimsOfPolicies(inputs), ...claimsOfNamespaces(inputs, wanted)];
}

function claimsOfPolicies({ manifests }: ClaimInputs): AddressClaim[] {
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

function claimsOfNamespaces({ cluster }: ClaimInputs, wanted: ReadonlySet<string>): AddressClaim[] {
  return [...cluster.namespaces.values()].flatMap(({ name, externalGateways, manifest }) => {
    if (!externalGateways || !manifest) return [];
    const found = readGatewayAnnotation(externalGateways.text);
    if ('bad' in found) return [];
    return [...new Set(found.addresses)]
      .filter((address) => wanted.has(address))
      .map((address) => ({
        role: 'next-hop-of-external-route',
        address,
        claimant: resourceOf(manifest),
        words: `an external gateway of Namespace ${name}`,
        place: { origin: manifest.origin, pointer: `/metadata/annotations/${escapePointer(GATEWAY_ANNOTATION)}` },
        party: `Namespace ${name}`,
        exclusive: false,
      }));
  });
}
