import type { NodeGateway, Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import { formatAddress } from '../../../../net/address.js';
import { ofFamily } from '../../../../net/prefix.js';
import {
  gatewayRouterName,
  joinRouterPortName,
  GATEWAY_INTERFACE,
  LOAD_BALANCER_GROUP,
  joinSwitchPortName,
} from '../../../../ovn-kubernetes/row-names.js';
import { joinAddress } from '../../../../ovn-kubernetes/addresses.js';
import { addRouterPort } from './cluster-router.js';
import { type TopologyRows, type TopologyEntry, addRow, refer } from './topology-rows.js';
import { addExternalSwitch } from './external-switch.js';
import { annotatedAddress, interfaceAddress } from './networks.js';
import { mtuOptions } from './node-switch.js';
import { NEIGHBOUR_SECONDS, SNAT_ZONE } from '../../../../ovn-kubernetes/numbers.js';
import { CONTROL_PLANE_PROTECTION } from '../../../../ovn-kubernetes/control-plane.js';
import { macOf } from '../../../../ovn-kubernetes/mac.js';

/**
 * Adds a node's gateway router, its ports to the join switch and to the physical networks, and the switches of the
 * latter. Its routes and NATs are added elsewhere. The node must meet the conditions of `hasGatewayRouter`.
 */
export function addGatewayRouter(
  draft: TopologyRows,
  node: Node,
  gateway: NodeGateway,
  configuration: Configuration,
  join: TopologyEntry,
): TopologyEntry {
  const name = gatewayRouterName(node.name);
  const physical = gateway.ipAddresses.map(({ address }) => formatAddress(address));
  const router = addRow(draft, 'Logical_Router', name, {
    name,
    external_ids: { physical_ip: physical[0] ?? '', physical_ips: physical.join(',') },
    options: {
      always_learn_from_arp_request: 'false',
      chassis: node.chassisId ?? '',
      // On a join switch with many gateway routers, known neighbours would need flows for every pair. Therefore they
      // are learned.
      dynamic_neigh_routers:
        configuration.interconnect && configuration.release.base.learnsNeighbours ? 'false' : 'true',
      lb_force_snat_ip: 'router_ip',
      mac_binding_age_threshold: `${NEIGHBOUR_SECONDS}`,
      'snat-ct-zone': `${SNAT_ZONE}`,
    },
    load_balancer_group: gateway.nodePortEnable
      ? [LOAD_BALANCER_GROUP.cluster, LOAD_BALANCER_GROUP.routers]
      : [LOAD_BALANCER_GROUP.cluster],
    copp: CONTROL_PLANE_PROTECTION.name,
  });
  refer(router, 'ports', addJoinPort(draft, node, configuration));
  refer(join, 'ports', addRouterPort(draft, joinSwitchPortName(name), joinRouterPortName(node.name)));
  addExternalSwitch(
    draft,
    node,
    router,
    {
      names: GATEWAY_INTERFACE.first,
      interfaceId: gateway.interfaceId,
      mac: gateway.macAddress,
      networks: gateway.ipAddresses.map(annotatedAddress),
      vlanId: gateway.vlanId,
    },
    configuration,
  );
  if (gateway.external) addSecondExternalSwitch(draft, node, router, gateway.external, configuration);
  return router;
}

function addSecondExternalSwitch(
  draft: TopologyRows,
  node: Node,
  router: TopologyEntry,
  { interfaceId, macAddress, ipAddresses }: NonNullable<NodeGateway['external']>,
  configuration: Configuration,
): void {
  addExternalSwitch(
    draft,
    node,
    router,
    {
      names: GATEWAY_INTERFACE.second,
      interfaceId,
      mac: macAddress,
      networks: ipAddresses.map(annotatedAddress),
      vlanId: 0,
    },
    configuration,
  );
}

function addJoinPort(draft: TopologyRows, node: Node, configuration: Configuration): TopologyEntry {
  const addresses = configuration.ipFamilies.flatMap((family) => {
    const address = joinAddress(node, configuration, family);
    const subnet = ofFamily(configuration.joinSubnets, family);
    return address && subnet ? [{ address, length: subnet.length }] : [];
  });
  const [first] = addresses;
  const name = joinRouterPortName(node.name);
  return addRow(draft, 'Logical_Router_Port', name, {
    name,
    mac: first && macOf(first.address),
    networks: addresses.map(({ address, length }) => interfaceAddress(address, length)).sort(),
    options: mtuOptions(node, configuration),
  });
}
