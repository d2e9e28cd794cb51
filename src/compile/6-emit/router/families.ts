import type { RedirectIntent, Redirection, RouterAddress } from '../../../model/intent/redirect.js';
import type { Family } from '../../../net/address.js';

/** Names that Multus and the pod network give the interfaces of a router's pod. */
export const POD_INTERFACE = 'eth0';
export const ROUTER_INTERFACE = 'net1';

/** What a router does with the traffic of one IP family. */
export interface RouterFamily {
  readonly family: Family;
  /** The source of what leaves the router's own networks, and of what goes to the network of its address. */
  readonly primary: RouterAddress;
  /** The others, for what goes to their networks: the longest prefix first. */
  readonly others: readonly RouterAddress[];
  readonly redirections: readonly Redirection[];
  readonly fallback?: string;
}

/** The families that a router has addresses of, IPv4 first. */
export function familiesOf({ addresses, redirections, fallbacks }: RedirectIntent): RouterFamily[] {
  return (['IPv4', 'IPv6'] as const).flatMap((family) => {
    const own = addresses.filter((address) => address.family === family);
    const primary = own.find(({ gateway }) => gateway !== undefined) ?? own[0];
    if (!primary) return [];
    const fallback = fallbacks.find((each) => each.family === family)?.address;
    return [
      {
        family,
        primary,
        others: own.filter((address) => address !== primary).sort((a, b) => b.prefix.length - a.prefix.length),
        redirections: redirections.filter((redirection) => redirection.family === family),
        ...(fallback === undefined ? {} : { fallback }),
      },
    ];
  });
}
