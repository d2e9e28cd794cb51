import type { Row } from '../../../../model/northbound.js';
import { bfdKey, byKey, staticRouteKey } from '../keys.js';
import { externalGatewayPortName, gatewayRouterName } from '../../../../ovn-kubernetes/row-names.js';
import type { RouterRowDraft } from '../router-row.js';
import type { ServedAddress } from './served.js';

/**
 * Source routes of the addresses on their gateway routers, one for each next hop (OVN-Kubernetes v1.3). Routes of one
 * address share its traffic, and replies return by the next hop of their connection.
 */
export function routesOf(served: readonly ServedAddress[]): RouterRowDraft[] {
  return served.flatMap(({ node, address, family, nextHops }) => {
    const router = gatewayRouterName(node.name);
    const output_port = externalGatewayPortName(node);
    const ip_prefix = `${address}/${family === 'IPv4' ? 32 : 128}`;
    return nextHops.map(({ address: nexthop, monitored, cause }): RouterRowDraft => {
      const identity = { ip_prefix, nexthop, policy: 'src-ip', output_port };
      return {
        router,
        key: staticRouteKey(router, identity),
        distinction: '',
        columns: () => ({
          ...(monitored ? { bfd: bfdKey(output_port, nexthop) } : {}),
          ...identity,
          options: { ecmp_symmetric_reply: 'true' },
        }),
        cause,
      };
    });
  });
}

/** One BFD session for each port and next hop that somebody wants watched, whoever else goes there. */
export function sessionsOf(served: readonly ServedAddress[]): Row[] {
  const sessions = new Map<string, Row>();
  for (const { node, nextHops } of served) {
    const logical_port = externalGatewayPortName(node);
    for (const { address, monitored, cause } of nextHops) {
      const key = bfdKey(logical_port, address);
      if (monitored && !sessions.has(key)) {
        sessions.set(key, { key, columns: { dst_ip: address, logical_port }, cause });
      }
    }
  }
  return [...sessions.values()].sort(byKey);
}
