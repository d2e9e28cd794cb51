import { FIRST_TABLE, MAIN_TABLE, POD_TO_NODE_MARK } from '../../../ovn-kubernetes/numbers.js';
import { HOST_RULE_PRIORITY } from '../../../ovn-kubernetes/priorities.js';
import { routeWords, selectorWords } from '../../../ovn-kubernetes/words.js';
import type { HostAddress, HostRoute, PolicyRule } from '../../../model/node-state.js';

/** Whether a rule has the form of those that Weir makes: by its priority, what it selects by and where it leads. */
export function isOwnRule({ priority, from, fwmark, sport, table }: PolicyRule): boolean {
  if (priority === HOST_RULE_PRIORITY.egressService) return from !== undefined && fwmark === undefined;
  if (priority === HOST_RULE_PRIORITY.podToNode)
    return from === undefined && fwmark === POD_TO_NODE_MARK && table === MAIN_TABLE;
  if (priority !== HOST_RULE_PRIORITY.egressIP) return false;
  return from !== undefined && fwmark === undefined && sport === undefined && table > FIRST_TABLE;
}

/** Whether a route is in the table where Weir has those of its interface. */
export function isOwnRoute({ table }: Pick<HostRoute, 'table'>, index: number): boolean {
  return table === FIRST_TABLE + index;
}

/** Natural identity of a rule: what it selects, and when. */
export function ruleKey({ family, priority, from, fwmark, sport }: PolicyRule): string {
  const words = [
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(fwmark === undefined ? [] : [`fwmark ${fwmark}`]),
    ...(sport === undefined ? [] : [`sport ${sport}`]),
  ];
  return `${family} ${priority} ${words.join(' ')}`;
}

/** Natural identity of a route. */
export function routeKey({ family, table, destination }: Pick<HostRoute, 'family' | 'table' | 'destination'>): string {
  return `${family} table ${table} ${destination}`;
}

/** A rule behind the verb of `ip rule`. */
export function ruleText(rule: PolicyRule): string {
  return `${selectorWords(rule)} table ${rule.table}`;
}

/** Everything that a rule of ours says. */
export function ruleLine(rule: PolicyRule): string {
  return `${rule.family} ${ruleText(rule)}`;
}

/** Everything that a route of ours says. */
export function routeLine(route: HostRoute): string {
  return `${route.family} ${routeWords(route)}`;
}

/** `<interface> <address>`. */
export function addressText({ interface: name, address }: HostAddress): string {
  return `${name} ${address}`;
}
