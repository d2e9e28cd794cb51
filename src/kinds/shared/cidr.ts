import { defineFinding } from '../../model/catalogue.js';
import type { Finding } from '../../model/diagnostic.js';
import type { Family } from '../../net/address.js';
import { type WrittenCIDR, formatPrefix, hasHostBits, parseCIDR } from '../../net/prefix.js';

/** Findings about CIDRs that all kinds share. */
export type CIDRMessages = ReturnType<typeof defineCIDRMessages>;

/**
 * Returns the findings of a kind about its CIDRs. `kind`: the first part of their codes. `isRule`: true if a rule of
 * the kind matches a CIDR only.
 */
export function defineCIDRMessages(kind: string, { isRule = false } = {}) {
  const ineffective = isRule ? { ineffective: 'unmatched' as const } : {};
  return {
    mappedCIDR: defineFinding<[text: string, ipv4: string]>({
      code: `${kind}/mapped-cidr`,
      severity: 'rejected',
      summary: 'A CIDR writes an IPv4 network in IPv6 form.',
      why: 'OVN cannot parse it, so the rule has no effect. The live controllers do not report it.',
      ...ineffective,
      fix: 'use the network in IPv4 form',
      message: (text) =>
        `expected an IPv4 network, found '${text}' in IPv6 form, so OVN cannot parse it, the rule has no effect, and the live controllers do not report it`,
      help: (_text, ipv4) => `use ${ipv4}`,
      // It may stand for more than IPv4.
      replacement: (_text, ipv4) => (ipv4 === '0.0.0.0/0' ? undefined : ipv4),
    }),
    leadingZeros: defineFinding<[text: string, plain: string]>({
      code: `${kind}/leading-zeros`,
      severity: 'rejected',
      summary: 'The prefix length of a CIDR has leading zeros.',
      why: 'OVN cannot parse it, so the rule has no effect. The live controllers do not report it.',
      ...ineffective,
      fix: 'use the prefix length without leading zeros',
      message: (text) =>
        `expected a prefix length without leading zeros, found '${text}', so OVN cannot parse it, the rule has no effect, and the live controllers do not report it`,
      help: (_text, plain) => `use ${plain}`,
      replacement: (_text, plain) => plain,
    }),
    hostBits: defineFinding({
      code: `${kind}/host-bits`,
      severity: 'warning',
      summary: 'A CIDR has host bits set.',
      why: 'The rule matches the whole network.',
      fix: 'use the network address, or a longer prefix to match less',
      message: (text: string, network: string) => `'${text}' has host bits set, so it matches all of ${network}`,
      help: (_text, network) => `use ${network}, or a longer prefix to match less`,
      replacement: (_text, network) => network,
    }),
    familyOff: defineFinding({
      code: `${kind}/family-off`,
      severity: 'warning',
      summary: 'A rule is for an IP family that the cluster does not use.',
      why: 'The rule matches nothing.',
      ...ineffective,
      fix: 'add the IP family to ipFamilies in weir.yaml, or remove the rule',
      message: (text: string, family: string) =>
        `'${text}' is ${family}, which the cluster does not use, so the rule matches nothing`,
      help: (_text, family) => `add ${family} to ipFamilies in weir.yaml, or remove the rule`,
    }),
  };
}

/**
 * Returns a destination as the live controllers read it (Go's `net.ParseCIDR`), or undefined if they refuse it. With
 * `unread` they take it, and OVN refuses the match that they make of it: the rule has no effect and all others keep
 * theirs.
 */
export function readDestination(
  text: string,
  messages: CIDRMessages,
): WrittenCIDR | { readonly unread: Finding } | undefined {
  const cidr = parseCIDR(text);
  if (cidr) return cidr.mapped ? { unread: messages.mappedCIDR(text, formatPrefix(cidr.prefix)) } : cidr;
  const plain = text.replace(/\/0+(?=[0-9])/, '/');
  const meant = plain === text ? undefined : parseCIDR(plain);
  if (meant?.mapped === true) return { unread: messages.mappedCIDR(text, formatPrefix(meant.prefix)) };
  // It contains all of IPv4. The family of its address does not show that the rest is IPv6.
  if (!meant && isWiderThanMapped(plain)) return { unread: messages.mappedCIDR(text, '0.0.0.0/0') };
  return meant && { unread: messages.leadingZeros(text, plain) };
}

/** Returns true if an IPv4-mapped address stands before a prefix length that leaves more open than an IPv4 address. */
function isWiderThanMapped(text: string): boolean {
  const slash = text.indexOf('/');
  if (!/^[0-9]{1,2}$/.test(text.slice(slash + 1)) || Number(text.slice(slash + 1)) >= 96) return false;
  return parseCIDR(`${text.slice(0, slash)}/96`)?.mapped === true;
}

/** Reports what is suspicious about a valid destination: host bits, or a family that the cluster lacks. */
export function suspectCIDR(
  text: string,
  cidr: WrittenCIDR,
  families: readonly Family[],
  messages: Pick<CIDRMessages, 'hostBits' | 'familyOff'>,
): readonly Finding[] {
  const { prefix } = cidr;
  const isOff = !families.includes(prefix.family);
  if (!hasHostBits(cidr)) return isOff ? [messages.familyOff(text, prefix.family)] : NO_FINDINGS;
  const hostBits = messages.hostBits(text, formatPrefix(prefix));
  return isOff ? [hostBits, messages.familyOff(text, prefix.family)] : [hostBits];
}

const NO_FINDINGS: readonly Finding[] = [];
