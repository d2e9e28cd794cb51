import type { Service } from '../../model/cluster.js';
import type { CanonicalAddress, Family } from '../../net/address.js';

/**
 * Returns the ingress addresses of a Service that are of a family, in their order. OVN-Kubernetes uses the last one.
 */
export function ingressOf({ ingress }: Service, family: Family): readonly CanonicalAddress[] {
  return ingress.flatMap((address) => (address?.family === family ? [address] : []));
}
