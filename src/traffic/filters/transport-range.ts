import type { PortMatch } from '../../model/intent/filter.js';
import { type TransportRange, mergeTransport } from './transport-set.js';

/** Ports of a protocol, both ends included. `ICMP` and `other` have none. */
export interface PortRange {
  readonly protocol: PortMatch['protocol'] | 'ICMP' | 'other';
  readonly first: number;
  readonly last: number;
}

const PROTOCOLS = ['TCP', 'UDP', 'SCTP'] as const;
const PORTS = 65_536;
/** Places of ICMP and ICMPv6. All other protocols have the place after them. */
const ICMP = PROTOCOLS.length * PORTS;
const END = ICMP + 2;

/** Every protocol and port. */
export const ALL_TRANSPORT: readonly TransportRange[] = [{ first: 0, end: END }];

/** Returns the places of ports, ascending and joined. An empty list means every protocol. */
export function transportOf(ports: readonly PortMatch[]): readonly TransportRange[] {
  if (ports.length === 0) return ALL_TRANSPORT;
  return mergeTransport(
    ports.map(({ protocol, port }) => {
      const start = PROTOCOLS.indexOf(protocol) * PORTS;
      return port === undefined ? { first: start, end: start + PORTS } : { first: start + port, end: start + port + 1 };
    }),
  );
}

/** Returns the place of a port of a protocol. */
export function transportPointOf(protocol: PortRange['protocol'], port: number): number {
  if (protocol === 'ICMP') return ICMP;
  return protocol === 'other' ? ICMP + 1 : PROTOCOLS.indexOf(protocol) * PORTS + port;
}

/** Returns the places of ports of a protocol, both ends included. Returns none if the last precedes the first. */
export function transportOfPorts({ protocol, first, last }: PortRange): readonly TransportRange[] {
  const start = transportPointOf(protocol, 0);
  return first > last ? [] : [{ first: start + first, end: start + last + 1 }];
}

/** Returns the places of all ports of a protocol. */
export function wholeProtocol(protocol: PortMatch['protocol']): readonly TransportRange[] {
  return transportOfPorts({ protocol, first: 0, last: PORTS - 1 });
}

/** The place of ICMP. */
export const ICMP_TRANSPORT: readonly TransportRange[] = [{ first: ICMP, end: ICMP + 1 }];

/** Returns the ranges by protocol, in the order TCP, UDP, SCTP, ICMP, other. */
export function portRangesOf(ranges: readonly TransportRange[]): PortRange[] {
  const ports: PortRange[] = [];
  for (const { first, end } of ranges) {
    for (const [index, protocol] of PROTOCOLS.entries()) {
      const start = index * PORTS;
      const [from, to] = [Math.max(first, start), Math.min(end, start + PORTS)];
      if (from < to) ports.push({ protocol, first: from - start, last: to - start - 1 });
    }
    if (first <= ICMP && ICMP < end) ports.push({ protocol: 'ICMP', first: 0, last: 0 });
    if (end === END) ports.push({ protocol: 'other', first: 0, last: 0 });
  }
  return ports;
}

/** Formats transports, such as `TCP 443, 8000–8100; UDP 53`, `TCP`, `any protocol` or `any protocol except TCP 25`. */
export function formatTransport(ranges: readonly TransportRange[]): string {
  const gaps = gapsOf(ranges);
  if (gaps.length === 0) return 'any protocol';
  const text = formatPorts(portRangesOf(ranges));
  if (ranges.at(-1)?.end !== END) return text;
  const inverse = formatPorts(portRangesOf(gaps));
  return inverse.length < text.length ? `any protocol except ${inverse}` : text;
}

function gapsOf(ranges: readonly TransportRange[]): TransportRange[] {
  const gaps: TransportRange[] = [];
  let first = 0;
  for (const range of ranges) {
    if (range.first > first) gaps.push({ first, end: range.first });
    first = range.end;
  }
  if (first < END) gaps.push({ first, end: END });
  return gaps;
}

function formatPorts(ports: readonly PortRange[]): string {
  const protocols = new Set(ports.map(({ protocol }) => protocol));
  const [hasICMP, hasOthers] = [protocols.delete('ICMP'), protocols.delete('other')];
  const all = [...protocols].map((protocol) => {
    const own = ports.filter((range) => range.protocol === protocol);
    if (own[0]?.first === 0 && own[0].last === PORTS - 1) return protocol;
    return `${protocol} ${own.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')}`;
  });
  return [...all, ...nameWithoutPorts(hasICMP, hasOthers)].join('; ');
}

/** Returns the protocols without ports, as text. */
export function nameWithoutPorts(hasICMP: boolean, hasOthers: boolean): string[] {
  if (hasICMP) return [hasOthers ? 'ICMP and others' : 'ICMP'];
  return hasOthers ? ['other protocols'] : [];
}
