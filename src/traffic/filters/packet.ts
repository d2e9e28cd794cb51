import type { Destination, PortMatch } from '../../model/intent/filter.js';
import type { CanonicalAddress, Prefix } from '../../net/address.js';
import { contains, containsIPv4 } from '../../net/prefix.js';
import type { Point } from './address-range.js';

/** The packet properties that filters match. */
export interface FilteredPacket {
  /** Destination address. */
  readonly address: CanonicalAddress;
  /** Destination address as a point. */
  readonly point: Point;
  readonly port: Required<PortMatch>;
}

/** Returns true if a filter with some destinations and ports matches a packet. */
export function matchesPacket(
  { destinations, ports }: { readonly destinations: readonly Destination[]; readonly ports: readonly PortMatch[] },
  packet: FilteredPacket,
): boolean {
  if (ports.length > 0 && !matchesPort(ports, packet.port)) return false;
  for (const destination of destinations) if (holds(destination, packet)) return true;
  return false;
}

/** Returns true if a port is in the list. A port without a number only matches whole protocols. */
export function matchesPort(ports: readonly PortMatch[], port: PortMatch): boolean {
  for (const one of ports) {
    if (one.protocol === port.protocol && (one.port ?? port.port) === port.port) return true;
  }
  return false;
}

function holds(destination: Destination, packet: FilteredPacket): boolean {
  const { text } = packet.address;
  if (destination.type === 'address') return destination.address.text === text;
  if (destination.type === 'name') return destination.set.addresses.some((address) => address.text === text);
  if (!isTo(destination.prefix, packet)) return false;
  for (const cut of destination.except) if (isTo(cut, packet)) return false;
  return true;
}

function isTo(network: Prefix, { address, point }: FilteredPacket): boolean {
  if (typeof point === 'bigint') return contains(network, address);
  return network.family === 'IPv4' && containsIPv4(network, point);
}
