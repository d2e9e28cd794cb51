import type { MatchSubject } from './subject.js';

type Fields = Pick<MatchSubject, 'number'>;
type Predicate = (fields: Fields) => boolean;

const ICMP = 1n;
const ICMP6 = 58n;

const has =
  (field: string): Predicate =>
  ({ number }) =>
    number(field) !== undefined;
const carries =
  (...protocols: readonly bigint[]): Predicate =>
  ({ number }) =>
    protocols.some((protocol) => number('ip.proto') === protocol);
const isICMP6 =
  (...types: readonly bigint[]): Predicate =>
  ({ number }) =>
    number('ip.proto') === ICMP6 && types.some((type) => number('icmp6.type') === type);
/** Returns a predicate that is true if the bits of a field from `low` on equal `value`. */
const starts =
  (field: string, low: bigint, value: bigint): Predicate =>
  ({ number }) => {
    const whole = number(field);
    return whole !== undefined && whole >> low === value;
  };

/** Predicates of an IP packet. See ovn-sb(5), "Logical_Flow match", "Predicates". */
const PREDICATES: ReadonlyMap<string, Predicate> = new Map<string, Predicate>([
  ['ip', has('ip.proto')],
  ['ip4', has('ip4.src')],
  ['ip6', has('ip6.src')],
  ['icmp', carries(ICMP, ICMP6)],
  ['icmp4', carries(ICMP)],
  ['icmp6', carries(ICMP6)],
  ['igmp', carries(2n)],
  ['tcp', carries(6n)],
  ['udp', carries(17n)],
  ['sctp', carries(132n)],
  ['nd', isICMP6(135n, 136n)],
  ['nd_ns', isICMP6(135n)],
  ['nd_na', isICMP6(136n)],
  ['nd_rs', isICMP6(133n)],
  ['nd_ra', isICMP6(134n)],
  ['mldv1', isICMP6(130n, 131n, 132n)],
  ['mldv2', isICMP6(143n)],
  ['ip4.mcast', starts('ip4.dst', 28n, 0xen)],
  ['ip4.src_mcast', starts('ip4.src', 28n, 0xen)],
  ['ip6.mcast', starts('ip6.dst', 120n, 0xffn)],
  ['arp', () => false],
  ['rarp', () => false],
  ['vlan.present', () => false],
  ['ip.is_frag', () => false],
  ['ip.later_frag', () => false],
  ['ip.first_frag', () => false],
  ['eth.bcast', () => false],
  ['eth.mcastv6', () => false],
  ['ip6.mcast_rsvd', () => false],
  ['ip6.mcast_all_nodes', ({ number }) => number('ip6.dst') === (0xff02n << 112n) + 1n],
  ['ip6.mcast_all_rtrs', ({ number }) => number('ip6.dst') === (0xff02n << 112n) + 2n],
  ['ip6.mcast_sol_node', starts('ip6.dst', 24n, (0xff02n << 88n) + 0x1ffn)],
  ['ip6.mcast_flood', starts('ip6.dst', 120n, 0xffn)],
]);

/** Returns the value of a predicate for a packet, or undefined if the name is not a predicate. */
export function isPredicateOf(name: string, fields: Fields): boolean | undefined {
  return PREDICATES.get(name)?.(fields);
}
