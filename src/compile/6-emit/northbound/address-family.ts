import type { Family } from '../../../net/address.js';

/** How matches (ovn-sb(5)), and identities of router policies, QoS rules and NATs, spell a family. */
export function protocolOf(family: Family): 'ip4' | 'ip6' {
  return family === 'IPv4' ? 'ip4' : 'ip6';
}
