import { findingsOf } from '../diagnostics/findings-of.js';
import type { Finding } from '../model/diagnostic.js';
import type { Family } from '../net/address.js';
import { type WrittenCIDR, formatPrefix, parseCIDR } from '../net/prefix.js';

/** What is said of CIDRs, of whichever kind. */
export interface CIDRMessages {
  readonly mappedCIDR: (text: string, ipv4: string) => Finding;
  readonly leadingZeros: (text: string, plain: string) => Finding;
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
        `'${text}' writes an IPv4 network in IPv6 form, which OVN does not read: the rule has no effect, and the live controllers do not say so`,
        `write ${ipv4}`,
      ),
    leadingZeros: (text, plain) =>
      finding(
        'leading-zeros',
        'rejected',
        `'${text}' has a prefix length with leading zeros, which OVN does not read: the rule has no effect, and the live controllers do not say so`,
        `write ${plain}`,
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

/**
 * A destination as the live controllers read it (Go's `net.ParseCIDR`); undefined where it is none to them. With `unread`
 * they take it, and OVN refuses the match that they make of it: the rule has no effect and all others keep theirs.
 */
export function readDestination(
  text: string,
  messages: CIDRMessages,
): WrittenCIDR | { readonly unread: Finding } | undefined {
  const plain = text.replace(/\/0+(?=[0-9])/, '/');
  const cidr = parseCIDR(plain);
  if (cidr?.mapped === true) return { unread: messages.mappedCIDR(text, formatPrefix(cidr.prefix)) };
  // All of IPv4 is a part of it. That the rest is IPv6 is lost on those who ask for the family of its address.
  if (!cidr && isWiderThanMapped(plain)) return { unread: messages.mappedCIDR(text, '0.0.0.0/0') };
  if (cidr && plain !== text) return { unread: messages.leadingZeros(text, plain) };
  return cidr;
}

/** Whether an IPv4-mapped address stands before a prefix length that leaves more open than an IPv4 address. */
function isWiderThanMapped(text: string): boolean {
  const slash = text.indexOf('/');
  if (!/^[0-9]{1,2}$/.test(text.slice(slash + 1)) || Number(text.slice(slash + 1)) >= 96) return false;
  return parseCIDR(`${text.slice(0, slash)}/96`)?.mapped === true;
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
