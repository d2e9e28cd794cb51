import { FIRST_TABLE, MAIN_TABLE, POD_TO_NODE_MARK, tableOfInterface } from '../../../ovn-kubernetes/numbers.js';
import { HOST_RULE_PRIORITY } from '../../../ovn-kubernetes/priorities.js';
import { routeWords, selectorWords } from '../../../ovn-kubernetes/words.js';
import type { HostAddress, HostRoute, RoutingRule } from '../../../model/node-state.js';

/** Returns true if a rule has the form of those by Weir: by its priority, selectors and table. */
export function isOwnRule({ priority, from, fwmark, sport, table }: RoutingRule): boolean {
  if (priority === HOST_RULE_PRIORITY.egressService) return from !== undefined && fwmark === undefined;
  if (priority === HOST_RULE_PRIORITY.podToNode)
    return from === undefined && fwmark === POD_TO_NODE_MARK && table === MAIN_TABLE;
  if (priority !== HOST_RULE_PRIORITY.egressIP) return false;
  return from !== undefined && fwmark === undefined && sport === undefined && table > FIRST_TABLE;
}

/** Returns true if a route is in Weir's table of its interface. */
export function isOwnRoute({ table }: Pick<HostRoute, 'table'>, index: number): boolean {
  return table === tableOfInterface(index);
}

/** Returns the natural identity of a rule: its selectors and priority. */
export function ruleKey({ family, priority, from, fwmark, sport }: RoutingRule): string {
  const words = [
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(fwmark === undefined ? [] : [`fwmark ${fwmark}`]),
    ...(sport === undefined ? [] : [`sport ${sport}`]),
  ];
  return `${family} ${priority} ${words.join(' ')}`;
}

/** Returns the natural identity of a route. */
export function hostRouteKey({
  family,
  table,
  destination,
}: Pick<HostRoute, 'family' | 'table' | 'destination'>): string {
  return `${family} table ${table} ${destination}`;
}

/** Formats a rule for `ip rule`, after the verb. */
export function ruleText(rule: RoutingRule): string {
  return `${selectorWords(rule)} table ${rule.table}`;
}

/** Formats all values of an owned rule. */
export function ruleLine(rule: RoutingRule): string {
  return `${rule.family} ${ruleText(rule)}`;
}

/** Formats all values of an owned route. */
export function routeLine(route: HostRoute): string {
  return `${route.family} ${routeWords(route)}`;
}

/** Formats an address: `<interface> <address>`. */
export function addressText({ interface: name, address }: HostAddress): string {
  return `${name} ${address}`;
}
