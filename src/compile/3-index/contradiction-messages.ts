import { findingsOf } from '../../diagnostics/findings-of.js';
import type { Finding, Severity } from '../../model/diagnostic.js';

const finding = findingsOf('configuration');

/**
 * What is said where the inventory shows another cluster than weir.yaml does. `names` are the objects that show it, `shown`
 * what they show, both bounded.
 */
export const contradictionMessages = {
  nodeSubnetOutside: (names: string, shown: string): Finding =>
    finding(
      'node-subnet-outside',
      'error',
      `clusterSubnets does not hold the node subnets ${shown} of ${names}: traffic between pods would be taken for egress`,
      `write the pod networks of the cluster as clusterSubnets in weir.yaml, with the prefix length of a node subnet last (10.128.0.0/14/23): they must hold ${shown}`,
    ),
  podAddressOutside: (names: string, shown: string): Finding =>
    finding(
      'pod-address-outside',
      'error',
      `clusterSubnets does not hold the pod addresses ${shown} of ${names}: traffic between pods would be taken for egress`,
      `write all pod networks of the cluster as clusterSubnets in weir.yaml: they must hold ${shown}`,
    ),
  joinAddressOutside: (names: string, shown: string): Finding =>
    finding(
      'join-address-outside',
      'error',
      `joinSubnets does not hold the addresses ${shown} of the gateway routers of ${names}`,
      `write the join networks of the cluster as joinSubnets in weir.yaml: they must hold ${shown}`,
    ),
  transitAddressOutside: (names: string, shown: string): Finding =>
    finding(
      'transit-address-outside',
      'warning',
      `transitSubnets does not hold the transit switch addresses ${shown} of ${names}`,
      `write the transit networks of the cluster as transitSubnets in weir.yaml: they must hold ${shown}`,
    ),
  otherMasqueradeSubnet: (names: string, shown: string): Finding =>
    finding(
      'other-masquerade-subnet',
      'error',
      `masqueradeSubnets does not list the masquerade subnet ${shown} of ${names}`,
      `write masqueradeSubnets in weir.yaml as the nodes have it: ${shown}`,
    ),
  clusterIPOutside: (severity: Severity, names: string, shown: string): Finding =>
    finding(
      'cluster-ip-outside',
      severity,
      `serviceCIDRs does not hold the cluster IPs ${shown} of ${names}`,
      `write all service networks of the cluster as serviceCIDRs in weir.yaml: they must hold ${shown}`,
    ),
  familyOff: (names: string, shown: string): Finding =>
    finding(
      'family-off',
      'error',
      `ipFamilies does not list ${shown}, but ${names} ${names.includes(',') ? 'have' : 'has'} such a node subnet: what becomes of ${shown} traffic is left out`,
      `add ${shown} to ipFamilies in weir.yaml, and its networks to clusterSubnets`,
    ),
  familyUnseen: (family: string): Finding =>
    finding(
      'family-unseen',
      'warning',
      `ipFamilies lists ${family}, but no node has an ${family} subnet`,
      `remove ${family} from ipFamilies in weir.yaml, and its networks from clusterSubnets`,
    ),
  otherGatewayMode: (severity: Severity, mode: string, names: string, shown: string): Finding =>
    finding(
      'other-gateway-mode',
      severity,
      `gatewayMode is ${mode}, but the gateway mode of ${names} is ${shown}`,
      severity === 'error'
        ? `write gatewayMode: ${shown} in weir.yaml`
        : `nodes differ, and weir.yaml takes one mode for all: what is made for ${names} is that of gatewayMode ${mode}`,
    ),
  zonesApart: (names: string, count: number): Finding => ({
    code: 'inventory/zones-without-interconnect',
    severity: 'error',
    message: `the nodes are in ${count} zones (${names}), but interconnect is off: what leads from zone to zone would be left out`,
    help: 'write interconnect: true in weir.yaml: each zone has a Northbound database of its own',
  }),
  interconnectOff: (names: string): Finding =>
    finding(
      'interconnect-off',
      'warning',
      `interconnect is off, but ${names} ${names.includes(',') ? 'have' : 'has'} an address on the transit switch between zones`,
      'write interconnect: true in weir.yaml, or remove the stale annotation k8s.ovn.org/node-transit-switch-port-ifaddr',
    ),
  interconnectUnseen: (names: string): Finding =>
    finding(
      'interconnect-unseen',
      'warning',
      `interconnect is on, but all nodes (${names}) are in the zone global and none has an address on the transit switch`,
      'write interconnect: false in weir.yaml if one Northbound database serves all nodes',
    ),
};
