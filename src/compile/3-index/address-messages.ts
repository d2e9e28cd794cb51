import { defineFinding } from '../../model/catalogue.js';
import { quote } from '../../std/quote.js';

/** Findings about the objects that hand out addresses: address pools, their reservations and network attachments. */
export const messages = {
  badPoolRange: defineFinding({
    code: 'ip-pool/bad-range',
    severity: 'warning',
    summary: 'The range of an IPPool is not a CIDR.',
    why: 'The allocations of the pool are offsets into the range, so their addresses are not known.',
    fix: 'write spec.range as a network such as 192.168.20.0/24, as whereabouts does',
    message: (text: string) => `${quote(text)} is not a CIDR: the allocations of the pool are unknown`,
  }),
  hostBits: defineFinding({
    code: 'ip-pool/host-bits',
    severity: 'warning',
    summary: 'The range of an IPPool has host bits set.',
    why: 'Allocations are counted from the address as written, not from its network.',
    fix: 'write the network, as whereabouts does',
    message: (text: string, network: string) =>
      `'${text}' has host bits set: allocations are counted from that address, not from ${network}`,
    help: (_text, network) => `write ${network}, as whereabouts does`,
  }),
  rejectedNetwork: defineFinding({
    code: 'attachment/rejected-network',
    severity: 'warning',
    summary: 'OVN-Kubernetes does not make the network of an attachment.',
    why: 'Pods that ask for it do not start.',
    fix: 'correct spec.config: OVN-Kubernetes does not create the network, and pods that request it do not start',
    message: (title: string, why: string) =>
      `error parsing Network Attachment Definition ${title}: ${why.slice(0, 200)}`,
  }),
  badRange: defineFinding({
    code: 'attachment/bad-range',
    severity: 'warning',
    summary: 'A range is not one that whereabouts can allocate from.',
    why: 'Conflicts with addresses of the range are not found.',
    fix: 'write a network such as 192.168.20.0/24, or 192.168.20.10-192.168.20.99/24',
    message: (text: string, why: string) => `${quote(text)} is not a range that whereabouts can allocate from: ${why}`,
  }),
  badExclusion: defineFinding({
    code: 'attachment/bad-exclude',
    severity: 'warning',
    summary: 'An entry of exclude is neither a network nor an address.',
    why: 'whereabouts allocates nothing from the range.',
    fix: 'write a network such as 192.168.20.16/28, or one address; whereabouts allocates no address until then',
    message: (text: string) => `${quote(text)} in exclude is neither a network nor an address`,
  }),
  badAttachment: defineFinding({
    code: 'attachment/bad-config',
    severity: 'warning',
    summary: 'The CNI configuration of a network attachment is invalid.',
    why: 'Conflicts with addresses that the network hands out are not found.',
    fix: 'write a CNI configuration in JSON; until then Weir assumes that the network allocates no addresses',
    message: (why: string) => `spec.config is invalid: ${why}`,
  }),
};
