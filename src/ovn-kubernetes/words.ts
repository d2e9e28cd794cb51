import type { HostRoute, RoutingRule } from '../model/node-state.js';
import { type Family, widthOf } from '../net/address.js';

/** Returns a route as arguments of `ip route` after its verb (ip-route(8)). */
export function routeWords({ destination, via, interface: name, table }: Omit<HostRoute, 'family'>): string {
  return `${destination}${via === undefined ? '' : ` via ${via}`} dev ${name} table ${table}`;
}

/**
 * Returns the priority and the selector of a rule as arguments of `ip rule`, between its verb and its action
 * (ip-rule(8)).
 */
export function selectorWords({ family, priority, from, fwmark, sport }: Omit<RoutingRule, 'table'>): string {
  const words = [
    `priority ${priority}`,
    ...(from === undefined ? [] : [`from ${from}/${widthOf(family)}`]),
    ...(fwmark === undefined ? [] : [`fwmark ${fwmark}`]),
    ...(sport === undefined ? [] : [`sport ${sport}`]),
  ];
  return words.join(' ');
}

/**
 * Returns an address with its prefix length as arguments of `ip address add` and `replace` (ip-address(8)). An IPv6
 * address is usable at once, and deprecated, so that the host does not choose it for its own connections
 * (OVN-Kubernetes).
 */
export function addressWords(prefix: string, name: string, family: Family): string {
  return `${prefix} dev ${name}${family === 'IPv6' ? ' nodad valid_lft forever preferred_lft 0' : ''}`;
}
