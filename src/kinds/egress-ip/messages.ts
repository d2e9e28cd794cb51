import { findingsOf } from '../../diagnostics/findings-of.js';
import type { Finding } from '../../model/diagnostic.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { quote } from '../../std/quote.js';
import { placementMessages } from './placement-messages.js';

const finding = findingsOf('egress-ip');

/** Clauses of some of `count` namespaces. */
function listUses(uses: readonly string[], count: number): string {
  return `${uses.join(', ')}${count > uses.length ? ` and ${count - uses.length} more do` : ''}`;
}

/** All that is said only of this kind. */
export const messages = {
  ...placementMessages,
  markSet: (annotation: string): Finding =>
    finding(
      'mark-set',
      'warning',
      `the annotation ${annotation} belongs to OVN-Kubernetes`,
      'remove it: where its admission policy is installed, a new EgressIP that carries it is refused',
    ),
  notAnAddress: (text: string): Finding =>
    finding(
      'not-an-address',
      'rejected',
      `${quote(text)} is not an IP address: the live controllers refuse the whole object`,
      'write a plain address without prefix length, zone, blanks or leading zeros, for example 192.0.2.7',
    ),
  badSelector: (field: string, why: string): Finding =>
    finding('bad-selector', 'rejected', `the ${field} is not valid: ${why}`, SELECTOR_ADVICE),
  listedTwice: (address: string): Finding =>
    finding('listed-twice', 'warning', `the address ${address} is listed more than once`, 'leave the second one out'),
  noAddresses: (): Finding =>
    finding(
      'no-addresses',
      'warning',
      'spec.egressIPs is empty: the traffic of the selected pods keeps the address of their node',
      'add an address, or remove the object',
    ),
  specialAddress: (address: string, use: string): Finding =>
    finding(
      'special-address',
      'rejected',
      `${address} is ${use === 'unspecified' ? 'the unspecified address' : `a ${use} address`}: no node can host it`,
      'choose a free address of a network that the nodes are in',
    ),
  familyOff: (address: string, family: string): Finding =>
    finding(
      'family-off',
      'warning',
      `${address} is ${family}, which the cluster does not have: no pod uses it`,
      `add ${family} to ipFamilies in weir.yaml, or remove the address`,
    ),
  noMarkLeft: (count: number): Finding =>
    finding(
      'no-mark-left',
      'warning',
      `all 5000 packet marks are given out: ${count === 1 ? 'this EgressIP has' : `this and ${count - 1} more have`} none`,
      'marks matter only to pods of user defined networks; join EgressIP objects if there are such pods',
    ),
  noNamespace: (): Finding =>
    finding(
      'no-namespace-selected',
      'warning',
      'the namespace selector picks no namespace; the addresses still take places on nodes',
      'check the labels of the namespaces',
    ),
  noPod: (): Finding =>
    finding(
      'no-pod-selected',
      'warning',
      'the pod selector picks no pod of the selected namespaces',
      'check the labels of the pods',
    ),
  allNamespaces: (): Finding =>
    finding(
      'all-namespaces-selected',
      'warning',
      'the empty namespace selector picks all namespaces, those of the system too',
      'select namespaces by a label, for example kubernetes.io/metadata.name',
    ),
  unlabelledNamespaces: (): Finding =>
    finding(
      'unlabelled-namespaces-selected',
      'warning',
      'the namespace selector also picks namespaces without labels: the live controllers then rebuild everything whenever a namespace appears',
      'add a requirement that a label is there',
    ),
  servedByAnother: (pods: string, isOne: boolean, winner: string, own: string, interconnect: boolean): Finding =>
    finding(
      'served-by-another',
      interconnect ? 'rejected' : 'warning',
      `${isOne ? 'pod' : 'pods'} ${pods} ${isOne ? 'is' : 'are'} selected by EgressIP ${winner} and ${own}: ${winner} is used`,
      interconnect
        ? 'let one EgressIP select each pod: live zones may choose differently, and then connections are lost'
        : 'let one EgressIP select each pod: the live controllers use the one they see first',
    ),
  winnerLacksFamily: (winner: string, family: string, pods: string): Finding =>
    finding(
      'winner-lacks-family',
      'warning',
      `EgressIP ${winner}, which serves ${pods}, has no assigned ${family} address: their ${family} traffic keeps the address of their node`,
      `add an ${family} address to ${winner}: another EgressIP does not step in for one family`,
    ),
  lacksFamily: (family: string): Finding =>
    finding(
      'lacks-family',
      'warning',
      `there is no ${family} address: ${family} traffic of the selected dual-stack pods keeps the address of their node`,
      `add an ${family} address; it needs an egress node of its own`,
    ),
  userDefinedNetwork: (address: string, uses: readonly string[], count: number): Finding =>
    finding(
      'user-defined-network',
      'rejected',
      `${address} is in a secondary host network but ${listUses(uses, count)}: it does not serve the pods there`,
      'choose an address of the primary network of the nodes, or select namespaces of the default network only',
    ),
  otherPrimaryNetwork: (uses: readonly string[], count: number): Finding =>
    finding(
      'other-primary-network',
      'warning',
      `${listUses(uses, count)}: Weir makes no rows for the pods there`,
      'the live controllers serve such pods on their own network; Weir compiles the default network',
    ),
  hostNetworkPods: (pods: string): Finding =>
    finding(
      'host-network-pod',
      'warning',
      `pods on the network of their host are not affected: ${pods}`,
      'leave them out with a pod selector; their traffic has the address of their node',
    ),
};
