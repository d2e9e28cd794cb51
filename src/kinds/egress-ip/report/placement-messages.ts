import { defineFinding } from '../../../model/catalogue.js';
import { NODE_ANNOTATION, LABEL } from '../../../ovn-kubernetes/annotations.js';

/** `lacking` are nodes that lack nothing but annotations, '' for none. */
function adviceFor(lacking: string): string {
  return lacking === ''
    ? `kubectl label node NAME ${LABEL.assignable}=`
    : 'export the nodes from the running cluster with their annotations';
}

/** Findings about the nodes of addresses. Lists of nodes are in byte order of their names. */
export const placementMessages = {
  missingHostCIDRs: defineFinding({
    code: 'egress-ip/missing-host-cidrs',
    severity: 'rejected',
    summary: 'The addresses of a node are unknown, so no egress address can be assigned.',
    why: 'Weir cannot check that an egress address differs from the addresses of the node.',
    fix: 'export the node from the running cluster with its annotations',
    message: (node: string, others: string) =>
      `node ${node} has no valid annotation ${NODE_ANNOTATION.hostCIDRs}${others === '' ? '' : ` and lacks ${others}`}, so no egress address can be assigned in the cluster`,
  }),
  noUsableNode: defineFinding({
    code: 'egress-ip/no-usable-node',
    severity: 'rejected',
    summary: 'No node can host egress addresses.',
    why: 'All addresses stay unassigned, so traffic of the pods keeps the addresses of their nodes.',
    fix: 'label nodes as egress nodes, and export them with their annotations',
    message: (count: number, lacking: string) =>
      `${lacking === '' ? `no node is labelled ${LABEL.assignable} and ready` : `the nodes that are labelled ${LABEL.assignable} and ready lack annotations (${lacking})`}, so ${count === 1 ? 'the address stays' : `${count} addresses stay`} unassigned`,
    help: (_count, lacking) => adviceFor(lacking),
  }),
  missingAnnotation: defineFinding({
    code: 'egress-ip/missing-node-annotation',
    severity: 'rejected',
    summary: 'A labelled node lacks an annotation.',
    why: 'The node hosts no egress address.',
    fix: 'export the node from the running cluster with its annotations',
    message: (node: string, annotation: string) =>
      `node ${node} has no valid annotation ${annotation}, so it hosts no egress address`,
  }),
  secondaryOnCloud: defineFinding({
    code: 'egress-ip/secondary-network-on-cloud',
    severity: 'rejected',
    summary: 'The address is in a secondary network, which the platform does not support.',
    why: 'Clouds assign egress addresses only to the primary interface.',
    fix: 'choose an address in the subnet of the annotation cloud.network.openshift.io/egress-ipconfig',
    message: (address: string, platform: string) =>
      `${address} is in a secondary host network, which platform ${platform} does not support, so it stays unassigned`,
  }),
  noNetwork: defineFinding({
    code: 'egress-ip/no-network',
    severity: 'rejected',
    summary: 'The address is in no network of any node.',
    why: 'The address stays unassigned, because no node can answer for it on the link.',
    fix: 'choose a free address in a network of the nodes',
    message: (address: string) => `${address} is not in a network of any node, so it stays unassigned`,
  }),
  noAssignableHost: defineFinding({
    code: 'egress-ip/no-assignable-host',
    severity: 'rejected',
    summary: 'No node in the network of the address is labelled and ready.',
    why: 'The address stays unassigned.',
    fix: 'label a node of the network as an egress node, and export it with its annotations',
    message: (address: string, nodes: string, lacking: string) =>
      `${address} is in a network of ${nodes}, but ${lacking === '' ? `none of them is labelled ${LABEL.assignable} and ready` : `those that are labelled ${LABEL.assignable} and ready lack annotations (${lacking})`}`,
    help: (_address, _nodes, lacking) => adviceFor(lacking),
  }),
  ownedByRejected: defineFinding({
    code: 'egress-ip/owned-by-rejected',
    severity: 'rejected',
    summary: 'A rejected EgressIP still owns the address.',
    why: 'The live controllers keep the assignments of a rejected object, so the address is not free.',
    fix: 'fix or remove the EgressIP that owns the address',
    message: (address: string, owner: string, node: string) =>
      `${address} is still assigned to EgressIP ${owner} on ${node}, although that EgressIP is rejected`,
    help: (_address, owner) => `fix or remove ${owner}, whose assignments the live controllers keep`,
  }),
  noCapacity: defineFinding({
    code: 'egress-ip/no-capacity',
    severity: 'rejected',
    summary: 'A node has no capacity for an address.',
    why: 'The cloud rejects addresses beyond the capacity of the interface.',
    fix: 'add egress nodes in the same network, or request fewer addresses',
    message: (address: string, node: string, key: string, limit: number) =>
      `${address} does not fit on node ${node}, whose capacity ${key} is ${limit}`,
  }),
  tooFewNodes: defineFinding({
    code: 'egress-ip/too-few-nodes',
    severity: 'rejected',
    summary: 'An EgressIP has more addresses than usable nodes.',
    why: 'The remaining addresses stay unassigned, because a node hosts one address of an EgressIP.',
    fix: 'label more nodes, or list fewer addresses',
    message: (wanted: number, nodes: number, left: string) =>
      `spec.egressIPs has ${wanted} ${wanted === 1 ? 'address' : 'addresses'} but only ${nodes} usable ${nodes === 1 ? 'node' : 'nodes'}, so ${left} ${left.includes(',') ? 'stay' : 'stays'} unassigned`,
  }),
  otherOrder: defineFinding({
    code: 'egress-ip/other-order',
    severity: 'warning',
    summary: 'A different order of the addresses would allow all of them to be assigned.',
    why: 'The live controllers assign addresses in the order of the list.',
    fix: 'list the addresses that few nodes can host first',
    message: () => 'not all addresses of spec.egressIPs are assigned, but a different order would assign all of them',
  }),
  labelValueFalse: defineFinding({
    code: 'egress-ip/label-value-false',
    severity: 'warning',
    summary: 'A node has the label for egress nodes with the value "false".',
    why: 'The node can host egress addresses, because the value of the label is ignored.',
    fix: 'remove the label to keep egress addresses off the node',
    message: (node: string) =>
      `node ${node} has the label ${LABEL.assignable} with the value "false", but the value is ignored, so the node can host egress addresses`,
  }),
  onlySecondary: defineFinding({
    code: 'egress-ip/only-secondary-used',
    severity: 'warning',
    summary: 'The address is in a secondary network of some nodes and in the primary network of others.',
    why: 'Only the nodes with the secondary network host the address, even in a failover.',
    fix: 'choose an address that is in only one network, because a secondary network takes precedence',
    message: (address: string, secondary: string, primary: string) =>
      `${address} is in a secondary network of ${secondary} and in the primary network of ${primary}, so only ${secondary} can host it`,
  }),
  moves: defineFinding({
    code: 'egress-ip/address-moves',
    severity: 'warning',
    summary: 'An earlier assignment of an address is no longer valid.',
    why: 'Connections through the address break when it moves.',
    fix: 'restore the node to keep the address there',
    message: (address: string, from: string, why: string, to: string | undefined) =>
      `${address} can no longer be on ${from} (${why}), so ${to === undefined ? 'it is unassigned' : to === from ? 'it is assigned again' : `it moves to ${to}`}`,
  }),
  twoOnNode: defineFinding({
    code: 'egress-ip/two-on-node',
    severity: 'rejected',
    summary: 'Two addresses of the EgressIP are on one node.',
    why: 'The live controllers allow one address per node and EgressIP, so both are assigned again.',
    fix: 'remove one of the two assignments from weir.lock.yaml',
    message: (first: string, second: string, node: string) =>
      `${first} and ${second} are both on node ${node}, expected one address per node, so both are assigned again`,
  }),
  overCapacity: defineFinding({
    code: 'egress-ip/over-capacity',
    severity: 'warning',
    summary: 'A node has more egress addresses than its capacity.',
    why: 'The cloud may reject addresses beyond the capacity.',
    fix: 'remove entries from weir.lock.yaml to move addresses',
    message: (node: string, count: number, key: string, limit: number) =>
      `node ${node} has ${count} egress addresses, expected at most ${limit} by its capacity ${key}`,
  }),
  misreadCapacity: defineFinding({
    code: 'egress-ip/misread-capacity',
    severity: 'warning',
    summary: 'OVN-Kubernetes misreads the capacity of a node.',
    why: 'The live cluster and Weir assign addresses to different nodes.',
    fix: 'set the same capacity for all families in the annotation cloud.network.openshift.io/egress-ipconfig, because OVN-Kubernetes uses its last number',
    message: (node: string, last: number) =>
      `OVN-Kubernetes limits node ${node} to ${last} addresses and ignores the capacity per family, so its assignments may differ`,
  }),
  differentSubnets: defineFinding({
    code: 'egress-ip/different-subnets',
    severity: 'warning',
    summary: 'Egress nodes are in several subnets, but an address can be in only one of them.',
    why: 'Addresses do not fail over to nodes of another subnet.',
    fix: 'label several egress nodes in each subnet',
    message: (address: string, nodes: string, others: string) =>
      `${address} can only be on ${nodes}, because ${others} ${others.includes(',') ? 'have' : 'has'} different primary subnets`,
  }),
  noFailover: defineFinding({
    code: 'egress-ip/no-failover',
    severity: 'warning',
    summary: 'Only one node can host the address.',
    why: 'If this node fails, traffic of the pods loses its egress address.',
    fix: 'label another node in the same network',
    message: (address: string, node: string) => `${address} can only be on ${node}, so it has no failover`,
  }),
};
