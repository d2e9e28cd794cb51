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
    summary: 'The addresses of a node are not known, so no egress address can be assigned.',
    why: 'An egress address must not be the address of any node, which nobody can check without them.',
    fix: 'export the node from the running cluster: its addresses show which egress addresses are free',
    message: (node: string, others: string) =>
      `node ${node} has no valid annotation ${NODE_ANNOTATION.hostCIDRs}: no egress address can be assigned in the whole cluster${others === '' ? '' : `; it also lacks ${others}`}`,
  }),
  noUsableNode: defineFinding({
    code: 'egress-ip/no-usable-node',
    severity: 'rejected',
    summary: 'No node can host egress addresses.',
    why: 'All addresses stay unassigned, and the traffic of the pods keeps the addresses of their nodes.',
    fix: 'label nodes as egress nodes, and export them with their annotations',
    message: (count: number, lacking: string) =>
      `${lacking === '' ? `no node is labelled ${LABEL.assignable} and ready` : `the nodes that are labelled ${LABEL.assignable} and ready lack annotations (${lacking})`}: ${count === 1 ? 'the address stays' : `${count} addresses stay`} unassigned`,
    help: (_count, lacking) => adviceFor(lacking),
  }),
  missingAnnotation: defineFinding({
    code: 'egress-ip/missing-node-annotation',
    severity: 'rejected',
    summary: 'A node lacks an annotation and hosts no egress address.',
    why: 'The node does not take part in the assignment, although it is labelled.',
    fix: 'export the node from the running cluster with its annotations',
    message: (node: string, annotation: string) =>
      `node ${node} has no valid annotation ${annotation}: it hosts no egress address`,
  }),
  secondaryOnCloud: defineFinding({
    code: 'egress-ip/secondary-network-on-cloud',
    severity: 'rejected',
    summary: 'The address is in a secondary network, which the platform does not support.',
    why: 'Clouds assign egress addresses on the primary interface only.',
    fix: 'choose an address in the subnet of the annotation cloud.network.openshift.io/egress-ipconfig',
    message: (address: string, platform: string) =>
      `${address} is in a secondary host network, which platform ${platform} does not support`,
  }),
  noNetwork: defineFinding({
    code: 'egress-ip/no-network',
    severity: 'rejected',
    summary: 'The address is in no network of any node.',
    why: 'No node can answer for the address on the link.',
    fix: 'choose a free address in a network of the nodes',
    message: (address: string) => `${address} is not in a network of any node`,
  }),
  noAssignableHost: defineFinding({
    code: 'egress-ip/no-assignable-host',
    severity: 'rejected',
    summary: 'No node of the network of the address is labelled and ready.',
    why: 'The address stays unassigned.',
    fix: 'label a node of the network as an egress node, and export it with its annotations',
    message: (address: string, nodes: string, lacking: string) =>
      `${address} is in a network of ${nodes}, but ${lacking === '' ? `none of them is labelled ${LABEL.assignable} and ready` : `those that are labelled ${LABEL.assignable} and ready lack annotations (${lacking})`}`,
    help: (_address, _nodes, lacking) => adviceFor(lacking),
  }),
  heldByRefused: defineFinding({
    code: 'egress-ip/held-by-refused',
    severity: 'rejected',
    summary: 'An EgressIP that is refused as a whole still has the address.',
    why: 'The live controllers leave the assignments of a refused object as they are, so the address is not free.',
    fix: 'fix or remove the EgressIP that has the address',
    message: (address: string, owner: string, node: string) =>
      `${address} is still assigned to EgressIP ${owner} on ${node}, which is refused as a whole`,
    help: (_address, owner) =>
      `fix or remove ${owner}: until then the live controllers leave its assignments as they are`,
  }),
  noCapacity: defineFinding({
    code: 'egress-ip/no-capacity',
    severity: 'rejected',
    summary: 'A node has no capacity for another address.',
    why: 'The cloud refuses addresses beyond the capacity of the interface.',
    fix: 'add egress nodes in the same network, or request fewer addresses',
    message: (address: string, node: string, key: string, limit: number) =>
      `${address} does not fit on node ${node}: its capacity ${key} is ${limit}`,
  }),
  tooFewNodes: defineFinding({
    code: 'egress-ip/too-few-nodes',
    severity: 'rejected',
    summary: 'There are fewer usable nodes than addresses.',
    why: 'The addresses that are left stay unassigned.',
    fix: 'label more nodes, or list fewer addresses: an EgressIP has one address per node, both families together',
    message: (wanted: number, nodes: number, left: string) =>
      `${wanted} ${wanted === 1 ? 'address' : 'addresses'} but only ${nodes} usable ${nodes === 1 ? 'node' : 'nodes'}; ${left} ${left.includes(',') ? 'stay' : 'stays'} unassigned`,
  }),
  otherOrder: defineFinding({
    code: 'egress-ip/other-order',
    severity: 'warning',
    summary: 'In another order all addresses could be placed.',
    why: 'The live controllers place addresses in the order of the list and do not go back.',
    fix: 'list the addresses that few nodes can host first',
    message: () => 'another order of spec.egressIPs would allow all addresses to be assigned',
  }),
  labelValueFalse: defineFinding({
    code: 'egress-ip/label-value-false',
    severity: 'warning',
    summary: 'The label for egress nodes has the value "false", and still makes a node assignable.',
    why: 'Only the key of the label counts, so the node hosts egress addresses against the intent.',
    fix: 'remove the label to keep egress addresses off the node',
    message: (node: string) =>
      `node ${node} has the label ${LABEL.assignable} with the value "false", which still makes it assignable`,
  }),
  onlySecondary: defineFinding({
    code: 'egress-ip/only-secondary-used',
    severity: 'warning',
    summary:
      'The address is in a secondary network of some nodes and in the primary network of others; only the former are used.',
    why: 'The nodes with the primary network are no candidates, even for failover.',
    fix: 'choose an address that is in one network only: a secondary network takes precedence wherever a usable node has it',
    message: (address: string, secondary: string, primary: string) =>
      `${address} is in a secondary network of ${secondary} and in the primary network of ${primary}: only the former are used`,
  }),
  moves: defineFinding({
    code: 'egress-ip/address-moves',
    severity: 'warning',
    summary: 'An earlier assignment of an address no longer holds.',
    why: 'Connections through the address break when it moves.',
    fix: 'restore the node if the address should stay: connections through it break when it moves',
    message: (address: string, from: string, why: string, to: string | undefined) =>
      `${address} can no longer be on ${from} (${why}): ${to === undefined ? 'it has no node now' : to === from ? 'it is assigned again' : `it moves to ${to}`}`,
  }),
  twoOnNode: defineFinding({
    code: 'egress-ip/two-on-node',
    severity: 'rejected',
    summary: 'Two addresses of the EgressIP are on one node.',
    why: 'The live controllers allow one address per node and EgressIP, and reassign both.',
    fix: 'remove one of the two assignments from weir.lock.yaml: an EgressIP has at most one address per node',
    message: (first: string, second: string, node: string) =>
      `${first} and ${second} are both on node ${node}: both are assigned again`,
  }),
  overCapacity: defineFinding({
    code: 'egress-ip/over-capacity',
    severity: 'warning',
    summary: 'A node has more egress addresses than its capacity.',
    why: 'The cloud may refuse the addresses beyond it.',
    fix: 'remove entries from weir.lock.yaml to move addresses; existing assignments stay',
    message: (node: string, count: number, key: string, limit: number) =>
      `node ${node} has ${count} egress addresses, more than its capacity ${key} of ${limit}`,
  }),
  misreadCapacity: defineFinding({
    code: 'egress-ip/misread-capacity',
    severity: 'warning',
    summary: 'OVN-Kubernetes reads another capacity of the node than the cloud means.',
    why: 'The live cluster places addresses on other nodes than Weir.',
    fix: 'expect other assignments in the live cluster: it uses the last number of the annotation cloud.network.openshift.io/egress-ipconfig for each family and for both together',
    message: (node: string, last: number) =>
      `OVN-Kubernetes limits node ${node} to ${last} addresses in total and ignores the capacity per family`,
  }),
  differentSubnets: defineFinding({
    code: 'egress-ip/different-subnets',
    severity: 'warning',
    summary: 'An address can only be on nodes of one subnet, and egress nodes have several.',
    why: 'Addresses do not fail over to nodes of another subnet.',
    fix: 'label several egress nodes in each subnet: addresses do not fail over to nodes of another subnet',
    message: (address: string, nodes: string, others: string) =>
      `${address} can only be on ${nodes}; ${others} ${others.includes(',') ? 'have' : 'has'} other primary subnets`,
  }),
  noFailover: defineFinding({
    code: 'egress-ip/no-failover',
    severity: 'warning',
    summary: 'Only one node can host the address.',
    why: 'When this node fails, the traffic of the pods loses its egress address.',
    fix: 'label another node in the same network',
    message: (address: string, node: string) => `${address} can only be on ${node}: it has no failover`,
  }),
};
