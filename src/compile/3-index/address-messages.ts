import type { Finding } from '../../model/diagnostic.js';
import { quote } from '../../std/quote.js';

const warning = (code: string, message: string, help: string): Finding => ({
  code,
  severity: 'warning',
  message,
  help,
});

/** What is said of the objects that hand out addresses: address pools, their reservations and network attachments. */
export const messages = {
  badPoolRange: (text: string): Finding =>
    warning(
      'ip-pool/bad-range',
      `${quote(text)} is not a CIDR: the allocations of the pool are not known`,
      'spec.range is a network such as 192.168.20.0/24; whereabouts writes it',
    ),
  hostBits: (text: string, network: string): Finding =>
    warning(
      'ip-pool/host-bits',
      `'${text}' has bits behind its prefix: its allocations are counted from that address, not from ${network}`,
      `write ${network}, as whereabouts does`,
    ),
  refusedNetwork: (title: string, why: string): Finding =>
    warning(
      'attachment/refused-network',
      `error parsing Network Attachment Definition ${title}: ${why.slice(0, 200)}`,
      'OVN-Kubernetes does not make the network; pods that ask for it do not start',
    ),
  badRange: (text: string, why: string): Finding =>
    warning(
      'attachment/bad-range',
      `${quote(text)} is no range that whereabouts can give away: ${why}`,
      'write a network such as 192.168.20.0/24, or 192.168.20.10-192.168.20.99/24',
    ),
  badExclusion: (text: string): Finding =>
    warning(
      'attachment/bad-exclude',
      `${quote(text)} in exclude is no network and no address`,
      'write a network such as 192.168.20.16/28, or one address; whereabouts gives no address away until then',
    ),
  badAttachment: (why: string): Finding =>
    warning(
      'attachment/bad-config',
      `spec.config is not usable: ${why}`,
      'write a CNI configuration in JSON; Weir goes on as if the network handed out no addresses',
    ),
};
