import type { Node } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';

/**
 * The annotation without which no zone can send traffic to a host. OVN-Kubernetes reads both before it makes a
 * policy in any zone, also in those that would need only one of them.
 */
export function missingAnnotation(
  { subnets, transitAddresses }: Node,
  { interconnect }: Configuration,
): string | undefined {
  if (subnets.length === 0) return 'k8s.ovn.org/node-subnets';
  return interconnect && transitAddresses.length === 0 ? 'k8s.ovn.org/node-transit-switch-port-ifaddr' : undefined;
}
