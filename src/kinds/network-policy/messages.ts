import { defineFinding } from '../../model/catalogue.js';
import type { Direction } from '../../model/intent/policy.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { defineCIDRMessages } from '../cidr.js';
import { portMessages } from './port-messages.js';

const { hostBits, familyOff } = defineCIDRMessages('network-policy');

export const messages = {
  ...portMessages,
  hostBits,
  familyOff,
  mappedCIDR: defineFinding<[text: string, ipv4: string, joinsBlocks: boolean]>({
    code: 'network-policy/mapped-cidr',
    severity: 'rejected',
    summary: 'A CIDR writes an IPv4 network in IPv6 form.',
    why: 'OVN does not parse the match, so the block has no effect. Newer releases of OVN-Kubernetes write one match for all blocks of a rule, so that none of them has one. The live controllers do not report it.',
    fix: 'write the network in IPv4 form',
    message: (text, _ipv4, joinsBlocks) =>
      `'${text}' is an IPv4 network in IPv6 form: OVN cannot parse it, so ${lost(joinsBlocks)}, and the live controllers do not report it`,
    help: (_text, ipv4) => `write ${ipv4}`,
    replacement: (_text, ipv4) => ipv4,
  }),
  leadingZeros: defineFinding<[text: string, plain: string, joinsBlocks: boolean]>({
    code: 'network-policy/leading-zeros',
    severity: 'rejected',
    summary: 'A CIDR has leading zeros.',
    why: 'OVN does not parse the match, so the block has no effect. Newer releases of OVN-Kubernetes write one match for all blocks of a rule, so that none of them has one. The live controllers do not report it.',
    fix: 'write the CIDR without leading zeros',
    message: (text, _plain, joinsBlocks) =>
      `'${text}' has leading zeros: OVN cannot parse it, so ${lost(joinsBlocks)}, and the live controllers do not report it`,
    help: (_text, plain) => `write ${plain}`,
    replacement: (_text, plain) => plain,
  }),
  badCIDR: defineFinding({
    code: 'network-policy/bad-cidr',
    severity: 'error',
    summary: 'A block of a rule is not a CIDR.',
    why: 'The API server refuses the object.',
    fix: 'write an address and a prefix length, for example 203.0.113.0/24',
    message: (text: string) => `'${text}' is not a CIDR`,
  }),
  badSelector: defineFinding({
    code: 'network-policy/bad-selector',
    severity: 'error',
    summary: 'A selector of the policy is invalid.',
    why: 'The API server refuses the object.',
    fix: SELECTOR_ADVICE,
    message: (why: string) => `the selector is invalid: ${why}`,
  }),
  mixedPeer: defineFinding({
    code: 'network-policy/mixed-peer',
    severity: 'error',
    summary: 'A peer has a block and a selector.',
    why: 'The API server refuses the object: a peer is a block or pods, never both.',
    fix: 'write the ipBlock and the selector as two entries of the list',
    message: () => 'the peer has both an ipBlock and a selector',
  }),
  exceptOutside: defineFinding({
    code: 'network-policy/except-outside',
    severity: 'error',
    summary: 'An exception is not inside its block.',
    why: 'The API server refuses the object.',
    fix: 'write a smaller network inside the cidr, or remove the exception',
    message: (text: string, cidr: string) => `the exception '${text}' is not inside '${cidr}'`,
  }),
  endPortWithoutNumber: defineFinding({
    code: 'network-policy/end-port-without-number',
    severity: 'error',
    summary: 'A port range does not begin with a number.',
    why: 'The API server refuses the object.',
    fix: 'write the first port of the range as a number',
    message: () => 'endPort needs a numeric port',
  }),
  endPortBelowPort: defineFinding({
    code: 'network-policy/end-port-below-port',
    severity: 'error',
    summary: 'The end of a port range is below its start.',
    why: 'The API server refuses the object.',
    fix: 'write the lower port as port and the higher one as endPort',
    message: (endPort: number, port: number) => `endPort ${endPort} is below port ${port}`,
  }),
  userDefinedNetwork: defineFinding({
    code: 'network-policy/user-defined-network',
    severity: 'rejected',
    summary: 'The pods of the namespace are on a user-defined network.',
    why: 'Weir compiles the default network only, so the policy is left out.',
    fix: 'leave the policy to the live controllers, or put the pods on the default network',
    message: (network: string) =>
      `the pods of the namespace are on the user-defined network ${network}, which Weir does not compile: the policy is left out`,
  }),
  noPod: defineFinding<[advice: string | undefined]>({
    code: 'network-policy/no-pod-selected',
    severity: 'warning',
    summary: 'The policy selects no pod.',
    why: 'It has no effect: it neither closes nor opens anything.',
    ineffective: 'empty',
    fix: 'check the labels of the pods in the namespace',
    message: () => 'the pod selector selects no pod of the namespace: the policy has no effect',
    help: (advice) => advice,
  }),
  noPeer: defineFinding<[advice: string | undefined]>({
    code: 'network-policy/no-peer-selected',
    severity: 'warning',
    summary: 'A peer of a rule selects no pod.',
    why: 'The peer allows nothing. A peer without namespaceSelector means pods of the namespace of the policy.',
    fix: 'check the labels of the namespaces and pods that are meant',
    message: () => 'the peer selects no pod: it allows nothing',
    help: (advice) => advice,
  }),
  withoutDNS: defineFinding({
    code: 'network-policy/without-dns',
    severity: 'warning',
    summary: 'A policy with egress rules leaves pods without DNS.',
    why: 'Names do not resolve, so destinations that the rules allow are mostly not found.',
    fix: 'allow UDP and TCP 53 to the DNS servers of the cluster (5353 on OpenShift), in this policy or in another one',
    message: (pod: string) => `no policy lets ${pod} ask the DNS servers of the cluster: names do not resolve there`,
  }),
  blockInPodNetwork: defineFinding({
    code: 'network-policy/block-in-pod-network',
    severity: 'warning',
    summary: 'A block is in the pod network.',
    why: 'Addresses of pods change with every restart: the block means whatever pods have them next.',
    fix: 'select the pods by their labels with podSelector and namespaceSelector',
    message: (text: string, network: string) =>
      `'${text}' is in the pod network ${network}, where pods get other addresses all the time`,
  }),
  blockInServiceNetwork: defineFinding({
    code: 'network-policy/block-in-service-network',
    severity: 'warning',
    summary: 'A block is in the service network.',
    why: 'Policies see the address of the pod that a ClusterIP leads to, never the ClusterIP. The block matches nothing.',
    ineffective: 'empty',
    fix: 'select the pods behind the Service with podSelector and namespaceSelector, or write the addresses of its endpoints',
    message: (text: string, network: string) =>
      `'${text}' is in the service network ${network}, but policies see the address of a pod instead of the ClusterIP, so the block matches nothing`,
  }),
  exceptionInServiceNetwork: defineFinding({
    code: 'network-policy/exception-in-service-network',
    severity: 'warning',
    summary: 'An exception of a block is in the service network.',
    why: 'Policies see the address of the pod that a ClusterIP leads to, never the ClusterIP. The Services stay reachable by the block.',
    fix: 'write the pod networks as exceptions, and allow single pods in another rule',
    message: (text: string, network: string) =>
      `the exception '${text}' is in the service network ${network}, but policies see the address of a pod instead of the ClusterIP, so the block still allows the Services`,
  }),
  rulesWithoutType: defineFinding<[direction: Direction, types: readonly Direction[]]>({
    code: 'network-policy/rules-without-type',
    severity: 'warning',
    summary: 'A policy has rules for a direction that its policyTypes do not list.',
    why: 'The policy does not isolate its pods in that direction, so the rules restrict nothing.',
    fix: 'add the direction to policyTypes, or remove the rules',
    message: (direction, types) =>
      `policyTypes lists only ${types.join()}, expected ${direction} for the rules of '${fieldOf(direction)}', so the rules restrict nothing`,
    help: (direction) => `add ${direction} to policyTypes, or remove the rules`,
  }),
  emptyListWithoutType: defineFinding<[direction: Direction, types: readonly Direction[]]>({
    code: 'network-policy/empty-list-without-type',
    severity: 'warning',
    summary: 'A policy has an empty list of rules for a direction that it does not isolate.',
    why: 'Only policyTypes closes a direction without rules, so the list denies nothing.',
    fix: 'add the direction to policyTypes, or remove the list',
    message: (direction, types) =>
      `'${fieldOf(direction)}' is empty, but the policy isolates only ${types.join()}, so it denies no ${fieldOf(direction)} traffic`,
    help: (direction) => `add ${direction} to policyTypes, or remove the list`,
  }),
};

function lost(joinsBlocks: boolean): string {
  return joinsBlocks ? 'no ipBlock of the rule has an effect' : 'the ipBlock has no effect';
}

function fieldOf(direction: Direction): string {
  return direction.toLowerCase();
}
