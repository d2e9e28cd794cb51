import { addressWords, routeWords } from '../../../ovn-kubernetes/words.js';
import type { HostAddress, HostCommand, HostRoute, NodeState } from '../../../model/node-state.js';
import { type Family, FAMILIES, widthOf } from '../../../net/address.js';
import { switchRuleset } from './nft-commands.js';
import { addressText, routeKey, routeLine, ruleKey, ruleLine, ruleText } from './own.js';

const FLAGS = { IPv4: '-4', IPv6: '-6' } as const;

/**
 * The commands that lead from one state of a host to another, in their order: addresses, routes and translations of the
 * new generation, then the rules that lead packets there, then the old generation goes, its rules first. A packet finds
 * the one or the other complete. `isRestore`: they start from an unknown point between the two, in either direction, so
 * each of them does no harm where it has nothing to do.
 */
export function planCommands(from: NodeState, to: NodeState, isRestore = false): readonly HostCommand[] {
  const { extend, reduce } = switchRuleset(from.ruleset, to.ruleset, isRestore);
  const rules = { come: without(to.rules, from.rules, ruleLine), go: without(from.rules, to.rules, ruleLine) };
  const comingRoutes = without(to.routes, from.routes, routeLine);
  const routes = { come: comingRoutes, go: goneRoutes(from, to, comingRoutes) };
  const addresses = {
    come: without(to.addresses, from.addresses, addressText),
    go: without(from.addresses, to.addresses, addressText),
  };
  // A route that has another next hop is replaced in one step; `ip` says so itself where `add` would hit a stranger's.
  const known = new Set(from.routes.map(routeKey));
  const routeVerb = (route: HostRoute): string => (isRestore || known.has(routeKey(route)) ? 'replace' : 'add');
  const batch = (lines: (family: Family) => readonly string[]): HostCommand[] => batches(lines, isRestore);
  const early = new Set(losesElements(from, to) ? without(rules.go, rules.come, ruleKey) : []);
  const late = rules.go.filter((rule) => !early.has(rule));
  return [
    ...changedSettings(from, to),
    ...batch((family) => [
      ...ofFamily(addresses.come, family).map(addAddress),
      ...ofFamily(routes.come, family).map((route) => `route ${routeVerb(route)} ${routeWords(route)}`),
    ]),
    ...batch((family) => ofFamily([...early], family).map((rule) => `rule del ${ruleText(rule)}`)),
    ...extend,
    ...batch((family) => ofFamily(rules.come, family).map((rule) => `rule add ${ruleText(rule)}`)),
    ...batch((family) => [
      ...ofFamily(late, family).map((rule) => `rule del ${ruleText(rule)}`),
      ...ofFamily(routes.go, family).map((route) => `route del ${routeWords(route)}`),
      ...ofFamily(addresses.go, family).map((each) => `address del ${prefixText(each)} dev ${each.interface}`),
    ]),
    ...reduce,
  ];
}

/**
 * Whether the new table has no place for translations of the old one, so that they go as soon as it comes. Packets that
 * need them must then have stopped before.
 */
function losesElements({ ruleset: old }: NodeState, { ruleset }: NodeState): boolean {
  if (!old || !ruleset) return false;
  return [...old.sets].some(
    ([name, { declaration, elements }]) => elements.size > 0 && ruleset.sets.get(name)?.declaration !== declaration,
  );
}

/** The items whose text the others do not have. */
function without<T>(items: readonly T[], others: readonly T[], textOf: (item: T) => string): readonly T[] {
  const known = new Set(others.map(textOf));
  return items.filter((item) => !known.has(textOf(item)));
}

/**
 * Routes that the new generation lacks. Where it has another to the same destination, that has replaced the first. Those
 * that go by a neighbour go before the route to it.
 */
function goneRoutes(from: NodeState, to: NodeState, come: readonly HostRoute[]): readonly HostRoute[] {
  const replaced = new Set(come.map(routeKey));
  return without(from.routes, to.routes, routeLine)
    .filter((route) => !replaced.delete(routeKey(route)))
    .sort((a, b) => Number(a.via === undefined) - Number(b.via === undefined));
}

function changedSettings(from: NodeState, to: NodeState): HostCommand[] {
  return [...to.sysctls]
    .filter(([name, value]) => from.sysctls.get(name) !== value)
    .map(([name, value]) => ({ program: 'tee', args: [settingPath(name)], input: `${value}\n` }));
}

/** Where the kernel shows a setting: `net.ipv4.conf.all.src_valid_mark` is a file in /proc/sys. */
export function settingPath(name: string): string {
  return `/proc/sys/${name.replaceAll('.', '/')}`;
}

/** `ip -batch` takes one family at a time. */
function batches(lines: (family: Family) => readonly string[], isRestore: boolean): HostCommand[] {
  return FAMILIES.flatMap((family) => {
    const own = lines(family);
    if (own.length === 0) return [];
    const args = [FLAGS[family], ...(isRestore ? ['-force'] : []), '-batch', '-'];
    return [{ program: 'ip', args, input: `${own.join('\n')}\n` }];
  });
}

function ofFamily<T extends { readonly family: Family }>(items: readonly T[], family: Family): readonly T[] {
  return items.filter((item) => item.family === family);
}

function addAddress(each: HostAddress): string {
  return `address replace ${addressWords(prefixText(each), each.interface, each.family)}`;
}

function prefixText({ family, address }: HostAddress): string {
  return `${address}/${widthOf(family)}`;
}
