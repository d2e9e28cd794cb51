import { type Address, parseAddress } from '../net/address.js';
import type { MatchSubject } from '../northbound/match/subject.js';

/** The first packet of a connection, or of an exchange of ICMP, or the reply to one. Addresses are canonical text. */
export interface TracedPacket {
  readonly source: string;
  readonly destination: string;
  readonly protocol: Protocol;
  /** 0 for ICMP. */
  readonly sourcePort: number;
  /** 0 for ICMP. */
  readonly destinationPort: number;
  /** Mark of the packet in the logical network, and on the host. 0 for none. */
  readonly mark: number;
  /** DSCP value, 0 to 63. */
  readonly dscp: number;
  /** If true, connection tracking knows the packet as a reply. */
  readonly isReply?: boolean;
}

export type Protocol = 'TCP' | 'UDP' | 'SCTP' | 'ICMP';

/** Source port of packets without one. Linux would use an ephemeral port, such as this. */
const SOURCE_PORT = 40_000;

/** Returns a new packet of a sender, without marks. */
export function packetOf(
  source: string,
  destination: string,
  protocol: Protocol,
  destinationPort: number,
  sourcePort: number = SOURCE_PORT,
): TracedPacket {
  const hasPorts = protocol !== 'ICMP';
  return {
    source,
    destination,
    protocol,
    sourcePort: hasPorts ? sourcePort : 0,
    destinationPort: hasPorts ? destinationPort : 0,
    mark: 0,
    dscp: 0,
  };
}

/** The place at which a match is evaluated, and the values of the names in it. */
export interface MatchPlace extends Pick<MatchSubject, 'isInAddressSet' | 'isInPortGroup'> {
  readonly inport?: string | undefined;
  readonly outport?: string | undefined;
}

const IP_PROTOCOLS: Readonly<Record<Protocol, bigint>> = { TCP: 6n, UDP: 17n, SCTP: 132n, ICMP: 1n };
const ICMP6 = 58n;
const ETHERNET_TYPES = { IPv4: 0x0800n, IPv6: 0x86ddn };
/** Echo request, and its reply. */
const ECHO = { IPv4: 8n, IPv6: 128n };
const ECHO_REPLY = { IPv4: 0n, IPv6: 129n };
const SYN = 2n;
const SYN_ACK = 0x12n;

/**
 * Returns the fields of the packet for a match at a place. `is_chassis_resident` is evaluated as if on the chassis of
 * the port.
 */
export function matchSubjectOf(packet: TracedPacket, place: MatchPlace): MatchSubject {
  const { inport, outport, isInAddressSet, isInPortGroup } = place;
  const fields = fieldsOf(packet);
  return {
    number: (field) => fields.get(field) ?? (isOfHeader(field) ? undefined : 0n),
    port: (field) => (field === 'inport' ? inport : outport),
    isInAddressSet,
    isInPortGroup,
    isResident: () => true,
  };
}

/** Returns the reply that the receiver of a packet sends, without marks. */
export function replyTo({ source, destination, sourcePort, destinationPort, protocol }: TracedPacket): TracedPacket {
  return packetOf(destination, source, protocol, sourcePort, destinationPort);
}

/** Returns true if a packet is the reply to another. */
export function answers(
  reply: TracedPacket,
  { source, destination, sourcePort, destinationPort }: TracedPacket,
): boolean {
  const isBetween = reply.source === destination && reply.destination === source;
  return isBetween && reply.sourcePort === destinationPort && reply.destinationPort === sourcePort;
}

function fieldsOf({
  source,
  destination,
  protocol,
  isReply = false,
  ...rest
}: TracedPacket): ReadonlyMap<string, bigint> {
  const [from, to] = [parseAddress(source), parseAddress(destination)];
  const family = to?.family ?? 'IPv4';
  const ip = family === 'IPv4' ? 'ip4' : 'ip6';
  const isICMP6 = protocol === 'ICMP' && family === 'IPv6';
  const transport: [string, bigint][] =
    protocol === 'ICMP'
      ? [
          [isICMP6 ? 'icmp6.type' : 'icmp4.type', (isReply ? ECHO_REPLY : ECHO)[family]],
          [isICMP6 ? 'icmp6.code' : 'icmp4.code', 0n],
        ]
      : [
          [`${protocol.toLowerCase()}.src`, BigInt(rest.sourcePort)],
          [`${protocol.toLowerCase()}.dst`, BigInt(rest.destinationPort)],
          ...(protocol === 'TCP' ? [['tcp.flags', isReply ? SYN_ACK : SYN] as [string, bigint]] : []),
        ];
  return new Map([
    [`${ip}.src`, from?.value ?? 0n],
    [`${ip}.dst`, to?.value ?? 0n],
    ['eth.dst', to ? groupMac(to) : 0n],
    ['eth.type', ETHERNET_TYPES[family]],
    ['ip.proto', isICMP6 ? ICMP6 : IP_PROTOCOLS[protocol]],
    ['ip.dscp', BigInt(rest.dscp)],
    ['ip.ttl', 64n],
    ['ip.ecn', 0n],
    ['ip.frag', 0n],
    ['pkt.mark', BigInt(rest.mark)],
    ['ct.new', isReply ? 0n : 1n],
    ['ct.est', isReply ? 1n : 0n],
    ['ct.rpl', isReply ? 1n : 0n],
    ['ct.trk', 1n],
    ...transport,
  ]);
}

/** Returns the MAC of a multicast group (RFC 1112 §6.4, RFC 2464 §7). Returns 0 for other addresses: Weir traces no MACs. */
function groupMac({ family, value }: Address): bigint {
  if (family === 'IPv4') return value >> 28n === 0xen ? 0x0100_5e00_0000n + (value & 0x7f_ffffn) : 0n;
  return value >> 120n === 0xffn ? 0x3333_0000_0000n + (value & 0xffff_ffffn) : 0n;
}

/**
 * Returns true if only packets with a header of its protocol have the field. All other fields are registers, initially
 * zero.
 */
function isOfHeader(field: string): boolean {
  return /^(ip|ip4|ip6|tcp|udp|sctp|icmp4|icmp6|arp|rarp|nd|vlan)\./.test(field);
}

/** Returns true if the packet is IPv6. */
export function isIPv6({ destination }: TracedPacket): boolean {
  return destination.includes(':');
}
