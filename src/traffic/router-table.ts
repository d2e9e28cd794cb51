import { compareText } from '../std/compare-text.js';
import type { RedirectIntent, Redirection, RouterAddress } from '../model/intent/redirect.js';
import type { Address, CanonicalAddress, Family } from '../net/address.js';
import { contains, formatPrefix } from '../net/prefix.js';

/** The treatment of packets of one family by a router. */
export interface RouterTable {
  /** Redirections in the order of the router. The first for a port takes precedence. */
  readonly redirections: readonly Redirection[];
  /** `<protocol> <port>` → the redirection of packets that arrive there. */
  readonly places: ReadonlyMap<string, Redirection>;
  /** Receiver of all other packets, at their original port. */
  readonly fallback?: CanonicalAddress;
  /** The address with the next hop to other networks, else the first. It is the source of packets to other networks. */
  readonly primary?: RouterAddress;
  /** The other addresses, the longest prefix first. */
  readonly others: readonly RouterAddress[];
  /**
   * The source of packets to each network of the router, including that of the primary address. The longest prefix
   * comes first, so that the first that contains a destination applies.
   */
  readonly sources: readonly RouterAddress[];
}

/** Returns the table of a family. Without a router, or an address of the family, it rejects all packets. */
export function readRouter(router: RedirectIntent | undefined, family: Family): RouterTable {
  const own = (router?.addresses ?? []).filter(({ address }) => address.family === family);
  const primary = own.find(({ gateway }) => gateway !== undefined) ?? own[0];
  if (!router || !primary) return { redirections: [], places: new Map(), others: [], sources: [] };
  const redirections = router.redirections.filter(({ address }) => address.family === family);
  const fallback = router.fallbacks.find((one) => one.family === family);
  return {
    redirections,
    places: firstOf(redirections, ({ protocol, port }) => `${protocol} ${port}`),
    ...(fallback ? { fallback } : {}),
    primary,
    others: longestFirst(own.filter((one) => one !== primary)),
    // The first address of each network is its source.
    sources: longestFirst([...firstOf(own, ({ prefix }) => formatPrefix(prefix)).values()]),
  };
}

/** Formats the receiver of packets at a port. Returns undefined if the router rejects them. */
export function describeTarget({ places, fallback }: RouterTable, protocol: string, port: number): string | undefined {
  const own = places.get(`${protocol} ${port}`);
  if (own) return `${own.address.text} port ${own.targetPort ?? port}`;
  return fallback && `${fallback.text} port ${port}`;
}

/** Formats all sources of a router. Returns undefined if it forwards nothing. */
export function describeSources({ redirections, fallback, primary, sources }: RouterTable): string | undefined {
  if (!primary || (redirections.length === 0 && fallback === undefined)) return undefined;
  // Networks of one length have no order.
  const others = sources
    .filter((one) => one !== primary)
    .sort((a, b) => b.prefix.length - a.prefix.length || compareNetworks(a, b));
  return [describePrimary(primary), ...others.map(describeOther)].join('; ');
}

/** Returns the source and next hop, if any, of packets to an address. */
export function sourceTo({ primary, sources }: RouterTable, target: Address): string {
  const linked = sources.find(({ prefix }) => contains(prefix, target));
  if (linked) return `from ${linked.address.text}`;
  const { address, gateway } = primary ?? {};
  const source = `from ${address?.text ?? ''}`;
  return gateway ? `${source} through ${gateway.text}` : source;
}

/** Formats the interface by which a router forwards traffic. */
export function describeInterface({ interface: { mode, master } }: RedirectIntent): string {
  return `macvlan ${mode} on ${master ?? "the node's interface with the default route"}`;
}

/** Returns the first item of each key, in order. */
function firstOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item> {
  const first = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!first.has(key)) first.set(key, item);
  }
  return first;
}

function longestFirst(addresses: readonly RouterAddress[]): RouterAddress[] {
  return [...addresses].sort((a, b) => b.prefix.length - a.prefix.length);
}

function compareNetworks(a: RouterAddress, b: RouterAddress): number {
  return compareText(formatPrefix(a.prefix), formatPrefix(b.prefix));
}

function describePrimary({ address, prefix, gateway }: RouterAddress): string {
  return `${address.text} of ${formatPrefix(prefix)}${gateway ? ` through ${gateway.text}` : ''}`;
}

function describeOther({ address, prefix }: RouterAddress): string {
  return `${address.text} to ${formatPrefix(prefix)}`;
}
