import { defineFinding } from '../../model/catalogue.js';
import { quote } from '../../std/quote.js';

/** Findings about the objects that hand out addresses: address pools, their reservations and network attachments. */
export const messages = {
  badPoolRange: defineFinding({
    code: 'ip-pool/bad-range',
    severity: 'warning',
    summary: 'The range of an IPPool is not a CIDR.',
    why: 'Allocations are offsets in the range, so their addresses are unknown.',
    fix: 'set spec.range to a network such as 192.168.20.0/24, as whereabouts does',
    message: (text: string) =>
      `spec.range is ${quote(text)}, expected a CIDR, so the allocations of the pool are unknown`,
  }),
  hostBits: defineFinding({
    code: 'ip-pool/host-bits',
    severity: 'warning',
    summary: 'The range of an IPPool has host bits set.',
    why: 'whereabouts counts allocations from this address, not from the network address.',
    fix: 'use the network address, as whereabouts does',
    message: (text: string, network: string) =>
      `'${text}' has host bits set, so allocations are counted from this address, not from ${network}`,
    help: (_text, network) => `use ${network}, as whereabouts does`,
  }),
  rejectedNetwork: defineFinding({
    code: 'attachment/rejected-network',
    severity: 'warning',
    summary: 'OVN-Kubernetes rejects a network attachment.',
    why: 'OVN-Kubernetes does not create the network, and pods that request it do not start.',
    fix: 'correct spec.config',
    message: (title: string, why: string) =>
      `error parsing Network Attachment Definition ${title}: ${why.slice(0, 200)}`,
  }),
  badRange: defineFinding({
    code: 'attachment/bad-range',
    severity: 'warning',
    summary: 'whereabouts cannot allocate addresses from a range.',
    why: 'Weir does not find conflicts with addresses of the range.',
    fix: 'use a network such as 192.168.20.0/24, or 192.168.20.10-192.168.20.99/24',
    message: (text: string, why: string) => `range ${quote(text)} is invalid: ${why}`,
  }),
  badExclusion: defineFinding({
    code: 'attachment/bad-exclude',
    severity: 'warning',
    summary: 'An entry of exclude is neither a network nor an address.',
    why: 'whereabouts allocates no address from the range.',
    fix: 'use a network such as 192.168.20.16/28, or an address',
    message: (text: string) => `expected a network or an address in 'exclude', found ${quote(text)}`,
  }),
  badAttachment: defineFinding({
    code: 'attachment/bad-config',
    severity: 'warning',
    summary: 'The CNI configuration of a network attachment is invalid.',
    why: 'Weir assumes that the network allocates no addresses, and does not find conflicts with them.',
    fix: 'set spec.config to a CNI configuration in JSON',
    message: (why: string) => `spec.config is invalid: ${why}`,
  }),
};
