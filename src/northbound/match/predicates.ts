import { memoize } from '../../std/memoize.js';
import { type Expression, parseMatch } from './expression.js';

/** Matches that define predicates and subfields. See ovn-sb(5), "Logical_Flow match", and OVN's `ovn_init_symtab`. */
const DEFINITIONS: Readonly<Record<string, string>> = {
  'eth.bcast': 'eth.dst == ff:ff:ff:ff:ff:ff',
  'eth.mcast': 'eth.dst[40]',
  'eth.mcastv6': 'eth.dst[32..47] == 0x3333',
  'vlan.present': 'vlan.tci[12]',
  arp: 'eth.type == 0x806',
  rarp: 'eth.type == 0x8035',
  ip: 'ip4 || ip6',
  ip4: 'eth.type == 0x800',
  ip6: 'eth.type == 0x86dd',
  'ip.is_frag': 'ip.frag[0]',
  'ip.later_frag': 'ip.frag[1]',
  'ip.first_frag': 'ip.is_frag && !ip.later_frag',
  'ip4.src_mcast': 'ip4.src == 224.0.0.0/4',
  'ip4.mcast': 'eth.mcast && ip4.dst == 224.0.0.0/4',
  'ip6.mcast': 'eth.mcastv6 && ip6.dst == ff00::/8',
  // Group 0 in each scope (RFC 4291 §2.7.1).
  'ip6.mcast_rsvd': 'ip6.dst[116..127] == 0xff0 && ip6.dst[0..111] == 0',
  'ip6.mcast_all_nodes': 'ip6.dst == {ff01::1, ff02::1}',
  'ip6.mcast_all_rtrs': 'ip6.dst == {ff01::2, ff02::2, ff05::2}',
  'ip6.mcast_sol_node': 'ip6.dst == ff02::1:ff00:0/104',
  'ip6.mcast_flood':
    'eth.mcastv6 && (ip6.mcast_rsvd || ip6.mcast_all_nodes || ip6.mcast_all_rtrs || ip6.mcast_sol_node)',
  tcp: 'ip.proto == 6',
  udp: 'ip.proto == 17',
  sctp: 'ip.proto == 132',
  igmp: 'ip.proto == 2 && ip4.mcast',
  icmp: 'icmp4 || icmp6',
  icmp4: 'ip.proto == 1 && ip4',
  icmp6: 'ip.proto == 58 && ip6',
  // Routers do not forward Neighbor Discovery (RFC 4861 §7.1).
  nd: 'nd_ns || nd_na',
  nd_rs: 'icmp6.type == 133 && icmp6.code == 0 && ip.ttl == 255',
  nd_ra: 'icmp6.type == 134 && icmp6.code == 0 && ip.ttl == 255',
  nd_ns: 'icmp6.type == 135 && icmp6.code == 0 && ip.ttl == 255',
  nd_na: 'icmp6.type == 136 && icmp6.code == 0 && ip.ttl == 255',
  // From link-local addresses (RFC 2710 §3), or to all routers that support MLDv2 (RFC 3810 §5.2.14).
  mldv1: 'icmp6.type == {130, 131, 132} && ip6.src == fe80::/10 && eth.mcastv6',
  mldv2: 'icmp6.type == 143 && ip6.dst == ff02::16 && eth.mcastv6',
};

/** Returns the match that defines a predicate or subfield, or undefined for any other name. */
export const predicateDefinitionOf = memoize((name: string): Expression | undefined => {
  const text = Object.hasOwn(DEFINITIONS, name) ? DEFINITIONS[name] : undefined;
  return text === undefined ? undefined : parseMatch(text);
});
