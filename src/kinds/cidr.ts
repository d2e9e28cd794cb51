import type { Finding } from '../model/diagnostic.js';
import type { Family } from '../net/address.js';
import { type WrittenCIDR, formatPrefix } from '../net/prefix.js';

/** What is said of CIDRs, of whichever kind. */
export interface CIDRMessages {
  readonly mappedCIDR: (text: string, ipv4: string) => Finding;
  readonly hostBits: (text: string, network: string) => Finding;
  readonly familyOff: (text: string, family: string) => Finding;
}

/** The messages of a kind about its CIDRs; `kind` is the first part of their codes. */
export function cidrMessages(kind: string): CIDRMessages {
  return {
    mappedCIDR: (text, ipv4) => ({
      code: `${kind}/mapped-cidr`,
      severity: 'rejected',
      message: `'${text}' writes an IPv4 network in IPv6 form, which OVN does not read`,
      help: `write ${ipv4}`,
    }),
    hostBits: (text, network) => ({
      code: `${kind}/host-bits`,
      severity: 'warning',
      message: `'${text}' has bits behind its prefix: it means ${network}`,
      help: `write ${network}, or a longer prefix if you meant less`,
    }),
    familyOff: (text, family) => ({
      code: `${kind}/family-off`,
      severity: 'warning',
      message: `'${text}' is ${family}, which the cluster does not have: the rule matches nothing`,
      help: `add ${family} to ipFamilies in weir.yaml, or remove the rule`,
    }),
  };
}

/** What is suspicious about a destination that compiles: bits behind its prefix, a family that the cluster lacks. */
export function suspectCIDR(
  text: string,
  { prefix, address }: WrittenCIDR,
  families: readonly Family[],
  messages: CIDRMessages,
): Finding[] {
  return [
    ...(address.value === prefix.base ? [] : [messages.hostBits(text, formatPrefix(prefix))]),
    ...(families.includes(prefix.family) ? [] : [messages.familyOff(text, prefix.family)]),
  ];
}
