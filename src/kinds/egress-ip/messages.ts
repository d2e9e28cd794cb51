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
    summary: 'The object has an annotation that OVN-Kubernetes manages.',
    why: 'OVN-Kubernetes sets the mark. Its admission policy rejects new objects that have one.',
    fix: 'remove the annotation',
    message: (annotation: string) =>
      `the annotation ${annotation} is set, but only OVN-Kubernetes may set it, so its admission policy rejects a new EgressIP`,
  }),
  notAnAddress: defineFinding({
    code: 'egress-ip/not-an-address',
    severity: 'rejected',
    summary: 'An entry of spec.egressIPs is not an IP address.',
    why: 'The live controllers reject the whole object.',
    fix: 'use an address without prefix length, zone, spaces or leading zeros, for example 192.0.2.7',
    message: (text: string) =>
      `expected an IP address in spec.egressIPs, found ${quote(text)}, so the live controllers reject the whole object`,
  }),
  badSelector: defineFinding({
    code: 'egress-ip/bad-selector',
    severity: 'rejected',
    summary: 'A selector of the EgressIP is invalid.',
    why: 'The live controllers select no pods, so the object has no effect.',
    fix: SELECTOR_ADVICE,
    message: (field: string, why: string) => `the ${field} is invalid: ${why}`,
  }),
  listedTwice: defineFinding({
    code: 'egress-ip/listed-twice',
    severity: 'warning',
    summary: 'An address is listed more than once.',
    why: 'An address can be on only one node, so the second entry has no effect.',
    fix: 'remove the second entry',
    message: (address: string) => `spec.egressIPs lists ${address} more than once, so the second entry has no effect`,
  }),
  noAddresses: defineFinding({
    code: 'egress-ip/no-addresses',
    severity: 'warning',
    summary: 'The EgressIP lists no address.',
    why: 'Traffic of the selected pods keeps the address of their node.',
    fix: 'add an address, or remove the object',
    message: () => 'spec.egressIPs is empty, so traffic of the selected pods keeps the address of their node',
  }),
  specialAddress: defineFinding({
    code: 'egress-ip/special-address',
    severity: 'rejected',
    summary: 'An address is of a class that no node can host.',
    why: 'The address stays unassigned. Loopback, multicast and similar addresses are not routed to a host.',
    fix: 'choose a free address in a network of the nodes',
    message: (address: string, use: string) =>
      `${address} is ${use === 'unspecified' ? 'the unspecified address' : `a ${use} address`}, so no node can host it`,
  }),
  familyOff: defineFinding({
    code: 'egress-ip/family-off',
    severity: 'warning',
    summary: 'An address is of an IP family that the cluster does not use.',
    why: 'No pod has traffic of this family, but the address still uses capacity of a node.',
    fix: 'add the IP family to ipFamilies in weir.yaml, or remove the address',
    message: (address: string, family: string) =>
      `${address} is ${family}, which the cluster does not use, so no traffic uses the address`,
    help: (_address, family) => `add ${family} to ipFamilies in weir.yaml, or remove the address`,
  }),
  noMarkLeft: defineFinding({
    code: 'egress-ip/no-mark-left',
    severity: 'warning',
    summary: 'All packet marks are in use.',
    why: 'On user-defined networks, pods use an egress address only if its EgressIP has a mark.',
    fix: 'if pods of user-defined networks are selected, merge EgressIP objects',
    message: (count: number) =>
      `all ${EGRESS_IP_MARKS.last - EGRESS_IP_MARKS.first + 1} packet marks are in use, so ${count === 1 ? 'this EgressIP has' : `this and ${count - 1} more EgressIPs have`} no mark`,
  }),
  noNamespace: defineFinding<[advice: string | undefined]>({
    code: 'egress-ip/no-namespace-selected',
    severity: 'warning',
    summary: 'The EgressIP selects no namespace.',
    why: 'Its addresses use capacity of nodes, but no traffic uses the addresses.',
    fix: 'correct the namespace selector or the labels of namespaces',
    message: () => 'namespaceSelector selects no namespace, but the addresses are assigned to nodes',
    help: (advice) => advice,
  }),
  noPod: defineFinding<[advice: string | undefined]>({
    code: 'egress-ip/no-pod-selected',
    severity: 'warning',
    summary: 'The EgressIP selects no pod.',
    why: 'Its addresses use capacity of nodes, but no traffic uses the addresses.',
    fix: 'correct the pod selector or the labels of pods',
    message: () => 'podSelector selects no pod in the selected namespaces, so no traffic uses the addresses',
    help: (advice) => advice,
  }),
  allNamespaces: defineFinding({
    code: 'egress-ip/all-namespaces-selected',
    severity: 'warning',
    summary: 'The EgressIP selects all namespaces.',
    why: 'Traffic of system pods also leaves through the egress nodes.',
    fix: 'select namespaces by a label, for example kubernetes.io/metadata.name',
    message: () => 'namespaceSelector is empty, so it also selects system namespaces',
  }),
  unlabelledNamespaces: defineFinding({
    code: 'egress-ip/unlabelled-namespaces-selected',
    severity: 'warning',
    summary: 'The EgressIP also selects namespaces without labels.',
    why: 'The live controllers reconcile the whole EgressIP when a namespace is created.',
    fix: 'add a requirement with the operator Exists',
    message: () =>
      'namespaceSelector also selects namespaces without labels, so the live controllers reconcile the whole EgressIP when a namespace is created',
  }),
  servedByAnother: defineFinding<[pods: string, isOne: boolean, winner: string, own: string, interconnect: boolean]>({
    code: 'egress-ip/served-by-another',
    severity: {
      oneOf: ['rejected', 'warning'],
      choose: (_pods, _isOne, _winner, _own, interconnect) => (interconnect ? 'rejected' : 'warning'),
    },
    summary: 'Another EgressIP already serves the selected pods.',
    why: 'A pod uses only one EgressIP. The live controllers and Weir may choose different ones.',
    fix: 'select each pod by only one EgressIP',
    message: (pods, isOne, winner, own) =>
      `${isOne ? 'pod' : 'pods'} ${pods} ${isOne ? 'is' : 'are'} selected by EgressIPs ${winner} and ${own}, so ${winner} is used`,
    help: (_pods, _isOne, _winner, _own, interconnect) =>
      interconnect
        ? 'select each pod by only one EgressIP, because live zones may choose different ones, which breaks connections'
        : 'select each pod by only one EgressIP, because the live controllers use the one that they see first',
  }),
  winnerLacksFamily: defineFinding({
    code: 'egress-ip/winner-lacks-family',
    severity: 'warning',
    summary: 'The EgressIP that serves the pods has no address of one of their IP families.',
    why: 'Traffic of this family keeps the address of the node. No other EgressIP takes over.',
    fix: 'add an address of the IP family to the EgressIP that serves the pods',
    message: (winner: string, family: string, pods: string) =>
      `EgressIP ${winner}, which serves ${pods}, has no assigned ${family} address, so their ${family} traffic keeps the address of their node`,
    help: (winner, family) =>
      `add an ${family} address to ${winner}, because no other EgressIP takes over for one family`,
  }),
  lacksFamily: defineFinding({
    code: 'egress-ip/lacks-family',
    severity: 'warning',
    summary: 'The EgressIP has no address of an IP family that the selected pods have.',
    why: 'Traffic of this family keeps the address of the node.',
    fix: 'add an address of the IP family, which needs a separate egress node',
    message: (family: string) =>
      `spec.egressIPs has no ${family} address, so ${family} traffic of the selected dual-stack pods keeps the address of their node`,
    help: (family) => `add an ${family} address, which needs a separate egress node`,
  }),
  untranslatedFamily: defineFinding({
    code: 'egress-ip/untranslated-family',
    severity: 'warning',
    summary: 'Traffic of an IP family without an egress address keeps the address of its pod in this release.',
    why: 'With disableSnatMultipleGateways, old releases remove the translation of both families from the node of the pod.',
    fix: 'add an address of the IP family, which needs a separate egress node',
    message: (family: string, pods: string) =>
      `${family} traffic of ${pods} leaves with the address of the pod, because the release removes its translation at the egress node`,
    help: (family) => `add an ${family} address, which needs a separate egress node`,
  }),
  userDefinedNetwork: defineFinding({
    code: 'egress-ip/user-defined-network',
    severity: 'rejected',
    summary: 'Selected pods on a user-defined network cannot use the address.',
    why: 'Only pods on the default network can use an address in a secondary host network.',
    fix: 'choose an address in the primary network of the nodes, or select only namespaces of the default network',
    message: (address: string, uses: readonly string[], count: number) =>
      `${address} is in a secondary host network, but ${listUses(uses, count)}, so the pods there cannot use it`,
  }),
  otherPrimaryNetwork: defineFinding({
    code: 'egress-ip/other-primary-network',
    severity: 'warning',
    summary: 'Selected pods are on a different primary network, which Weir does not compile.',
    why: 'Weir does not generate rows for these pods, and comparisons do not show their traffic.',
    fix: 'exclude these pods from the EgressIP, or ignore the finding',
    message: (uses: readonly string[], count: number) =>
      `${listUses(uses, count)}, so Weir generates no rows for the pods there`,
  }),
  nextHopOfOtherFamily: defineFinding({
    code: 'egress-ip/next-hop-of-other-family',
    severity: 'info',
    summary: 'The next hop of IPv6 traffic is an IPv4 address in this release.',
    why: 'OVN still delivers the packets, because both addresses of the management port have one MAC address. Later releases use the IPv6 address.',
    fix: 'no action needed, an upgrade changes the next hop in the rows',
    message: (address: string, node: string) =>
      `IPv6 traffic that leaves with ${address} has the IPv4 address of the management port of ${node} as its next hop`,
  }),
  hostNetworkPods: defineFinding({
    code: 'egress-ip/host-network-pod',
    severity: 'warning',
    summary: 'Selected pods are on the host network.',
    why: 'Their traffic keeps the address of the node.',
    fix: 'exclude them with a pod selector',
    message: (pods: string) =>
      `selected pods ${pods} are on the host network, so their traffic keeps the address of the node`,
  }),
};
