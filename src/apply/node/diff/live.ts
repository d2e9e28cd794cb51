import { isInterfaceWord } from '../../../ovn-kubernetes/interface-word.js';
import type { Change } from '../../../model/change.js';
import type {
  HostAddress,
  HostListings,
  HostRoute,
  NodeState,
  OwnedRecord,
  RoutingRule,
} from '../../../model/node-state.js';
import { type Family, FAMILIES, widthOf } from '../../../net/address.js';
import type { JsonObject } from '../../../std/json.js';
import { objectsOf } from './json.js';
import { readHostRoute, readPolicyRule } from './listing.js';
import { addressText, isOwnRoute, isOwnRule, hostRouteKey, routeLine, ruleKey, ruleLine } from './own.js';
import { parseRuleset, translatedAddresses } from './ruleset.js';

/** The live state of a host, read for comparison with its desired state. */
export interface LiveNode {
  /** The objects that Weir owns. */
  readonly state: NodeState;
  /** Foreign objects that block the desired state. */
  readonly foreign: readonly Change[];
  /** Objects with the form of those by Weir, but without a record. They stay. */
  readonly leftovers: readonly Change[];
  /** The reasons for which the host cannot have the desired state, a sentence each. */
  readonly problems: readonly string[];
}

/**
 * Finds the objects of a host that Weir owns. A rule is owned if it is desired or recorded with equal values. A route
 * is owned if it is desired with equal values, or if its identity is recorded. An address is owned if it is desired or
 * recorded, and the table by its name.
 */
export function readLiveNode(listings: HostListings, desired: NodeState, record: OwnedRecord): LiveNode {
  const ruleset = listings.ruleset && parseRuleset(listings.ruleset);
  const interfaces = readInterfaces(listings.addresses);
  const isOwn = {
    rule: oneOf([...desired.rules.map(ruleLine), ...record.rules], ruleLine),
    route: oneOf(desired.routes.map(routeLine), routeLine),
    recordedRoute: oneOf(record.routes, hostRouteKey),
    address: oneOf([...desired.addresses.map(addressText), ...record.addresses], addressText),
  };
  const rules = sortOut(listings, 'rules', readPolicyRule, isOwn.rule);
  const routes = sortOut(listings, 'routes', readHostRoute, (each) => isOwn.route(each) || isOwn.recordedRoute(each));
  const conflicts = {
    rules: oneOf([...desired.rules, ...rules.own].map(ruleKey), ruleKey),
    routes: oneOf([...desired.routes, ...routes.own].map(hostRouteKey), hostRouteKey),
  };
  const translated = oneOf([...(ruleset ? translatedAddresses(ruleset) : [])], addressText);
  const hasIndex = (route: HostRoute): boolean => isOwnRoute(route, interfaces.indexes.get(route.interface) ?? -1);
  const others = interfaces.addresses.filter((each) => !isOwn.address(each));
  return {
    state: {
      ruleset,
      rules: rules.own,
      routes: routes.own,
      addresses: interfaces.addresses.filter(isOwn.address),
      sysctls: new Map([...listings.sysctls].filter(([name]) => desired.sysctls.has(name))),
    },
    foreign: [
      ...toForeign('ip rule', rules.others, ruleKey, ({ item }) => conflicts.rules(item), 'one of Weir'),
      ...toForeign('ip route', routes.others, hostRouteKey, ({ item }) => conflicts.routes(item), 'one of Weir'),
    ],
    leftovers: [
      ...toForeign('ip address', others.filter(translated).map(asOther), addressText, () => true, ''),
      ...toForeign('ip route', routes.others, hostRouteKey, (each) => isLike(each, conflicts.routes, hasIndex), ''),
      ...toForeign('ip rule', rules.others, ruleKey, (each) => isLike(each, conflicts.rules, isOwnRule), ''),
    ],
    problems: findProblems(desired, interfaces.indexes, listings.sysctls),
  };
}

/** Returns a test for items whose text is among the texts. */
function oneOf<T>(texts: readonly string[], textOf: (item: T) => string): (item: T) => boolean {
  const known = new Set(texts);
  return (item) => known.has(textOf(item));
}

/** A listed object that Weir does not own. */
interface Other<T> {
  readonly item: T;
  /** If true, Weir supports the form, so that the item is complete. */
  readonly isPlain: boolean;
  readonly text: string;
}

interface Sorted<T> {
  readonly own: readonly T[];
  readonly others: readonly Other<T>[];
}

function asOther(item: HostAddress): Other<HostAddress> {
  return { item, isPlain: true, text: item.address };
}

/** Returns true if an item blocks nothing and has the form of Weir's items. */
function isLike<T>(
  { item, isPlain }: Other<T>,
  isConflict: (item: T) => boolean,
  isOurs: (item: T) => boolean,
): boolean {
  return isPlain && !isConflict(item) && isOurs(item);
}

/** Reads the listings of both families. */
function sortOut<T extends RoutingRule | HostRoute>(
  listings: HostListings,
  sort: 'rules' | 'routes',
  read: (item: JsonObject, family: Family) => { readonly value: T; readonly isPlain: boolean },
  isOwn: (item: T) => boolean,
): Sorted<T> {
  const own: T[] = [];
  const others: Other<T>[] = [];
  for (const family of FAMILIES) {
    for (const item of objectsOf(listings[sort][family])) {
      const { value, isPlain } = read(item, family);
      if (isPlain && isOwn(value)) own.push(value);
      else others.push({ item: value, isPlain, text: JSON.stringify(item) });
    }
  }
  return { own, others };
}

/** Converts items to foreign changes. `desired` returns the desired value that each blocks. */
function toForeign<T>(
  sort: string,
  others: readonly Other<T>[],
  keyOf: (item: T) => string,
  isMeant: (other: Other<T>) => boolean,
  desired: string,
): Change[] {
  return others.filter(isMeant).map(({ item, text }) => ({
    drift: 'foreign',
    sort,
    name: keyOf(item),
    owner: '',
    fields: [{ name: 'form', live: text, desired }],
  }));
}

interface Interfaces {
  /** Indexes items by name. */
  readonly indexes: ReadonlyMap<string, number>;
  /** Addresses that are the only ones on their prefix. */
  readonly addresses: readonly HostAddress[];
}

function readInterfaces(listing: string): Interfaces {
  const indexes = new Map<string, number>();
  const addresses: HostAddress[] = [];
  for (const { ifname, ifindex, addr_info } of objectsOf(listing)) {
    // Weir has no objects on an interface that `ip -batch` cannot name.
    if (typeof ifname !== 'string' || typeof ifindex !== 'number' || !isInterfaceWord(ifname)) continue;
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
      `interface ${name} has index ${index} here, so table ${table} does not belong to it: correct 'nodes' in weir.yaml`,
    );
  }
  for (const name of desired.sysctls.keys()) {
    if (!sysctls.has(name)) problems.add(`this kernel has no setting ${name}`);
  }
  return [...problems];
}
