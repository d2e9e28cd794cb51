import type { Change } from '../../model/change.js';
import type { HostAddress, HostListings, HostRoute, NodeState, PolicyRule } from '../../model/node-state.js';
import { type Family, widthOf } from '../../net/address.js';
import { objectsOf } from './json.js';
import { readRoute, readRule } from './listing.js';
import { isInterfaceName, isOwnRoute, isOwnRule, routeKey, ruleKey } from './own.js';
import { parseRuleset, translatedAddresses } from './ruleset.js';

/** What a host has, read with what it shall have in mind. */
export interface LiveNode {
  /** What is ours. */
  readonly state: NodeState;
  /** What is not ours and in the way of what is desired. */
  readonly foreign: readonly Change[];
  /** Why the desired state cannot be on this host: a sentence each. */
  readonly problems: readonly string[];
}

/**
 * Tells what of a host's listings is ours. Rules and routes are, by their priority, table and form; addresses, where
 * they are desired or a map of our table translates to them; the table, by its name.
 */
export function readLiveNode(listings: HostListings, desired: NodeState): LiveNode {
  const ruleset = listings.ruleset && parseRuleset(listings.ruleset);
  const interfaces = readInterfaces(listings.addresses);
  const rules = sortOut(listings, 'rules', readRule, (rule) => isOwnRule(rule));
  const routes = sortOut(listings, 'routes', readRoute, (route) =>
    isOwnRoute(route, interfaces.indexes.get(route.interface) ?? -1),
  );
  const ours = ruleset ? translatedAddresses(ruleset) : new Set<string>();
  const wanted = new Set(desired.addresses.map(addressText));
  const sysctls = new Map([...listings.sysctls].filter(([name]) => desired.sysctls.has(name)));
  return {
    state: {
      ruleset,
      rules: rules.own,
      routes: routes.own,
      addresses: interfaces.addresses.filter((each) => wanted.has(addressText(each)) || ours.has(addressText(each))),
      sysctls,
    },
    foreign: [
      ...findConflicts('ip rule', desired.rules.map(ruleKey), rules.others, ruleKey),
      ...findConflicts('ip route', desired.routes.map(routeKey), routes.others, routeKey),
    ],
    problems: findProblems(desired, interfaces.indexes, listings.sysctls),
  };
}

/** `<interface> <address>`. */
export function addressText({ interface: name, address }: HostAddress): string {
  return `${name} ${address}`;
}

interface Sorted<T> {
  readonly own: readonly T[];
  readonly others: readonly { readonly item: T; readonly text: string }[];
}

/** Reads the listings of both families; what has no form that Weir knows, or is elsewhere, is of others. */
function sortOut<T extends PolicyRule | HostRoute>(
  listings: HostListings,
  sort: 'rules' | 'routes',
  read: (item: Readonly<Record<string, unknown>>, family: Family) => { readonly value: T; readonly isPlain: boolean },
  isOwn: (item: T) => boolean,
): Sorted<T> {
  const own: T[] = [];
  const others: { item: T; text: string }[] = [];
  for (const family of ['IPv4', 'IPv6'] as const) {
    for (const item of objectsOf(listings[sort][family])) {
      const { value, isPlain } = read(item, family);
      if (isPlain && isOwn(value)) own.push(value);
      else others.push({ item: value, text: JSON.stringify(item) });
    }
  }
  return { own, others };
}

function findConflicts<T>(
  sort: string,
  desired: readonly string[],
  others: Sorted<T>['others'],
  keyOf: (item: T) => string,
): Change[] {
  const wanted = new Set(desired);
  return others.flatMap(({ item, text }): Change[] => {
    const name = keyOf(item);
    if (!wanted.has(name)) return [];
    return [
      { drift: 'foreign', sort, name, owner: '', fields: [{ name: 'form', live: text, desired: 'one of ours' }] },
    ];
  });
}

interface Interfaces {
  /** Index by name. */
  readonly indexes: ReadonlyMap<string, number>;
  /** Addresses that are alone on their prefix. */
  readonly addresses: readonly HostAddress[];
}

function readInterfaces(listing: string): Interfaces {
  const indexes = new Map<string, number>();
  const addresses: HostAddress[] = [];
  for (const { ifname, ifindex, addr_info } of objectsOf(listing)) {
    // An interface that `ip -batch` cannot name has nothing of ours.
    if (typeof ifname !== 'string' || typeof ifindex !== 'number' || !isInterfaceName(ifname)) continue;
    indexes.set(ifname, ifindex);
    for (const { family: word, local, prefixlen } of objectsOf(JSON.stringify(addr_info ?? []))) {
      const family = word === 'inet' ? 'IPv4' : word === 'inet6' ? 'IPv6' : undefined;
      if (family === undefined || typeof local !== 'string' || prefixlen !== widthOf(family)) continue;
      addresses.push({ interface: ifname, family, address: local });
    }
  }
  return { indexes, addresses };
}

function findProblems(
  desired: NodeState,
  indexes: ReadonlyMap<string, number>,
  sysctls: ReadonlyMap<string, string>,
): string[] {
  const problems = new Set<string>();
  for (const { interface: name } of [...desired.addresses, ...desired.routes]) {
    if (!indexes.has(name)) problems.add(`this host has no interface ${name}: correct 'nodes' in weir.yaml`);
  }
  for (const { interface: name, table } of desired.routes) {
    const index = indexes.get(name);
    if (index === undefined || isOwnRoute({ table }, index)) continue;
    problems.add(
      `interface ${name} has index ${index} here, so table ${table} is not its own: correct 'nodes' in weir.yaml`,
    );
  }
  for (const name of desired.sysctls.keys()) {
    if (!sysctls.has(name)) problems.add(`this kernel has no setting ${name}`);
  }
  return [...problems];
}
