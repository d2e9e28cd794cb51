import type { CanonicalAddress } from '../../net/address.js';

/** The addresses that one static hop or one gateway pod brings. */
export interface GatewayEntry {
  readonly addresses: readonly CanonicalAddress[];
  readonly monitored: boolean;
  /** The hop in the resource. */
  readonly pointer: string;
}

/** One next hop of a policy. */
export interface ListedGateway {
  readonly address: CanonicalAddress;
  readonly monitored: boolean;
  readonly pointer: string;
}

/** Text of an address → the entry that counts for it. */
type Holders = Map<string, { readonly address: CanonicalAddress; readonly entry: GatewayEntry }>;

/**
 * Returns the gateways of one list (OVN-Kubernetes). The last occurrence of a repeated address counts, with its BFD
 * flag, unless the whole entry equals the one before.
 */
export function mergeEntries(entries: readonly GatewayEntry[]): ListedGateway[] {
  const holders: Holders = new Map();
  for (const entry of entries) {
    if (isKnown(entry, holders)) continue;
    for (const address of entry.addresses) {
      holders.delete(address.text);
      holders.set(address.text, { address, entry });
    }
  }
  return [...holders.values()].map(({ address, entry: { monitored, pointer } }) => ({ address, monitored, pointer }));
}

function isKnown({ addresses, monitored }: GatewayEntry, holders: Holders): boolean {
  const [first] = addresses;
  const known = first === undefined ? undefined : holders.get(first.text)?.entry;
  if (known?.monitored !== monitored) return false;
  const own = textsOf(addresses);
  return own.size === textsOf(known.addresses).size && [...own].every((text) => holders.get(text)?.entry === known);
}

function textsOf(addresses: readonly CanonicalAddress[]): ReadonlySet<string> {
  return new Set(addresses.map(({ text }) => text));
}
