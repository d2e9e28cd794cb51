import type { Row } from '../../../../model/northbound.js';
import { widthOf } from '../../../../net/address.js';
import { bfdKey, byKey, staticRouteKey } from '../keys.js';
import { externalGatewayPortName, gatewayRouterName } from '../../../../ovn-kubernetes/row-names.js';
import { deferRow } from '../deferred-row.js';
import type { RouterRowDraft } from '../router-row.js';
import type { ServedAddress } from './served.js';

/**
 * Returns the source routes of the addresses on their gateway routers, one for each next hop (OVN-Kubernetes). Routes
 * of one address share its traffic, and replies return by the next hop of their connection.
 */
export function routesOf(served: readonly ServedAddress[]): RouterRowDraft[] {
  return served.flatMap(({ node, address, nextHops }) => {
    const router = gatewayRouterName(node.name);
    const output_port = externalGatewayPortName(node);
    const ip_prefix = `${address.text}/${widthOf(address.family)}`;
    return nextHops.map(({ address: { text: nexthop }, monitored, cause }): RouterRowDraft => {
      const identity = { ip_prefix, nexthop, policy: 'src-ip', output_port };
      return {
        router,
        distinction: '',
        row: deferRow({
          key: staticRouteKey(router, identity),
          columns: () => ({
            ...(monitored ? { bfd: bfdKey(output_port, nexthop) } : {}),
            ...identity,
            options: { ecmp_symmetric_reply: 'true' },
          }),
          cause,
        }),
      };
    });
  });
}

/** Returns one BFD session for each port and next hop that any resource wants monitored. */
export function sessionsOf(served: readonly ServedAddress[]): Row[] {
  const sessions = new Map<string, Row>();
  for (const { node, nextHops } of served) {
    const logical_port = externalGatewayPortName(node);
    for (const { address, monitored, cause } of nextHops) {
      const { text: dst_ip } = address;
      const key = bfdKey(logical_port, dst_ip);
      if (monitored && !sessions.has(key)) {
        sessions.set(key, { key, columns: { dst_ip, logical_port }, cause });
      }
    }
  }
  return [...sessions.values()].sort(byKey);
}
