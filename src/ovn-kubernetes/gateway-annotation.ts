import { canonicalAddress } from '../net/address.js';

/** The annotation of a namespace that names external gateways for all its pods. */
export const GATEWAY_ANNOTATION = 'k8s.ovn.org/routing-external-gws';

/**
 * The canonical addresses that the text of the annotation lists, in its order; '' lists none. One text that is no address
 * (`bad`) takes the whole annotation out of service (OVN-Kubernetes v1.3).
 */
export function readGatewayAnnotation(
  text: string,
): { readonly addresses: readonly string[] } | { readonly bad: string } {
  const addresses: string[] = [];
  for (const written of text === '' ? [] : text.split(',')) {
    const address = canonicalAddress(written);
    if (address === undefined) return { bad: written };
    addresses.push(address);
  }
  return { addresses };
}
