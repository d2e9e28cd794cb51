import { ASSIGNABLE } from '../../cloud/egress-node.js';
import { findingsOf } from '../../diagnostics/findings-of.js';
import type { Finding } from '../../model/diagnostic.js';

const finding = findingsOf('egress-ip');

/** `lacking` are nodes that lack nothing but annotations, '' for none. */
function adviceFor(lacking: string): string {
  return lacking === ''
    ? `kubectl label node NAME ${ASSIGNABLE}=`
    : 'export the nodes from the running cluster with their annotations';
}

/** What is said of the nodes of addresses. Lists of nodes are in byte order of their names. */
export const placementMessages = {
  missingHostCIDRs: (node: string, others: string): Finding =>
    finding(
      'missing-host-cidrs',
      'rejected',
      `node ${node} has no usable k8s.ovn.org/host-cidrs: no egress address can be assigned in the whole cluster${others === '' ? '' : `; it also lacks ${others}`}`,
      'export the node from the running cluster; without its addresses nobody knows which egress addresses are free',
    ),
  noUsableNode: (count: number, lacking: string): Finding =>
    finding(
      'no-usable-node',
      'rejected',
      `${lacking === '' ? `no node is labelled ${ASSIGNABLE} and ready` : `the nodes that are labelled ${ASSIGNABLE} and ready lack annotations (${lacking})`}: ${count === 1 ? 'the address stays' : `${count} addresses stay`} unassigned`,
      adviceFor(lacking),
    ),
  missingAnnotation: (node: string, annotation: string): Finding =>
    finding(
      'missing-node-annotation',
      'rejected',
      `node ${node} has no usable ${annotation}: it hosts no egress address`,
      'export the node from the running cluster with its annotations',
    ),
  secondaryOnCloud: (address: string, platform: string): Finding =>
    finding(
      'secondary-network-on-cloud',
      'rejected',
      `${address} is in a secondary host network; this is not supported on platform ${platform}`,
      'choose an address of the subnet in cloud.network.openshift.io/egress-ipconfig',
    ),
  noNetwork: (address: string): Finding =>
    finding(
      'no-network',
      'rejected',
      `${address} is not in a network of any node`,
      'choose a free address of a network that the nodes are in',
    ),
  noAssignableHost: (address: string, nodes: string, lacking: string): Finding =>
    finding(
      'no-assignable-host',
      'rejected',
      `${address} is in a network of ${nodes}, but ${lacking === '' ? `none of them is labelled ${ASSIGNABLE} and ready` : `those that are labelled ${ASSIGNABLE} and ready lack annotations (${lacking})`}`,
      adviceFor(lacking),
    ),
  heldByRefused: (address: string, owner: string, node: string): Finding =>
    finding(
      'held-by-refused',
      'rejected',
      `EgressIP ${owner}, which is refused as a whole, still has ${address} on ${node}`,
      `mend or remove ${owner}: until then the live controllers leave what it has as it is`,
    ),
  noCapacity: (address: string, node: string, key: string, limit: number): Finding =>
    finding(
      'no-capacity',
      'rejected',
      `node ${node}: capacity ${key} is ${limit}, ${address} does not fit`,
      'add egress nodes in the same network, or spread the addresses over fewer objects',
    ),
  tooFewNodes: (wanted: number, nodes: number, left: string): Finding =>
    finding(
      'too-few-nodes',
      'rejected',
      `${wanted} ${wanted === 1 ? 'address' : 'addresses'} but only ${nodes} usable ${nodes === 1 ? 'node' : 'nodes'}; ${left} ${left.includes(',') ? 'stay' : 'stays'} unassigned`,
      'an EgressIP has one address on a node, both families together: label more nodes, or list fewer addresses',
    ),
  otherOrder: (): Finding =>
    finding(
      'other-order',
      'warning',
      'all addresses could be placed if spec.egressIPs had another order',
      'put the addresses that few nodes can host first',
    ),
  labelValueFalse: (node: string): Finding =>
    finding(
      'label-value-false',
      'warning',
      `node ${node}: the label ${ASSIGNABLE} has the value "false" but still makes the node assignable`,
      'remove the label to keep egress addresses off the node',
    ),
  onlySecondary: (address: string, secondary: string, primary: string): Finding =>
    finding(
      'only-secondary-used',
      'warning',
      `${address} is in a secondary network of ${secondary} and in the primary network of ${primary}; only the first are used`,
      'a secondary network goes first wherever one of the usable nodes has it',
    ),
  moves: (address: string, from: string, why: string, to: string | undefined): Finding =>
    finding(
      'address-moves',
      'warning',
      `${address} on ${from} does not hold any more (${why}): ${to === undefined ? 'it has no node now' : to === from ? 'it is assigned anew' : `it moves to ${to}`}`,
      'connections through the address are cut when it moves',
    ),
  twoOnNode: (first: string, second: string, node: string): Finding =>
    finding(
      'two-on-node',
      'rejected',
      `${first} and ${second} are both on node ${node}: both are assigned anew`,
      'an EgressIP has at most one address on a node',
    ),
  overCapacity: (node: string, count: number, key: string, limit: number): Finding =>
    finding(
      'over-capacity',
      'warning',
      `node ${node} has ${count} egress addresses, its capacity ${key} is ${limit}`,
      'what is assigned stays; move addresses by removing them from weir.lock.yaml',
    ),
  misreadCapacity: (node: string, last: number): Finding =>
    finding(
      'misread-capacity',
      'warning',
      `node ${node}: OVN-Kubernetes v1.3 would limit this node to ${last} addresses in total and ignore the per-family capacity`,
      'it takes the last number of the annotation cloud.network.openshift.io/egress-ipconfig for every family and for both together: the live cluster places addresses otherwise',
    ),
  differentSubnets: (address: string, nodes: string, others: string): Finding =>
    finding(
      'different-subnets',
      'warning',
      `${address} can only be on ${nodes}; ${others} ${others.includes(',') ? 'have' : 'has'} other primary subnets`,
      'addresses do not fail over to nodes of another subnet: have enough egress nodes in each',
    ),
  noFailover: (address: string, node: string): Finding =>
    finding(
      'no-failover',
      'warning',
      `only ${node} can host ${address}: no failover`,
      'label another node of the same network',
    ),
};
