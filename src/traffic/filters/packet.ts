import type { Destination, PortMatch } from '../../model/intent/filter.js';
import type { CanonicalAddress } from '../../net/address.js';
import { contains } from '../../net/prefix.js';

/** What filters look at in a packet. */
export interface Packet {
  /** Where it goes. */
  readonly address: CanonicalAddress;
  readonly port: Required<PortMatch>;
}

/** Whether a filter on some destinations and ports is about a packet. */
export function matchesPacket(
  { destinations, ports }: { readonly destinations: readonly Destination[]; readonly ports: readonly PortMatch[] },
  { address, port }: Packet,
): boolean {
  if (ports.length > 0 && !matchesPort(ports, port)) return false;
  for (const destination of destinations) if (holds(destination, address)) return true;
  return false;
}

/** Whether a port is one of some; a port without a number is one that only whole protocols match. */
export function matchesPort(ports: readonly PortMatch[], port: PortMatch): boolean {
  for (const one of ports) {
    if (one.protocol === port.protocol && (one.port ?? port.port) === port.port) return true;
  }
  return false;
}

function holds(destination: Destination, address: CanonicalAddress): boolean {
  if (destination.type === 'address') return destination.address.text === address.text;
  if (destination.type === 'name') return destination.set.addresses.some(({ text }) => text === address.text);
  const { prefix, except } = destination;
  return contains(prefix, address) && (except.length === 0 || !except.some((cut) => contains(cut, address)));
}
