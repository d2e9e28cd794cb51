import type { Node } from '../model/cluster.js';
import { CLOUD_EGRESS_ANNOTATION, isCloud } from './platform.js';
import { LABEL, NODE_ANNOTATION } from '../ovn-kubernetes/annotations.js';

/** Reason for which a node cannot host any egress address. */
export type NodeRefusal =
  | { readonly why: 'not-labelled' }
  | { readonly why: 'not-ready' }
  | { readonly why: 'missing-annotation'; readonly annotations: readonly string[] };

/**
 * Returns the reason for which a node is unusable for EgressIP, or undefined. OVN-Kubernetes: the label counts with any
 * value. The node must be ready and have the annotations with its networks. A node counts as reachable.
 */
export function refuseNode(node: Node, platform: string): NodeRefusal | undefined {
  if (!Object.hasOwn(node.labels, LABEL.assignable)) return { why: 'not-labelled' };
  if (!node.ready) return { why: 'not-ready' };
  const annotations = missingAnnotations(node, platform);
  return annotations.length === 0 ? undefined : { why: 'missing-annotation', annotations };
}

function missingAnnotations(node: Node, platform: string): readonly string[] {
  return [
    ...(node.subnets.length === 0 ? [NODE_ANNOTATION.subnets] : []),
    ...(node.primaryAddresses.length === 0 ? [NODE_ANNOTATION.primaryAddresses] : []),
    ...(isCloud(platform) && !node.cloudEgress ? [CLOUD_EGRESS_ANNOTATION] : []),
  ];
}
