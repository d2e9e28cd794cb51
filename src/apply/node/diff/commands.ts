import { addressWords, routeWords } from '../../../ovn-kubernetes/words.js';
import type { HostAddress, HostCommand, HostRoute, NodeState } from '../../../model/node-state.js';
import { type Family, FAMILIES, widthOf } from '../../../net/address.js';
import { switchRuleset } from './nft-commands.js';
import { addressText, hostRouteKey, routeLine, ruleKey, ruleLine, ruleText } from './own.js';

const FLAGS = { IPv4: '-4', IPv6: '-6' } as const;

/**
 * Returns the commands from one state of a host to another, in order. First addresses, routes and translations of the
 * new generation, then the rules that use them. Then the old generation is removed, rules first. Each packet meets a
 * complete generation. `isRestore`: the start is unknown, between both states, so each command is harmless if it has
 * nothing to do.
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
  // A route with a different next hop is replaced in one step. `ip` reports an error if `add` meets a foreign route.
  const known = new Set(from.routes.map(hostRouteKey));
  const routeVerb = (route: HostRoute): string => (isRestore || known.has(hostRouteKey(route)) ? 'replace' : 'add');
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
 * Returns true if the new table cannot contain translations of the old one, so that they end with the switch. Packets
 * that need them must have stopped before.
 */
function losesElements({ ruleset: old }: NodeState, { ruleset }: NodeState): boolean {
  if (!old || !ruleset) return false;
  return [...old.sets].some(
    ([name, { declaration, elements }]) => elements.size > 0 && ruleset.sets.get(name)?.declaration !== declaration,
  );
}

/** Returns the items whose text is missing among the others. */
function without<T>(items: readonly T[], others: readonly T[], textOf: (item: T) => string): readonly T[] {
  const known = new Set(others.map(textOf));
  return items.filter((item) => !known.has(textOf(item)));
}

/**
 * Returns the routes that the new generation lacks, except those that it replaces. Routes by a neighbour precede the
 * route to it.
 */
function goneRoutes(from: NodeState, to: NodeState, come: readonly HostRoute[]): readonly HostRoute[] {
  const replaced = new Set(come.map(hostRouteKey));
  return without(from.routes, to.routes, routeLine)
    .filter((route) => !replaced.delete(hostRouteKey(route)))
    .sort((a, b) => Number(a.via === undefined) - Number(b.via === undefined));
}

function changedSettings(from: NodeState, to: NodeState): HostCommand[] {
  return [...to.sysctls]
    .filter(([name, value]) => from.sysctls.get(name) !== value)
    .map(([name, value]) => ({ program: 'tee', args: [settingPath(name)], input: `${value}\n` }));
}

/** Returns the file of a kernel setting below /proc/sys, for example for `net.ipv4.conf.all.src_valid_mark`. */
export function settingPath(name: string): string {
  return `/proc/sys/${name.replaceAll('.', '/')}`;
}

/** Returns one `ip -batch` command per family, because it supports only one. */
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
