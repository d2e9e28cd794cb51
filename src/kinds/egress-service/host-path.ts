import type { Node } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/**
 * Returns the annotation without which no zone can send traffic to a host. OVN-Kubernetes reads both before it makes a
 * policy in any zone, also in those that would need only one of them.
 */
export function missingAnnotation(
  { subnets, transitAddresses }: Node,
  { interconnect }: Configuration,
): string | undefined {
  if (subnets.length === 0) return NODE_ANNOTATION.subnets;
  return interconnect && transitAddresses.length === 0 ? NODE_ANNOTATION.transitAddresses : undefined;
}
