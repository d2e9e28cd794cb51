import { defineFinding } from '../../model/catalogue.js';
import type { Direction } from '../../model/intent/policy.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { defineCIDRMessages } from '../shared/cidr.js';
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
    why: 'OVN cannot parse the match, so the block has no effect. In newer releases, no block of the rule has an effect. The live controllers do not report it.',
    fix: 'use the network in IPv4 form',
    message: (text, _ipv4, joinsBlocks) =>
      `expected an IPv4 network, found '${text}' in IPv6 form, so OVN cannot parse it, ${lost(joinsBlocks)}, and the live controllers do not report it`,
    help: (_text, ipv4) => `use ${ipv4}`,
    replacement: (_text, ipv4) => ipv4,
  }),
  leadingZeros: defineFinding<[text: string, plain: string, joinsBlocks: boolean]>({
    code: 'network-policy/leading-zeros',
    severity: 'rejected',
    summary: 'A CIDR has leading zeros.',
    why: 'OVN cannot parse the match, so the block has no effect. In newer releases, no block of the rule has an effect. The live controllers do not report it.',
    fix: 'use the CIDR without leading zeros',
    message: (text, _plain, joinsBlocks) =>
      `expected a CIDR without leading zeros, found '${text}', so OVN cannot parse it, ${lost(joinsBlocks)}, and the live controllers do not report it`,
    help: (_text, plain) => `use ${plain}`,
    replacement: (_text, plain) => plain,
  }),
  badCIDR: defineFinding({
    code: 'network-policy/bad-cidr',
    severity: 'error',
    summary: 'A block of a rule is not a CIDR.',
    why: 'The API server rejects the object.',
    fix: 'use an address with a prefix length, for example 203.0.113.0/24',
    message: (text: string) => `expected a CIDR, found '${text}'`,
  }),
  badSelector: defineFinding({
    code: 'network-policy/bad-selector',
    severity: 'error',
    summary: 'A selector of the policy is invalid.',
    why: 'The API server rejects the object.',
    fix: SELECTOR_ADVICE,
    message: (why: string) => `the selector is invalid: ${why}`,
  }),
  mixedPeer: defineFinding({
    code: 'network-policy/mixed-peer',
    severity: 'error',
    summary: 'A peer has both a block and a selector.',
    why: 'The API server rejects the object.',
    fix: 'use separate peers for the ipBlock and the selector',
    message: () => 'expected an ipBlock or a selector, found both',
  }),
  exceptOutside: defineFinding({
    code: 'network-policy/except-outside',
    severity: 'error',
    summary: 'An exception is not inside its block.',
    why: 'The API server rejects the object.',
    fix: 'use a smaller network inside the CIDR, or remove the exception',
    message: (text: string, cidr: string) => `the exception is '${text}', expected a network inside '${cidr}'`,
  }),
  endPortWithoutNumber: defineFinding({
    code: 'network-policy/end-port-without-number',
    severity: 'error',
    summary: 'A port range does not start with a number.',
    why: 'The API server rejects the object.',
    fix: 'set port to the first number of the range',
    message: () => 'endPort is set, expected a number as port',
  }),
  endPortBelowPort: defineFinding({
    code: 'network-policy/end-port-below-port',
    severity: 'error',
    summary: 'The end of a port range is below its start.',
    why: 'The API server rejects the object.',
    fix: 'use the lower port as port and the higher one as endPort',
    message: (endPort: number, port: number) => `endPort is ${endPort}, expected ${port} or more`,
  }),
  userDefinedNetwork: defineFinding({
    code: 'network-policy/user-defined-network',
    severity: 'rejected',
    summary: 'The pods of the namespace are on a user-defined network.',
    why: 'Weir compiles only the default network, so it skips the policy.',
    fix: 'exclude the policy from Weir, or move the pods to the default network',
    message: (network: string) =>
      `the pods of the namespace are on the user-defined network ${network}, which Weir does not compile, so the policy is skipped`,
  }),
  noPod: defineFinding<[advice: string | undefined]>({
    code: 'network-policy/no-pod-selected',
    severity: 'warning',
    summary: 'The policy selects no pod.',
    why: 'The policy has no effect.',
    ineffective: 'unmatched',
    fix: 'correct the pod selector or the labels of the pods in the namespace',
    message: () => 'podSelector selects no pod of the namespace, so the policy has no effect',
    help: (advice) => advice,
  }),
  noPeer: defineFinding<[advice: string | undefined]>({
    code: 'network-policy/no-peer-selected',
    severity: 'warning',
    summary: 'A peer of a rule selects no pod.',
    why: 'The peer allows nothing. A peer without namespaceSelector selects pods in the namespace of the policy.',
    fix: 'correct the selector or the labels of namespaces and pods',
    message: () => 'the peer selects no pod, so it allows nothing',
    help: (advice) => advice,
  }),
  withoutDNS: defineFinding({
    code: 'network-policy/without-dns',
    severity: 'warning',
    summary: 'A policy with egress rules denies pods access to the cluster DNS servers.',
    why: 'The pods cannot resolve names, so they cannot reach destinations by name.',
    fix: 'allow UDP and TCP 53 to the cluster DNS servers (5353 on OpenShift) in a policy',
    message: (pod: string) => `${pod} cannot reach the cluster DNS servers, because no policy allows it`,
  }),
  blockInPodNetwork: defineFinding({
    code: 'network-policy/block-in-pod-network',
    severity: 'warning',
    summary: 'A block is in the pod network.',
    why: 'Pods get different addresses when they restart, so the block may match different pods later.',
    fix: 'select the pods by their labels with podSelector and namespaceSelector',
    message: (text: string, network: string) =>
      `'${text}' is in the pod network ${network}, whose addresses change when pods restart, so the block may match different pods later`,
  }),
  blockInServiceNetwork: defineFinding({
    code: 'network-policy/block-in-service-network',
    severity: 'warning',
    summary: 'A block is in the service network.',
    why: 'Policies match the address of a pod instead of the ClusterIP, so the block matches nothing.',
    ineffective: 'unmatched',
    fix: 'select the pods of the Service with podSelector and namespaceSelector, or use the addresses of its endpoints',
    message: (text: string, network: string) =>
      `'${text}' is in the service network ${network}, but policies match the address of a pod instead of the ClusterIP, so the block matches nothing`,
  }),
  exceptionInServiceNetwork: defineFinding({
    code: 'network-policy/exception-in-service-network',
    severity: 'warning',
    summary: 'An exception of a block is in the service network.',
    why: 'Policies match the address of a pod instead of the ClusterIP, so the block still allows the Services.',
    fix: 'add the pod networks as exceptions, and allow individual pods in a separate rule',
    message: (text: string, network: string) =>
      `the exception '${text}' is in the service network ${network}, but policies match the address of a pod instead of the ClusterIP, so the block still allows the Services`,
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
    why: 'The list denies nothing, because policyTypes does not list the direction.',
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
