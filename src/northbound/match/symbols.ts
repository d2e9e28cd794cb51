/**
 * A name that a match may test. `bits` is 0 for a string. Ordinal fields can be ordered and split into bits, boolean
 * ones can be negated, and nominal ones only support tests for equality.
 */
export interface Symbol {
  readonly name: string;
  readonly bits: number;
  readonly level: 'ordinal' | 'boolean' | 'nominal';
  readonly isPredicate: boolean;
}

const ORDINAL = `
xxreg0/128 xxreg1/128 xreg0/64 xreg1/64 xreg2/64 xreg3/64 xreg4/64
reg0/32 reg1/32 reg2/32 reg3/32 reg4/32 reg5/32 reg6/32 reg7/32 reg8/32 reg9/32
flags/32 flags.loopback/1 flags.force_snat_for_dnat/1 flags.force_snat_for_lb/1 flags.skip_snat_for_lb/1
flags.use_snat_zone/1
ct_mark/32 ct_mark.blocked/1 ct_mark.natted/1 ct_mark.ecmp_reply_port/16 ct_mark.skip_snat/1 ct_mark.force_snat/1
ct_label/128 ct_label.ecmp_reply_eth/48 ct_label.label/32 ct_state/32
ct.new/1 ct.est/1 ct.rel/1 ct.rpl/1 ct.inv/1 ct.trk/1 ct.snat/1 ct.dnat/1
eth.src/48 eth.dst/48 eth.mcast/1 vlan.tci/16 vlan.pcp/3 vlan.vid/12 pkt.mark/32
ip4.src/32 ip4.dst/32 ip6.src/128 ip6.dst/128 ip6.label/20 ip.frag/2
arp.spa/32 arp.tpa/32 arp.sha/48 arp.tha/48 rarp.spa/32 rarp.tpa/32 rarp.sha/48 rarp.tha/48
nd.target/128 nd.sll/48 nd.tll/48
tcp.src/16 tcp.dst/16 tcp.flags/12 udp.src/16 udp.dst/16 sctp.src/16 sctp.dst/16`;

const NOMINAL = `
inport/0 outport/0 eth.type/16 ip.proto/8 ip.dscp/6 ip.ecn/2 ip.ttl/8 arp.op/16 rarp.op/16
icmp4.type/8 icmp4.code/8 icmp6.type/8 icmp6.code/8`;

const BOOLEAN_PREDICATES = `
eth.bcast eth.mcastv6 vlan.present ip4.src_mcast ip4.mcast ip6.mcast ip6.mcast_rsvd ip6.mcast_all_nodes
ip6.mcast_all_rtrs ip6.mcast_sol_node ip6.mcast_flood ip.is_frag ip.later_frag ip.first_frag`;

/** Predicates of nominal fields, which are therefore nominal, too: `!ip4` is not a match. */
const NOMINAL_PREDICATES = `
ip ip4 ip6 icmp icmp4 icmp6 igmp arp rarp nd nd_ns nd_na nd_rs nd_ra mldv1 mldv2 tcp udp sctp`;

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}

function fields(list: string, level: Symbol['level']): Symbol[] {
  return words(list).map((word) => {
    const [name = '', bits] = word.split('/');
    return { name, bits: Number(bits), level, isPredicate: false };
  });
}

function predicates(list: string, level: Symbol['level']): Symbol[] {
  return words(list).map((name) => ({ name, bits: 1, level, isPredicate: true }));
}

/**
 * Symbols by name that every OVN since 23.03 has, with their widths in bits. See ovn-sb(5) "Logical_Flow match".
 * Excludes `icmp4.frag_mtu` and `icmp6.frag_mtu`: they are for actions, and a match with one crashes the parser of OVN
 * 23.03.
 */
export const symbols: ReadonlyMap<string, Symbol> = new Map(
  [
    ...fields(ORDINAL, 'ordinal'),
    ...fields(NOMINAL, 'nominal'),
    ...predicates(BOOLEAN_PREDICATES, 'boolean'),
    ...predicates(NOMINAL_PREDICATES, 'nominal'),
  ].map((symbol) => [symbol.name, symbol]),
);
