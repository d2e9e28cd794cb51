import { listNames } from '../../../std/list-text.js';
import type { DropReason } from './retain.js';
import type { UnplacedReason } from './place.js';
import type { ParsedEgressIP } from '../parse.js';
import { LABEL, NODE_ANNOTATION } from '../../../ovn-kubernetes/annotations.js';

/** Reason why an earlier assignment is invalid, as a part of a message. */
export const DROP_TEXTS: Readonly<Record<DropReason, string>> = {
  'unknown-node': 'the node is not in the inventory',
  'not-labelled': `the node does not have the label ${LABEL.assignable}`,
  'not-ready': 'the node is not ready',
  'missing-annotation': 'the node does not have an annotation with its networks',
  'no-network': 'the address is not in a network of the node',
  'not-in-spec': 'the address is not in spec.egressIPs',
  refused: 'another object owns the address',
  'not-canonical': 'the address is not in canonical text',
  'two-on-node': 'the node hosts another address of the object',
  'other-egress-ip': 'another EgressIP owns the address',
  'node-address': 'a node owns the address',
};

/**
 * Returns the reason why an address of the spec is not placed at all, as a clause, or undefined for every other
 * address.
 */
export function describeWithheld({ refused, special }: ParsedEgressIP, address: string): string | undefined {
  if (refused.has(address)) return `${DROP_TEXTS.refused} (see \`weir check\`)`;
  return special.has(address) ? 'hosts cannot have such an address' : undefined;
}

/** Returns the reason why an address has no node, as a clause. */
export function describeUnplaced(reason: UnplacedReason): string {
  switch (reason.why) {
    case 'node-address':
      return `it is an address of node ${reason.node}`;
    case 'other-egress-ip':
      return `EgressIP ${reason.name} uses it on ${reason.node}`;
    case 'missing-host-cidrs':
      return `a node has no valid annotation ${NODE_ANNOTATION.hostCIDRs}, so nothing new can be assigned`;
    case 'no-usable-node':
      return 'no node is labelled and ready, and has all annotations with its networks';
    case 'secondary-on-cloud':
      return 'it is in a secondary host network, which no cloud supports';
    case 'no-network':
      return 'it is not in a network of any node';
    case 'no-usable-host':
      return `none of the nodes in its network is labelled and ready, and has all annotations with its networks: ${listNames(reason.nodes)}`;
    case 'full':
      return `node ${reason.node}: its capacity ${reason.capacity.key} of ${reason.capacity.limit} is exhausted`;
    case 'used-by-object':
      return `every possible node hosts another address of the EgressIP: ${listNames(reason.nodes)}`;
    case 'not-assigned':
      return 'the status of the live object does not assign it to a node';
  }
}
