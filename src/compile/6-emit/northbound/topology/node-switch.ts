import { protocolOf } from '../address-family.js';
import type { Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import { type Address, formatAddress } from '../../../../net/address.js';
import { addressAt, formatPrefix, ofFamily } from '../../../../net/prefix.js';
import { gatewayAddressIn, managementAddressIn, ARP_PROXY } from '../../../../ovn-kubernetes/addresses.js';
import { objectIds, ID_KEY } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import {
  managementPortName,
  nodeRouterPortName,
  nodeSwitchName,
  LOAD_BALANCER_GROUP,
  nodeSwitchPortName,
} from '../../../../ovn-kubernetes/row-names.js';
import { allowRule } from './cluster-port-groups.js';
import { addRouterPort } from './cluster-router.js';
import { type TopologyRows, type TopologyEntry, addRow, refer } from './topology-rows.js';
import { clusterPrefixes, interfaceAddress } from './networks.js';
import { CHASSIS_PRIORITY } from '../../../../ovn-kubernetes/numbers.js';
import { macOf } from '../../../../ovn-kubernetes/mac.js';

/** Rows that a node's switch is connected to. */
interface ConnectedRows {
  readonly router: TopologyEntry;
  readonly clusterPortGroup: TopologyEntry;
}

/** Adds the switch of a node's pods with its router and management ports. The node must have subnets. */
export function addNodeSwitch(
  draft: TopologyRows,
  node: Node,
  configuration: Configuration,
  connected: ConnectedRows,
): TopologyEntry {
  const { name, subnets } = node;
  const subnet = ofFamily(subnets, 'IPv4');
  const subnet6 = ofFamily(subnets, 'IPv6');
  const nodeSwitch = addRow(draft, 'Logical_Switch', nodeSwitchName(name), {
    name: nodeSwitchName(name),
    other_config: {
      ...(subnet6 && { ipv6_prefix: formatAddress(addressAt(subnet6, 0)) }),
      ...(subnet && { subnet: formatPrefix(subnet) }),
    },
    load_balancer_group: [LOAD_BALANCER_GROUP.cluster, LOAD_BALANCER_GROUP.switches],
    acls: addManagementRules(draft, node),
  });
  refer(connected.router, 'ports', addNodeRouterPort(draft, node, configuration));
  const cidrs = clusterPrefixes(configuration).map(formatPrefix);
  const options = { arp_proxy: [ARP_PROXY, ...cidrs].join(' ') };
  refer(nodeSwitch, 'ports', addRouterPort(draft, nodeSwitchPortName(name), nodeRouterPortName(name), { options }));
  const managementPort = addManagementPort(draft, node);
  refer(nodeSwitch, 'ports', managementPort);
  refer(connected.clusterPortGroup, 'ports', managementPort);
  return nodeSwitch;
}

/**
 * Returns the `options` of a router port that tells senders the maximum packet size, unless the node's kernel does not
 * support it.
 */
export function mtuOptions(node: Node, { mtu }: Configuration): Readonly<Record<string, string>> {
  return node.gatewayMtuSupport ? { gateway_mtu: `${mtu}` } : {};
}

/** Adds the cluster router's port to the node's switch, which is the pods' gateway. */
function addNodeRouterPort(draft: TopologyRows, node: Node, configuration: Configuration): TopologyEntry {
  const name = nodeRouterPortName(node.name);
  const gateways = node.subnets.map((subnet) => ({ address: gatewayAddressIn(subnet), length: subnet.length }));
  const named = gateways.find(({ address }) => address.family === 'IPv4') ?? gateways[0];
  const chassis = node.chassisId === undefined ? undefined : `${name}-${node.chassisId}`;
  if (chassis !== undefined) {
    addRow(draft, 'Gateway_Chassis', chassis, {
      name: chassis,
      chassis_name: node.chassisId,
      priority: CHASSIS_PRIORITY,
    });
  }
  return addRow(draft, 'Logical_Router_Port', name, {
    name,
    mac: named && macOf(named.address),
    networks: gateways.map(({ address, length }) => interfaceAddress(address, length)).sort(),
    options: configuration.release.base.hasNodePortMTU ? mtuOptions(node, configuration) : {},
    gateway_chassis: chassis === undefined ? [] : [chassis],
  });
}

function managementAddresses({ subnets }: Node): readonly Address[] {
  return subnets.map(managementAddressIn);
}

function addManagementPort(draft: TopologyRows, node: Node): TopologyEntry {
  const addresses = managementAddresses(node);
  const [first] = addresses;
  const mac = node.managementMac?.toLowerCase() ?? (first && macOf(first));
  const name = managementPortName(node.name);
  return addRow(draft, 'Logical_Switch_Port', name, {
    name,
    addresses: [[mac, ...addresses.map(formatAddress)].join(' ')],
  });
}

/**
 * Adds rules that let the node reach its own pods regardless of policies, for health checks. Returns the keys of the
 * ACLs, sorted.
 */
function addManagementRules(draft: TopologyRows, node: Node): readonly string[] {
  const keys = managementAddresses(node).map((address) => {
    const ip = formatAddress(address);
    const ids = objectIds(OWNER_TYPE.fromNode, ['name', nodeSwitchName(node.name)], ['ip', ip]);
    // Upstream writes these matches without blanks, unlike all others.
    const match = `${protocolOf(address.family)}.src==${ip}`;
    return addRow(draft, 'ACL', ids[ID_KEY.id], { ...allowRule(ids, match), direction: 'to-lport' }).key;
  });
  return keys.sort();
}
