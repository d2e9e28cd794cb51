import type { Family } from '../../../net/address.js';

/** Returns a family as in matches (ovn-sb(5)), and in identities of router policies, QoS rules and NATs. */
export function protocolOf(family: Family): 'ip4' | 'ip6' {
  return family === 'IPv4' ? 'ip4' : 'ip6';
}
