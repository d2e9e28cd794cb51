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
  const isPort = ports.some((one) => one.protocol === port.protocol && (one.port ?? port.port) === port.port);
  return (
    (ports.length === 0 || isPort) &&
    destinations.some((target) => {
      if (target.type === 'address') return target.address.text === address.text;
      if (target.type === 'name') return target.set.addresses.some(({ text }) => text === address.text);
      return contains(target.prefix, address) && !target.except.some((cut) => contains(cut, address));
    })
  );
}
