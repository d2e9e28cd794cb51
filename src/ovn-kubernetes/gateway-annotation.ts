import type { NamedGateways } from '../model/cluster.js';
import { type CanonicalAddress, readAddress } from '../net/address.js';

/**
 * Returns the addresses in the annotation `routing-external-gws` of a namespace, in its order. An empty text lists
 * none. One text that is not an address (`bad`) invalidates the whole annotation (OVN-Kubernetes).
 */
export function readGatewayAnnotation(text: string): NamedGateways {
  const addresses: CanonicalAddress[] = [];
  for (const written of text === '' ? [] : text.split(',')) {
    const address = readAddress(written);
    if (!address) return { bad: written };
    addresses.push(address);
  }
  return { addresses };
}
