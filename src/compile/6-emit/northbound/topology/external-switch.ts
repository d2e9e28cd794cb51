import type { Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import {
  externalRouterPortName,
  GATEWAY_INTERFACE,
  externalSwitchName,
  externalSwitchPortName,
} from '../../../../ovn-kubernetes/row-names.js';
import { addRouterPort } from './cluster-router.js';
import { type TopologyRows, type TopologyEntry, addRow, refer } from './topology-rows.js';

/** Interface of a node that its gateway router uses. */
export interface GatewayInterface {
  /** Prefix of its rows' names, and its physical network. */
  readonly names: (typeof GATEWAY_INTERFACE)[keyof typeof GATEWAY_INTERFACE];
  readonly interfaceId: string;
  readonly mac: string;
  /** Addresses with prefix lengths. */
  readonly networks: readonly string[];
  /** VLAN id, or 0 for none. */
  readonly vlanId: number;
}

/** Adds the switch between a gateway router and a physical network, and the router's port to it. */
export function addExternalSwitch(
  draft: TopologyRows,
  node: Node,
  router: TopologyEntry,
  gatewayInterface: GatewayInterface,
  { features, release }: Configuration,
): void {
  const announces = release.base.announcesAlways || features.has('egressIP');
  const { interfaceId, networks, vlanId } = gatewayInterface;
  const { prefix, physicalNetwork } = gatewayInterface.names;
  const mac = gatewayInterface.mac.toLowerCase();
  const switchName = prefix + externalSwitchName(node.name);
  const routerPort = prefix + externalRouterPortName(node.name);

  const external = addRow(draft, 'Logical_Switch', switchName, { name: switchName });
  const localnet = addRow(draft, 'Logical_Switch_Port', interfaceId, {
    name: interfaceId,
    type: 'localnet',
    addresses: ['unknown'],
    options: { network_name: physicalNetwork },
    tag_request: vlanId,
  });
  refer(external, 'ports', localnet);
  const toRouter = addRouterPort(draft, prefix + externalSwitchPortName(node.name), routerPort, {
    addresses: [mac],
    options: announces ? { 'exclude-lb-vips-from-garp': 'true', 'nat-addresses': 'router' } : {},
  });
  refer(external, 'ports', toRouter);
  const fromRouter = addRow(draft, 'Logical_Router_Port', routerPort, {
    name: routerPort,
    mac,
    networks: [...networks].sort(),
    external_ids: { 'gateway-physical-ip': 'yes' },
  });
  refer(router, 'ports', fromRouter);
}
