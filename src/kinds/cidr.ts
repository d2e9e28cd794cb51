import { findingsOf } from '../diagnostics/findings-of.js';
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
  const finding = findingsOf(kind);
  return {
    mappedCIDR: (text, ipv4) =>
      finding(
        'mapped-cidr',
        'rejected',
        `'${text}' writes an IPv4 network in IPv6 form, which OVN does not read`,
        `write ${ipv4}`,
      ),
    hostBits: (text, network) =>
      finding(
        'host-bits',
        'warning',
        `'${text}' has bits behind its prefix: it means ${network}`,
        `write ${network}, or a longer prefix if you meant less`,
      ),
    familyOff: (text, family) =>
      finding(
        'family-off',
        'warning',
        `'${text}' is ${family}, which the cluster does not have: the rule matches nothing`,
        `add ${family} to ipFamilies in weir.yaml, or remove the rule`,
      ),
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
