import { type Family, familyOfText } from '../../net/address.js';

/** The addresses that one static hop or one gateway pod brings. */
export interface GatewayEntry {
  /** Canonical text. */
  readonly addresses: readonly string[];
  readonly monitored: boolean;
  /** The hop in the resource. */
  readonly pointer: string;
}

/** One next hop of a policy. */
export interface Gateway {
  readonly address: string;
  readonly family: Family;
  readonly monitored: boolean;
  readonly pointer: string;
}

/**
 * The gateways of one list (OVN-Kubernetes v1.3): an address that comes again counts where it comes last, with the BFD
 * flag it has there, unless the whole entry is the same as the one before.
 */
export function mergeEntries(entries: readonly GatewayEntry[]): Gateway[] {
  const holders = new Map<string, GatewayEntry>();
  for (const entry of entries) {
    if (isKnown(entry, holders)) continue;
    for (const address of entry.addresses) {
      holders.delete(address);
      holders.set(address, entry);
    }
  }
  return [...holders].map(([address, { monitored, pointer }]) => ({
    address,
    family: familyOfText(address),
    monitored,
    pointer,
  }));
}

function isKnown({ addresses, monitored }: GatewayEntry, holders: ReadonlyMap<string, GatewayEntry>): boolean {
  const [first] = addresses;
  const known = first === undefined ? undefined : holders.get(first);
  if (known?.monitored !== monitored) return false;
  const own = new Set(addresses);
  return own.size === new Set(known.addresses).size && addresses.every((address) => holders.get(address) === known);
}
