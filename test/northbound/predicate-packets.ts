import { fits } from '../../src/northbound/match/evaluate.js';
import { parseMatch, parseNumber } from '../../src/northbound/match/expression.js';
import { symbols } from '../../src/northbound/match/symbols.js';

/** Values of the fields of a packet, in the notation of a match. */
export type Fields = Readonly<Record<string, string>>;

const UNICAST = '0a:58:0a:80:02:05';
const IPV4: Fields = { 'eth.dst': UNICAST, 'eth.type': '0x800', 'ip4.src': '10.128.2.5', 'ip4.dst': '203.0.113.7' };
const IPV4_GROUP: Fields = { ...IPV4, 'eth.dst': '01:00:5e:01:01:01', 'ip4.dst': '239.1.1.1' };
const IPV6: Fields = { 'eth.dst': UNICAST, 'eth.type': '0x86dd', 'ip6.src': 'fd01::5', 'ip6.dst': '2001:db8::7' };
const UDP: Fields = { 'ip.proto': '17', 'ip.ttl': '64', 'ip.frag': '0', 'udp.src': '40000', 'udp.dst': '53' };

function toGroup(group: string, rest: Fields = UDP): Fields {
  const last = group.endsWith('::') ? '00:00:00:00' : '00:00:00:01';
  return { ...IPV6, ...rest, 'eth.dst': `33:33:${last}`, 'ip6.dst': group };
}
function icmp6(type: number, code = 0, ttl = 255): Fields {
  return { 'ip.proto': '58', 'ip.ttl': `${ttl}`, 'ip.frag': '0', 'icmp6.type': `${type}`, 'icmp6.code': `${code}` };
}
const linkLocal = (fields: Fields): Fields => ({ ...fields, 'ip6.src': 'fe80::1' });

const UDP6 = ['ip', 'ip6', 'udp'];
const ICMP6 = ['ip', 'ip6', 'icmp', 'icmp6'];
const GROUP6 = ['eth.mcastv6', 'ip6.mcast'];

