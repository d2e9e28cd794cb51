import type { Configuration } from '../../../../model/configuration.js';
import { ofFamily } from '../../../../net/prefix.js';
import {
  clusterRouterName,
  joinSwitchName,
  joinPortOfRouter,
  joinSwitchPortName,
} from '../../../../ovn-kubernetes/row-names.js';
import { clusterRouterJoinAddress } from '../../../../ovn-kubernetes/addresses.js';
import { type TopologyRows, type TopologyEntry, addRow, refer } from './topology-rows.js';
import { interfaceAddress } from './networks.js';
import { CONTROL_PLANE_PROTECTION } from '../../../../ovn-kubernetes/control-plane.js';
import { macOf } from '../../../../ovn-kubernetes/mac.js';

/** Cluster router, and the switch between it and the gateway routers. */
export interface ClusterRouter {
  readonly router: TopologyEntry;
  readonly join: TopologyEntry;
}

/** Adds the cluster router, the join switch and the ports that connect them. */
export function addClusterRouter(draft: TopologyRows, configuration: Configuration): ClusterRouter {
  const router = addRow(draft, 'Logical_Router', clusterRouterName, {
    name: clusterRouterName,
    external_ids: { 'k8s-cluster-router': 'yes', ...configuration.release.base.clusterRouterIds },
    options: { always_learn_from_arp_request: 'false' },
    copp: CONTROL_PLANE_PROTECTION.name,
  });
  const join = addRow(draft, 'Logical_Switch', joinSwitchName, { name: joinSwitchName });

  const port = joinPortOfRouter(clusterRouterName);
  const addresses = configuration.ipFamilies.flatMap((family) => {
    const address = clusterRouterJoinAddress(configuration, family);
    const subnet = ofFamily(configuration.joinSubnets, family);
    return address && subnet ? [{ address, length: subnet.length }] : [];
  });
  const [first] = addresses;
  if (!first) return { router, join };
  refer(
    router,
    'ports',
    addRow(draft, 'Logical_Router_Port', port, {
      name: port,
      mac: macOf(first.address),
      networks: addresses.map(({ address, length }) => interfaceAddress(address, length)).sort(),
    }),
  );
  refer(join, 'ports', addRouterPort(draft, joinSwitchPortName(clusterRouterName), port));
  return { router, join };
}

/** Adds the switch port of a link to a router port. */
export function addRouterPort(
  draft: TopologyRows,
  name: string,
  routerPort: string,
  more: {
    readonly options?: Readonly<Record<string, string>>;
    readonly external_ids?: Readonly<Record<string, string>>;
    readonly addresses?: readonly string[];
  } = {},
): TopologyEntry {
  return addRow(draft, 'Logical_Switch_Port', name, {
    name,
    type: 'router',
    addresses: more.addresses ?? ['router'],
    options: { ...more.options, 'router-port': routerPort },
    external_ids: more.external_ids,
  });
}
