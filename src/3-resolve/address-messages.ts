import type { Finding } from '../model/diagnostic.js';
import { quote } from '../text/quote.js';

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
  badAttachment: (why: string): Finding =>
    warning(
      'attachment/bad-config',
      `spec.config is not usable: ${why}`,
      'write a CNI configuration in JSON; Weir goes on as if the network handed out no addresses',
    ),
};
