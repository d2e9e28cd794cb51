import { annotationPointer } from '../../../yaml/locate.js';
import type { AddressClaim } from '../../../model/claim.js';
import { resourceOf } from '../../../model/kubernetes-object.js';
import type { ClaimInputs, ClaimReader } from './inputs.js';
import { ANNOTATION } from '../../../ovn-kubernetes/annotations.js';

/** Returns the external gateways in annotations of namespaces, if the feature is on and the addresses are claimed. */
export const readAnnotatedGatewayClaims: ClaimReader = ({ cluster, configuration }: ClaimInputs, claimed) => {
  const { features, release } = configuration;
  if (!features.has('multiExternalGateway') || !release.externalRoutes.readsAnnotations) return [];
  return [...cluster.namespaces.values()].flatMap(({ name, externalGateways, manifest }) => {
    if (!externalGateways || !manifest) return [];
    const { named } = externalGateways;
    if ('bad' in named) return [];
    return [...new Map(named.addresses.map((address) => [address.text, address])).values()]
      .filter(({ text }) => claimed.has(text))
      .map((address): AddressClaim => ({
        role: 'next-hop-of-external-route',
        address,
        claimant: resourceOf(manifest),
        description: `an external gateway of Namespace ${name}`,
        location: { origin: manifest.origin, pointer: annotationPointer(ANNOTATION.externalGateways) },
        owner: `Namespace ${name}`,
        exclusive: false,
      }));
  });
};
