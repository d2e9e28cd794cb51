import type { Service } from '../../model/cluster.js';
import { type Family, parseAddress } from '../../net/address.js';

/** The ingress addresses of a Service that are of a family, in their order. OVN-Kubernetes v1.3 uses the last one. */
export function ingressOf({ ingress }: Service, family: Family): readonly string[] {
  return ingress.filter((text) => parseAddress(text)?.family === family);
}
