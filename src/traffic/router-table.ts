import { compareText } from '../std/compare-text.js';
import type { RedirectIntent, Redirection, RouterAddress } from '../model/intent/redirect.js';
import { type Family, parseAddress } from '../net/address.js';
import { contains, formatPrefix } from '../net/prefix.js';

/** What a router does with the packets of one family. */
export interface RouterTable {
  /** `<protocol> <port>` → the redirection of what arrives there. */
  readonly places: ReadonlyMap<string, Redirection>;
  /** Who gets everything else, at the port where it arrives. */
  readonly fallback?: string;
  /** The source of what goes to other networks. */
  readonly primary?: RouterAddress;
  /** The sources of what goes to their own networks, the longest prefix first. */
  readonly others: readonly RouterAddress[];
  /** All sources in words; absent: nothing is passed on. */
  readonly source?: string;
}

/** The table of a family; without a router, or with one that has no address of the family, everything is refused. */
export function readRouter(router: RedirectIntent | undefined, family: Family): RouterTable {
  const own = (router?.addresses ?? []).filter((one) => one.family === family);
  const primary = own.find(({ gateway }) => gateway !== undefined) ?? own[0];
  if (!router || !primary) return { places: new Map(), others: [] };
  // Of one network the first address counts; between networks of one length there is no order.
  const others = own
    .filter((one) => one !== primary)
    .sort((a, b) => b.prefix.length - a.prefix.length || compareNetworks(a, b));
  const redirections = router.redirections.filter((one) => one.family === family);
  const fallback = router.fallbacks.find((one) => one.family === family)?.address;
  const isIdle = redirections.length === 0 && fallback === undefined;
  return {
    // What is set last stays: that is the first of a port, which gets everything.
    places: new Map(redirections.map((one) => [`${one.protocol} ${one.port}`, one] as const).reverse()),
    ...(fallback === undefined ? {} : { fallback }),
    primary,
    others,
    ...(isIdle ? {} : { source: [describePrimary(primary), ...others.map(describeOther)].join('; ') }),
  };
}

/** Who gets what arrives at a port, in words; undefined: the router refuses it. */
export function describeTarget({ places, fallback }: RouterTable, protocol: string, port: number): string | undefined {
  const own = places.get(`${protocol} ${port}`);
  if (own) return `${own.address} port ${own.targetPort ?? port}`;
  return fallback === undefined ? undefined : `${fallback} port ${port}`;
}

/** The source, and the next hop where there is one, of what goes to an address (canonical text). */
export function sourceTo({ primary, others }: RouterTable, address: string): string {
  const target = parseAddress(address);
  const isLinked = ({ prefix }: RouterAddress): boolean => target !== undefined && contains(prefix, target);
  const linked = others.find(isLinked);
  if (linked) return `from ${linked.address}`;
  const { address: source = '', gateway } = primary ?? {};
  return gateway === undefined || (primary && isLinked(primary))
    ? `from ${source}`
    : `from ${source} through ${gateway}`;
}

/** The interface that a router passes traffic on through. */
export function describeInterface({ interface: { mode, master } }: RedirectIntent): string {
  return `macvlan ${mode} on ${master ?? "the node's interface with the default route"}`;
}

function compareNetworks(a: RouterAddress, b: RouterAddress): number {
  return compareText(formatPrefix(a.prefix), formatPrefix(b.prefix));
}

function describePrimary({ address, prefix, gateway }: RouterAddress): string {
  return `${address} of ${formatPrefix(prefix)}${gateway === undefined ? '' : ` through ${gateway}`}`;
}

function describeOther({ address, prefix }: RouterAddress): string {
  return `${address} to ${formatPrefix(prefix)}`;
}
