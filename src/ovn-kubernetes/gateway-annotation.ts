import type { NamedGateways } from '../model/cluster.js';
import { type CanonicalAddress, readAddress } from '../net/address.js';

/**
 * Returns the addresses that the annotation `routing-external-gws` of a namespace lists, in its order; '' lists none.
 * One text that is no address (`bad`) takes the whole annotation out of service (OVN-Kubernetes).
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
