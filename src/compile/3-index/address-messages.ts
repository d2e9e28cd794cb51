import { defineFinding } from '../../model/catalogue.js';
import { quote } from '../../std/quote.js';

/** What is said of the objects that hand out addresses: address pools, their reservations and network attachments. */
export const messages = {
  badPoolRange: defineFinding({
    code: 'ip-pool/bad-range',
    severity: 'warning',
    summary: 'The range of an IPPool is not a CIDR.',
    why: 'The allocations of the pool are offsets into the range, so their addresses are not known.',
    mend: 'write spec.range as a network such as 192.168.20.0/24, as whereabouts does',
    message: (text: string) => `${quote(text)} is not a CIDR: the allocations of the pool are not known`,
    help: () => 'spec.range is a network such as 192.168.20.0/24; whereabouts writes it',
  }),
  hostBits: defineFinding({
    code: 'ip-pool/host-bits',
    severity: 'warning',
    summary: 'The range of an IPPool has host bits set.',
    why: 'Allocations are counted from the address as written, not from its network.',
    mend: 'write the network, as whereabouts does',
    message: (text: string, network: string) =>
      `'${text}' has bits behind its prefix: its allocations are counted from that address, not from ${network}`,
    help: (_text, network) => `write ${network}, as whereabouts does`,
  }),
  refusedNetwork: defineFinding({
    code: 'attachment/refused-network',
    severity: 'warning',
    summary: 'OVN-Kubernetes does not make the network of an attachment.',
    why: 'Pods that ask for it do not start.',
    mend: 'correct spec.config: pods that ask for the network do not start until then',
    message: (title: string, why: string) =>
      `error parsing Network Attachment Definition ${title}: ${why.slice(0, 200)}`,
    help: () => 'OVN-Kubernetes does not make the network; pods that ask for it do not start',
  }),
  badRange: defineFinding({
    code: 'attachment/bad-range',
    severity: 'warning',
    summary: 'A range is not one that whereabouts can allocate from.',
    why: 'Conflicts with addresses of the range are not found.',
    mend: 'write a network such as 192.168.20.0/24, or 192.168.20.10-192.168.20.99/24',
    message: (text: string, why: string) => `${quote(text)} is no range that whereabouts can give away: ${why}`,
  }),
  badExclusion: defineFinding({
    code: 'attachment/bad-exclude',
    severity: 'warning',
    summary: 'An entry of exclude is neither a network nor an address.',
    why: 'whereabouts allocates nothing from the range.',
    mend: 'write a network such as 192.168.20.16/28, or one address; whereabouts gives no address away until then',
    message: (text: string) => `${quote(text)} in exclude is no network and no address`,
  }),
  badAttachment: defineFinding({
    code: 'attachment/bad-config',
    severity: 'warning',
    summary: 'The CNI configuration of a network attachment is invalid.',
    why: 'Conflicts with addresses that the network hands out are not found.',
    mend: 'write a CNI configuration in JSON; Weir goes on as if the network handed out no addresses',
    message: (why: string) => `spec.config is not usable: ${why}`,
  }),
};