/** Packets, and the predicates of a match that are true for them in OVN since 24.09. */
export const PACKETS: readonly (readonly [name: string, fields: Fields, predicates: readonly string[]])[] = [
  ['UDP', { ...IPV4, ...UDP }, ['ip', 'ip4', 'udp']],
  ['UDP to a group', { ...IPV4_GROUP, ...UDP }, ['ip', 'ip4', 'udp', 'ip4.mcast']],
  ['UDP to a group at a unicast MAC', { ...IPV4_GROUP, ...UDP, 'eth.dst': UNICAST }, ['ip', 'ip4', 'udp']],
  ['UDP from a group', { ...IPV4, ...UDP, 'ip4.src': '224.0.0.9' }, ['ip', 'ip4', 'udp', 'ip4.src_mcast']],
  ['TCP', { ...IPV4, 'ip.proto': '6', 'ip.ttl': '64' }, ['ip', 'ip4', 'tcp']],
  ['TCP in a VLAN', { ...IPV4, 'ip.proto': '6', 'vlan.tci': '0x1005' }, ['ip', 'ip4', 'tcp', 'vlan.present']],
  ['a later fragment', { ...IPV4, ...UDP, 'ip.frag': '3' }, ['ip', 'ip4', 'udp', 'ip.is_frag', 'ip.later_frag']],
  ['a first fragment', { ...IPV4, ...UDP, 'ip.frag': '1' }, ['ip', 'ip4', 'udp', 'ip.is_frag', 'ip.first_frag']],
  ['a broadcast', { ...IPV4, ...UDP, 'eth.dst': 'ff:ff:ff:ff:ff:ff' }, ['ip', 'ip4', 'udp', 'eth.bcast']],
  ['SCTP', { ...IPV4, 'ip.proto': '132', 'ip.ttl': '64' }, ['ip', 'ip4', 'sctp']],
  ['ICMP', { ...IPV4, 'ip.proto': '1', 'ip.ttl': '64' }, ['ip', 'ip4', 'icmp', 'icmp4']],
  ['protocol 58 in IPv4', { ...IPV4, 'ip.proto': '58', 'ip.ttl': '64' }, ['ip', 'ip4']],
  ['IGMP', { ...IPV4_GROUP, 'ip.proto': '2', 'ip.ttl': '1' }, ['ip', 'ip4', 'ip4.mcast', 'igmp']],
  ['protocol 2 to a host', { ...IPV4, 'ip.proto': '2', 'ip.ttl': '1' }, ['ip', 'ip4']],
  ['ARP', { 'eth.dst': UNICAST, 'eth.type': '0x806' }, ['arp']],
  ['RARP', { 'eth.dst': UNICAST, 'eth.type': '0x8035' }, ['rarp']],
  ['UDP over IPv6', { ...IPV6, ...UDP }, UDP6],
  ['protocol 1 in IPv6', { ...IPV6, 'ip.proto': '1', 'ip.ttl': '64' }, ['ip', 'ip6']],
  ['a reserved group', toGroup('ff0e::'), [...UDP6, ...GROUP6, 'ip6.mcast_rsvd', 'ip6.mcast_flood']],
  ['a reserved group with flags', toGroup('ff1e::'), [...UDP6, ...GROUP6]],
  ['all nodes of an interface', toGroup('ff01::1'), [...UDP6, ...GROUP6, 'ip6.mcast_all_nodes', 'ip6.mcast_flood']],
  ['all nodes of a link', toGroup('ff02::1'), [...UDP6, ...GROUP6, 'ip6.mcast_all_nodes', 'ip6.mcast_flood']],
  ['all routers of an interface', toGroup('ff01::2'), [...UDP6, ...GROUP6, 'ip6.mcast_all_rtrs', 'ip6.mcast_flood']],
  ['all routers of a link', toGroup('ff02::2'), [...UDP6, ...GROUP6, 'ip6.mcast_all_rtrs', 'ip6.mcast_flood']],
  ['all routers of a site', toGroup('ff05::2'), [...UDP6, ...GROUP6, 'ip6.mcast_all_rtrs', 'ip6.mcast_flood']],
  [
    'a group of a solicited node',
    toGroup('ff02::1:ff00:7', icmp6(135)),
    [...ICMP6, ...GROUP6, 'ip6.mcast_sol_node', 'ip6.mcast_flood', 'nd', 'nd_ns'],
  ],
  ['a group of users', toGroup('ff0e::101'), [...UDP6, ...GROUP6]],
  ['a group at a unicast MAC', { ...toGroup('ff02::1'), 'eth.dst': UNICAST }, [...UDP6, 'ip6.mcast_all_nodes']],
  ['a router solicitation', { ...IPV6, ...icmp6(133) }, [...ICMP6, 'nd_rs']],
  ['a router advertisement', { ...IPV6, ...icmp6(134) }, [...ICMP6, 'nd_ra']],
  ['a neighbour solicitation', { ...IPV6, ...icmp6(135) }, [...ICMP6, 'nd', 'nd_ns']],
  ['a neighbour advertisement', { ...IPV6, ...icmp6(136) }, [...ICMP6, 'nd', 'nd_na']],
  ...[133, 134, 135, 136].flatMap((type): (typeof PACKETS)[number][] => [
    [`type ${type} that a router forwarded`, { ...IPV6, ...icmp6(type, 0, 254) }, ICMP6],
    [`type ${type} with a code`, { ...IPV6, ...icmp6(type, 1) }, ICMP6],
  ]),
  ...[130, 131, 132].flatMap((type): (typeof PACKETS)[number][] => [
    [
      `type ${type} from a link-local address`,
      linkLocal(toGroup('ff0e::101', icmp6(type, 0, 1))),
      [...ICMP6, ...GROUP6, 'mldv1'],
    ],
    [`type ${type} from another address`, toGroup('ff0e::101', icmp6(type, 0, 1)), [...ICMP6, ...GROUP6]],
    [`type ${type} at a unicast MAC`, linkLocal({ ...IPV6, ...icmp6(type, 0, 1) }), ICMP6],
  ]),
  ['an MLDv2 report', toGroup('ff02::16', icmp6(143, 0, 1)), [...ICMP6, ...GROUP6, 'mldv2']],
  ['type 143 to another group', toGroup('ff02::17', icmp6(143, 0, 1)), [...ICMP6, ...GROUP6]],
];

/** All predicates of a match. */
export const predicates = [...symbols.values()].filter(({ isPredicate }) => isPredicate).map(({ name }) => name);

/** The predicates that are true for a packet in Weir. */
export function predicatesOf(fields: Fields): string[] {
  const subject = {
    number: (field: string) => (fields[field] === undefined ? undefined : parseNumber(fields[field]).value),
    port: () => undefined,
    isInAddressSet: () => false,
    isInPortGroup: () => false,
    isResident: () => true,
  };
  return predicates.filter((name) => {
    const match = parseMatch(name);
    return match !== undefined && fits(match, subject);
  });
}
