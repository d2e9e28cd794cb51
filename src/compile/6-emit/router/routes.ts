import { MAIN_TABLE } from '../../../ovn-kubernetes/numbers.js';
import { routeWords } from '../../../ovn-kubernetes/words.js';
import type { HostRoute } from '../../../model/node-state.js';
import { type CanonicalAddress, type Family, type Prefix, widthOf } from '../../../net/address.js';
import { contains, formatPrefix } from '../../../net/prefix.js';
import { POD_INTERFACE, ROUTER_INTERFACE, type RouterFamily } from './families.js';

/**
 * Content of `routers/<namespace>/<name>/routes.json`, in the format of a node's. Prefixes have their length. `iif` is
 * an interface.
 */
export interface RouterRoutes {
  readonly addresses: readonly { readonly interface: string; readonly address: string }[];
  readonly rules: readonly {
    readonly family: Family;
    readonly priority: number;
    readonly iif: string;
    readonly table: number;
  }[];
  /** Routes, those to neighbours before those that need them. */
  readonly routes: readonly HostRoute[];
  readonly sysctls: Readonly<Record<string, string>>;
}

/** Priority after the table `local` (0), so that the pod keeps its own traffic, and before `main` (32766). */
export const RULE_PRIORITY = 1000;
const ROUTER_TABLE = 1000;

/**
 * Returns the addresses, rules, routes and settings of a router's pod. The pod keeps the routes of its network for
 * responses to clients. Only forwarded traffic that arrives there uses the router's own table.
 */
export function routerRoutes(families: readonly RouterFamily[]): RouterRoutes {
  return {
    addresses: families.flatMap(addressesOf),
    rules: families.map(({ family }) => ({
      family,
      priority: RULE_PRIORITY,
      iif: POD_INTERFACE,
      table: ROUTER_TABLE,
    })),
    routes: families.flatMap((family) => tableOf(family, ROUTER_TABLE)),
    sysctls: Object.assign({}, ...families.map(({ family }) => SYSCTLS[family])) as Record<string, string>,
  };
}

/**
 * Returns the routes and settings of OpenShift's egress-router plugin (4.15), in which the pod's default route is the
 * router's.
 */
export function pluginRoutes(family: RouterFamily): RouterRoutes {
  const { primary } = family;
  const gateway = primary.gateway ? [routeTo(hostOf(primary.gateway), family.family, MAIN_TABLE)] : [];
  return {
    addresses: addressesOf({ ...family, others: [] }),
    rules: [],
    routes: [...gateway, ...defaultOf(family, MAIN_TABLE)],
    sysctls: { 'net.ipv4.ip_forward': '1', [`net.ipv4.conf.${ROUTER_INTERFACE}.proxy_arp`]: '1' },
  };
}

/**
 * Settings that a router needs. Responses arrive on an interface to which the pod's own routes do not lead. The strict
 * reverse path filter (1), which many nodes pass on, would drop them: 2 is the loose one, and overrides 1. A router's
 * routes are configured, not learned.
 */
const SYSCTLS: Readonly<Record<Family, Readonly<Record<string, string>>>> = {
  IPv4: { 'net.ipv4.ip_forward': '1', [`net.ipv4.conf.${ROUTER_INTERFACE}.rp_filter`]: '2' },
  IPv6: { 'net.ipv6.conf.all.forwarding': '1', [`net.ipv6.conf.${ROUTER_INTERFACE}.accept_ra`]: '0' },
};

function addressesOf({ primary, others }: RouterFamily): RouterRoutes['addresses'] {
  return [primary, ...others].map(({ address, prefix }) => ({
    interface: ROUTER_INTERFACE,
    address: `${address.text}/${prefix.length}`,
  }));
}

function tableOf(family: RouterFamily, table: number): HostRoute[] {
  const { primary, others } = family;
  const networks = new Set([primary, ...others].map(({ prefix }) => formatPrefix(prefix)));
  const { gateway } = primary;
  return [
    ...[...networks].map((network) => routeTo(network, family.family, table)),
    ...(gateway && !contains(primary.prefix, gateway) ? [routeTo(hostOf(gateway), family.family, table)] : []),
    ...defaultOf(family, table),
  ];
}

function defaultOf({ family, primary: { gateway } }: RouterFamily, table: number): HostRoute[] {
  if (!gateway) return [];
  const whole: Prefix = { family, base: 0n, length: 0 };
  return [{ family, table, destination: formatPrefix(whole), via: gateway.text, interface: ROUTER_INTERFACE }];
}

function routeTo(destination: string, family: Family, table: number): HostRoute {
  return { family, table, destination, interface: ROUTER_INTERFACE };
}

function hostOf({ family, text }: CanonicalAddress): string {
  return `${text}/${widthOf(family)}`;
}

/**
 * Returns the input of `ip -batch` for one family, or undefined if it is empty. Rules come last, after the routes of
 * their table.
 */
export function routerBatch({ routes, rules }: RouterRoutes, family: Family): string | undefined {
  const lines = [
    ...routes.filter((route) => route.family === family).map((route) => `route replace ${routeWords(route)}`),
    ...rules
      .filter((rule) => rule.family === family)
      .map(({ priority, iif, table }) => `rule add priority ${priority} iif ${iif} table ${table}`),
  ];
  return lines.length === 0 ? undefined : `${lines.join('\n')}\n`;
}
