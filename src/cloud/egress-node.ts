import type { Node } from '../model/cluster.js';
import { isCloud } from './platform.js';

export const ASSIGNABLE = 'k8s.ovn.org/egress-assignable';

/** Why a node can host no egress address at all. */
export type NodeRefusal =
  | { readonly why: 'not-labelled' }
  | { readonly why: 'not-ready' }
  | { readonly why: 'missing-annotation'; readonly annotation: string };

/**
 * Why a node is not usable for EgressIP, or undefined. OVN-Kubernetes v1.3: the label counts whatever its value; the node
 * must be ready and carry the annotations that say which networks it has. A node counts as reachable.
 */
export function refuseNode(node: Node, platform: string): NodeRefusal | undefined {
  if (!Object.hasOwn(node.labels, ASSIGNABLE)) return { why: 'not-labelled' };
  if (!node.ready) return { why: 'not-ready' };
  const annotation = missingAnnotation(node, platform);
  return annotation === undefined ? undefined : { why: 'missing-annotation', annotation };
}

function missingAnnotation(node: Node, platform: string): string | undefined {
  if (node.subnets.length === 0) return 'k8s.ovn.org/node-subnets';
  if (node.primaryAddresses.length === 0) return 'k8s.ovn.org/node-primary-ifaddr';
  return isCloud(platform) && !node.cloudEgress ? 'cloud.network.openshift.io/egress-ipconfig' : undefined;
}
