import { compareText } from '../std/compare-text.js';
import type { RedirectIntent, Redirection, RouterAddress } from '../model/intent/redirect.js';
import type { Address, CanonicalAddress, Family } from '../net/address.js';
import { contains, formatPrefix } from '../net/prefix.js';

/** What a router does with the packets of one family. */
export interface RouterTable {
  /** As the router lists them; of one port the first gets everything. */
  readonly redirections: readonly Redirection[];
  /** `<protocol> <port>` → the redirection of what arrives there. */
  readonly places: ReadonlyMap<string, Redirection>;
  /** Who gets everything else, at the port where it arrives. */
  readonly fallback?: CanonicalAddress;
  /** The address that has the next hop to other networks, else the first: the source of what goes there. */
  readonly primary?: RouterAddress;
  /** The other addresses, the longest prefix first. */
  readonly others: readonly RouterAddress[];
  /**
   * The source of what goes to each network of the router, that of the primary address too; the longest prefix first, so
   * that the first which holds a destination counts.
   */
  readonly sources: readonly RouterAddress[];
}

/** The table of a family; without a router, or with one that has no address of the family, everything is refused. */
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
    // Of one network the first address counts.
    sources: longestFirst([...firstOf(own, ({ prefix }) => formatPrefix(prefix)).values()]),
  };
}

/** Who gets what arrives at a port, in words; undefined: the router refuses it. */
export function describeTarget({ places, fallback }: RouterTable, protocol: string, port: number): string | undefined {
  const own = places.get(`${protocol} ${port}`);
  if (own) return `${own.address.text} port ${own.targetPort ?? port}`;
  return fallback && `${fallback.text} port ${port}`;
}

/** All sources of a router in words; undefined: nothing is passed on. */
export function describeSources({ redirections, fallback, primary, sources }: RouterTable): string | undefined {
  if (!primary || (redirections.length === 0 && fallback === undefined)) return undefined;
  // Between networks of one length there is no order.
  const others = sources
    .filter((one) => one !== primary)
    .sort((a, b) => b.prefix.length - a.prefix.length || compareNetworks(a, b));
  return [describePrimary(primary), ...others.map(describeOther)].join('; ');
}

/** The source, and the next hop where there is one, of what goes to an address. */
export function sourceTo({ primary, sources }: RouterTable, target: Address): string {
  const linked = sources.find(({ prefix }) => contains(prefix, target));
  if (linked) return `from ${linked.address.text}`;
  const { address, gateway } = primary ?? {};
  const source = `from ${address?.text ?? ''}`;
  return gateway ? `${source} through ${gateway.text}` : source;
}

/** The interface that a router passes traffic on through. */
export function describeInterface({ interface: { mode, master } }: RedirectIntent): string {
  return `macvlan ${mode} on ${master ?? "the node's interface with the default route"}`;
}

/** The first item of each key, in their order. */
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
