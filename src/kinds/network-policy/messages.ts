import { defineFinding } from '../../model/catalogue.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { defineCIDRMessages } from '../cidr.js';

const { hostBits, familyOff } = defineCIDRMessages('network-policy');

export const messages = {
  hostBits,
  familyOff,
  mappedCIDR: defineFinding<[text: string, ipv4: string]>({
    code: 'network-policy/mapped-cidr',
    severity: 'rejected',
    summary: 'A CIDR writes an IPv4 network in IPv6 form.',
    why: 'OVN does not parse the match that all blocks of the rule share, so none of them has an effect, and the live controllers do not report it.',
    mend: 'write the network in IPv4 form',
    message: (text) =>
      `'${text}' is an IPv4 network in IPv6 form: OVN cannot parse it, so no ipBlock of the rule has an effect, and the live controllers do not report it`,
    help: (_text, ipv4) => `write ${ipv4}`,
  }),
  leadingZeros: defineFinding<[text: string, plain: string]>({
    code: 'network-policy/leading-zeros',
    severity: 'rejected',
    summary: 'A CIDR has leading zeros.',
    why: 'OVN does not parse the match that all blocks of the rule share, so none of them has an effect, and the live controllers do not report it.',
    mend: 'write the CIDR without leading zeros',
    message: (text) =>
      `'${text}' has leading zeros: OVN cannot parse it, so no ipBlock of the rule has an effect, and the live controllers do not report it`,
    help: (_text, plain) => `write ${plain}`,
  }),
  badCIDR: defineFinding({
    code: 'network-policy/bad-cidr',
    severity: 'error',
    summary: 'A block of a rule is not a CIDR.',
    why: 'The API server refuses the object.',
    mend: 'write an address and a prefix length, for example 203.0.113.0/24',
    message: (text: string) => `'${text}' is not a CIDR`,
  }),
  badSelector: defineFinding({
    code: 'network-policy/bad-selector',
    severity: 'error',
    summary: 'A selector of the policy is invalid.',
    why: 'The API server refuses the object.',
    mend: SELECTOR_ADVICE,
    message: (why: string) => `the selector is invalid: ${why}`,
  }),
  mixedPeer: defineFinding({
    code: 'network-policy/mixed-peer',
    severity: 'error',
    summary: 'A peer has a block and a selector.',
    why: 'The API server refuses the object: a peer is a block or pods, never both.',
    mend: 'write the ipBlock and the selector as two entries of the list',
    message: () => 'the peer has both an ipBlock and a selector',
  }),
  exceptOutside: defineFinding({
    code: 'network-policy/except-outside',
    severity: 'error',
    summary: 'An exception is not inside its block.',
    why: 'The API server refuses the object.',
    mend: 'write a smaller network inside the cidr, or remove the exception',
    message: (text: string, cidr: string) => `the exception '${text}' is not inside '${cidr}'`,
  }),
  endPortWithoutNumber: defineFinding({
    code: 'network-policy/end-port-without-number',
    severity: 'error',
    summary: 'A port range does not begin with a number.',
    why: 'The API server refuses the object.',
    mend: 'write the first port of the range as a number',
    message: () => 'endPort needs a numeric port',
  }),
  endPortBelowPort: defineFinding({
    code: 'network-policy/end-port-below-port',
    severity: 'error',
    summary: 'The end of a port range is below its start.',
    why: 'The API server refuses the object.',
    mend: 'write the lower port as port and the higher one as endPort',
    message: (endPort: number, port: number) => `endPort ${endPort} is below port ${port}`,
  }),
  userDefinedNetwork: defineFinding({
    code: 'network-policy/user-defined-network',
    severity: 'rejected',
    summary: 'The pods of the namespace are on a user-defined network.',
    why: 'Weir compiles the default network only, so the policy is left out.',
    mend: 'leave the policy to the live controllers, or put the pods on the default network',
    message: (network: string) =>
      `the pods of the namespace are on the user-defined network ${network}, which Weir does not compile: the policy is left out`,
  }),
};
