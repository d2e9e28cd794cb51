import { defineFinding } from '../../model/catalogue.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { quote } from '../../std/quote.js';
import { placementMessages } from './report/placement-messages.js';
import { EGRESS_IP_MARKS } from '../../ovn-kubernetes/numbers.js';

/** Clauses of some of `count` namespaces. */
function listUses(uses: readonly string[], count: number): string {
  return `${uses.join(', ')}${count > uses.length ? ` and ${count - uses.length} more do` : ''}`;
}

/** Findings of this kind alone. */
export const messages = {
  ...placementMessages,
  markSet: defineFinding({
    code: 'egress-ip/mark-set',
    severity: 'warning',
    summary: 'The object has an annotation that belongs to OVN-Kubernetes.',
    why: 'OVN-Kubernetes writes the mark itself, and refuses new objects that already have one.',
    fix: 'remove the annotation: where its admission policy is installed, a new EgressIP with it is refused',
    message: (annotation: string) => `the annotation ${annotation} belongs to OVN-Kubernetes`,
  }),
  notAnAddress: defineFinding({
    code: 'egress-ip/not-an-address',
    severity: 'rejected',
    summary: 'An entry of spec.egressIPs is not an IP address.',
    why: 'The live controllers refuse the whole object, not only the entry.',
    fix: 'write an address without prefix length, zone, spaces or leading zeros, for example 192.0.2.7',
    message: (text: string) => `${quote(text)} is not an IP address: the live controllers refuse the whole object`,
  }),
  badSelector: defineFinding({
    code: 'egress-ip/bad-selector',
    severity: 'rejected',
    summary: 'A selector of the EgressIP is invalid.',
    why: 'The live controllers select no pods, and the object has no effect.',
    fix: SELECTOR_ADVICE,
    message: (field: string, why: string) => `the ${field} is invalid: ${why}`,
  }),
  listedTwice: defineFinding({
    code: 'egress-ip/listed-twice',
    severity: 'warning',
    summary: 'An address is listed more than once.',
    why: 'An address can be on one node only, so the second entry adds nothing.',
    fix: 'remove the second entry',
    message: (address: string) => `the address ${address} is listed more than once`,
  }),
  noAddresses: defineFinding({
    code: 'egress-ip/no-addresses',
    severity: 'warning',
    summary: 'The EgressIP lists no address.',
    why: 'The traffic of the selected pods keeps the address of their node.',
    fix: 'add an address, or remove the object',
    message: () => 'spec.egressIPs is empty: traffic of the selected pods keeps the address of their node',
  }),
  specialAddress: defineFinding({
    code: 'egress-ip/special-address',
    severity: 'rejected',
    summary: 'An address of this class cannot be on a node.',
    why: 'Loopback, multicast and similar addresses are not routed to a host.',
    fix: 'choose a free address in a network of the nodes',
    message: (address: string, use: string) =>
      `${address} is ${use === 'unspecified' ? 'the unspecified address' : `a ${use} address`}: no node can host it`,
  }),
  familyOff: defineFinding({
    code: 'egress-ip/family-off',
    severity: 'warning',
    summary: 'An address is of an IP family that the cluster does not use.',
    why: 'No pod has traffic of this family, and the address still takes a place on a node.',
    fix: 'add the IP family to ipFamilies in weir.yaml, or remove the address',
    message: (address: string, family: string) =>
      `${address} is ${family}, which the cluster does not use: no pod has traffic for it`,
    help: (_address, family) => `add ${family} to ipFamilies in weir.yaml, or remove the address`,
  }),
  noMarkLeft: defineFinding({
    code: 'egress-ip/no-mark-left',
    severity: 'warning',
    summary: 'All packet marks are in use.',
    why: 'Pods of user-defined networks need a mark per EgressIP to reach the egress address.',
    fix: 'merge EgressIP objects if pods of user-defined networks are selected: only these need marks',
    message: (count: number) =>
      `all ${EGRESS_IP_MARKS.last - EGRESS_IP_MARKS.first + 1} packet marks are in use: ${count === 1 ? 'this EgressIP has' : `this and ${count - 1} more EgressIPs have`} none`,
  }),
  noNamespace: defineFinding<[advice: string | undefined]>({
    code: 'egress-ip/no-namespace-selected',
    severity: 'warning',
    summary: 'The EgressIP selects no namespace.',
    why: 'Its addresses occupy nodes, and no traffic uses them.',
    fix: 'check the labels of the namespaces',
    message: () => 'the namespace selector selects no namespace; the addresses are assigned to nodes anyway',
    help: (advice) => advice,
  }),
  noPod: defineFinding<[advice: string | undefined]>({
    code: 'egress-ip/no-pod-selected',
    severity: 'warning',
    summary: 'The EgressIP selects no pod.',
    why: 'Its addresses occupy nodes, and no traffic uses them.',
    fix: 'check the labels of the pods',
    message: () => 'the pod selector selects no pod in the selected namespaces',
    help: (advice) => advice,
  }),
  allNamespaces: defineFinding({
    code: 'egress-ip/all-namespaces-selected',
    severity: 'warning',
    summary: 'The EgressIP selects all namespaces.',
    why: 'The traffic of system pods moves to the egress nodes too.',
    fix: 'select namespaces by a label, for example kubernetes.io/metadata.name',
    message: () => 'the empty namespace selector selects all namespaces, system namespaces included',
  }),
  unlabelledNamespaces: defineFinding({
    code: 'egress-ip/unlabelled-namespaces-selected',
    severity: 'warning',
    summary: 'The EgressIP also selects namespaces without labels.',
    why: 'The live controllers rebuild everything whenever a namespace appears.',
    fix: 'add a requirement that a label exists',
    message: () =>
      'the namespace selector also selects namespaces without labels: the live controllers then rebuild everything whenever a namespace is created',
  }),
  servedByAnother: defineFinding<[pods: string, isOne: boolean, winner: string, own: string, interconnect: boolean]>({
    code: 'egress-ip/served-by-another',
    severity: {
      oneOf: ['rejected', 'warning'],
      choose: (_pods, _isOne, _winner, _own, interconnect) => (interconnect ? 'rejected' : 'warning'),
    },
    summary: 'Another EgressIP already serves the selected pods.',
    why: 'A pod uses one EgressIP, and live controllers may choose another one than Weir.',
    fix: 'let one EgressIP select each pod',
    message: (pods, isOne, winner, own) =>
      `${isOne ? 'pod' : 'pods'} ${pods} ${isOne ? 'is' : 'are'} selected by EgressIPs ${winner} and ${own}: ${winner} is used`,
    help: (_pods, _isOne, _winner, _own, interconnect) =>
      interconnect
        ? 'let one EgressIP select each pod: live zones may choose different ones, which breaks connections'
        : 'let one EgressIP select each pod: the live controllers use the one that they see first',
  }),
  winnerLacksFamily: defineFinding({
    code: 'egress-ip/winner-lacks-family',
    severity: 'warning',
    summary: 'The EgressIP that serves the pods has no address of one of their IP families.',
    why: 'Traffic of this family keeps the address of the node, and no other EgressIP steps in.',
    fix: 'add an address of the IP family to the EgressIP that serves the pods',
    message: (winner: string, family: string, pods: string) =>
      `EgressIP ${winner}, which serves ${pods}, has no assigned ${family} address: their ${family} traffic keeps the address of their node`,
    help: (winner, family) => `add an ${family} address to ${winner}: another EgressIP does not step in for one family`,
  }),
  lacksFamily: defineFinding({
    code: 'egress-ip/lacks-family',
    severity: 'warning',
    summary: 'The EgressIP has no address of an IP family that the selected pods have.',
    why: 'Traffic of this family keeps the address of the node.',
    fix: 'add an address of the IP family; it needs an egress node of its own',
    message: (family: string) =>
      `the EgressIP has no ${family} address: ${family} traffic of the selected dual-stack pods keeps the address of their node`,
    help: (family) => `add an ${family} address; it needs an egress node of its own`,
  }),
  untranslatedFamily: defineFinding({
    code: 'egress-ip/untranslated-family',
    severity: 'warning',
    summary: 'Traffic of an IP family without an egress address keeps the address of its pod in this release.',
    why: 'With disableSnatMultipleGateways, old releases remove the translations of both families from the node of the pod.',
    fix: 'add an address of the IP family; it needs an egress node of its own',
    message: (family: string, pods: string) =>
      `${family} traffic of ${pods} leaves with the address of the pod: the release removes its translation at the egress node`,
    help: (family) => `add an ${family} address; it needs an egress node of its own`,
  }),
  userDefinedNetwork: defineFinding({
    code: 'egress-ip/user-defined-network',
    severity: 'rejected',
    summary: 'The address does not serve selected pods on a user-defined network.',
    why: 'Addresses in secondary host networks serve the default pod network only.',
    fix: 'choose an address in the primary network of the nodes, or select namespaces of the default network only',
    message: (address: string, uses: readonly string[], count: number) =>
      `${address} is in a secondary host network, but ${listUses(uses, count)}: it does not serve the pods there`,
  }),
  otherPrimaryNetwork: defineFinding({
    code: 'egress-ip/other-primary-network',
    severity: 'warning',
    summary: 'Selected pods are on another primary network, which Weir does not compile.',
    why: 'What becomes of their traffic is left to the live controllers, and no comparison shows it.',
    fix: 'leave these pods to the live controllers: Weir compiles the default network only',
    message: (uses: readonly string[], count: number) =>
      `${listUses(uses, count)}: Weir generates no rows for the pods there`,
  }),
  nextHopOfOtherFamily: defineFinding({
    code: 'egress-ip/next-hop-of-other-family',
    severity: 'info',
    summary: 'The next hop of IPv6 traffic is an IPv4 address in this release.',
    why: 'OVN delivers the packets all the same: both addresses of the management port have one MAC address. A later release writes the IPv6 address.',
    fix: 'expect another next hop in the rows after an upgrade',
    message: (address: string, node: string) =>
      `IPv6 traffic that leaves with ${address} has the IPv4 address of the management port of ${node} as its next hop`,
  }),
  hostNetworkPods: defineFinding({
    code: 'egress-ip/host-network-pod',
    severity: 'warning',
    summary: 'Selected pods are on the host network.',
    why: 'Their traffic has the address of the node, whatever the EgressIP asks for.',
    fix: 'exclude them with a pod selector; their traffic keeps the address of their node',
    message: (pods: string) => `pods on the host network are not affected: ${pods}`,
  }),
};
