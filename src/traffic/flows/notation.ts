import { formatAddress } from '../../net/address.js';
import type { AddressRange } from '../filters/address-range.js';
import { ALL_TRANSPORT, nameWithoutPorts, portRangesOf } from '../filters/transport-range.js';
import type { TransportSet } from '../filters/transport-set.js';

/** Ports of a protocol: `80,443-450`. */
export interface AllowedPorts {
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly ports: string;
}

/** Returns connections as data: every protocol, or ports of some. Port 0, which no connection has, is left out. */
export function allowedOf(set: TransportSet): 'all' | readonly AllowedPorts[] {
  if (isAll(set)) return 'all';
  const ports = portRangesOf(set);
  return (['TCP', 'UDP', 'SCTP'] as const).flatMap((protocol) => {
    const own = ports
      .filter((range) => range.protocol === protocol && range.last > 0)
      .map(({ first, last }) => ({ first: Math.max(first, 1), last }));
    const texts = own.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
    return texts.length > 0 ? [{ protocol, ports: texts.join() }] : [];
  });
}

/** Formats connections as netpol-analyzer: `TCP 80,443-450,UDP 53`, `All Connections`. */
export function formatAllowed(set: TransportSet): string {
  const allowed = allowedOf(set);
  if (allowed === 'all') return 'All Connections';
  const all = allowed.map(({ protocol, ports }) => `${protocol} ${ports}`);
  const { icmp, others } = withoutPorts(set);
  return [...all, ...nameWithoutPorts(icmp, others)].join();
}

/** Returns the protocols without ports that are among incomplete connections. */
export function withoutPorts(set: TransportSet): { readonly icmp: boolean; readonly others: boolean } {
  const protocols = isAll(set) ? [] : portRangesOf(set).map(({ protocol }) => protocol);
  return { icmp: protocols.includes('ICMP'), others: protocols.includes('other') };
}

/** Formats a range: `203.0.113.0-203.0.113.255`. */
export function formatEnds({ family, first, end }: AddressRange): string {
  const [low, high] = [BigInt(first), BigInt(end) - 1n];
  return `${formatAddress({ family, value: low })}-${formatAddress({ family, value: high })}`;
}

function isAll(set: TransportSet): boolean {
  const [whole] = ALL_TRANSPORT;
  return set.length === 1 && set[0]?.first === whole?.first && set[0]?.end === whole?.end;
}
