import { defineFinding } from '../../model/catalogue.js';
import type { Severity } from '../../model/diagnostic.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/**
 * What is said where the inventory shows another cluster than weir.yaml does. `names` are the objects that show it, `shown`
 * what they show, both bounded.
 */
export const messages = {
  nodeSubnetOutside: defineFinding({
    code: 'configuration/node-subnet-outside',
    severity: 'error',
    summary: 'A node has a subnet outside of the pod networks of weir.yaml.',
    why: 'Traffic between pods would be taken for egress traffic, and filtered or translated.',
    fix: 'write the pod networks of the cluster as clusterSubnets in weir.yaml',
    message: (names: string, shown: string) =>
      `clusterSubnets does not contain the node subnets ${shown} of ${names}: traffic between pods would count as egress`,
    help: (_names, shown) =>
      `write the pod networks of the cluster as clusterSubnets in weir.yaml, with the prefix length of a node subnet last (10.128.0.0/14/23): they must contain ${shown}`,
  }),
  podAddressOutside: defineFinding({
    code: 'configuration/pod-address-outside',
    severity: 'error',
    summary: 'A pod has an address outside of the pod networks of weir.yaml.',
    why: 'Traffic between pods would be taken for egress traffic, and filtered or translated.',
    fix: 'write all pod networks of the cluster as clusterSubnets in weir.yaml',
    message: (names: string, shown: string) =>
      `clusterSubnets does not contain the pod addresses ${shown} of ${names}: traffic between pods would count as egress`,
    help: (_names, shown) =>
      `write all pod networks of the cluster as clusterSubnets in weir.yaml: they must contain ${shown}`,
  }),
  joinAddressOutside: defineFinding({
    code: 'configuration/join-address-outside',
    severity: 'error',
    summary: 'A gateway router has an address outside of the join networks of weir.yaml.',
    why: 'Rows would refer to addresses that the routers of the cluster do not have.',
    fix: 'write the join networks of the cluster as joinSubnets in weir.yaml',
    message: (names: string, shown: string) =>
      `joinSubnets does not contain the addresses ${shown} of the gateway routers of ${names}`,
    help: (_names, shown) =>
      `write the join networks of the cluster as joinSubnets in weir.yaml: they must contain ${shown}`,
  }),
  transitAddressOutside: defineFinding({
    code: 'configuration/transit-address-outside',
    severity: 'warning',
    summary: 'A node has a transit switch address outside of the transit networks of weir.yaml.',
    why: 'Reroutes to other zones would use addresses that the cluster does not use.',
    fix: 'write the transit networks of the cluster as transitSubnets in weir.yaml',
    message: (names: string, shown: string) =>
      `transitSubnets does not contain the transit switch addresses ${shown} of ${names}`,
    help: (_names, shown) =>
      `write the transit networks of the cluster as transitSubnets in weir.yaml: they must contain ${shown}`,
  }),
  otherMasqueradeSubnet: defineFinding({
    code: 'configuration/other-masquerade-subnet',
    severity: 'error',
    summary: 'Nodes have a masquerade subnet that weir.yaml does not list.',
    why: 'Rules on the hosts would use addresses that the cluster does not use.',
    fix: 'write masqueradeSubnets in weir.yaml as the nodes have it',
    message: (names: string, shown: string) =>
      `masqueradeSubnets does not list the masquerade subnet ${shown} of ${names}`,
    help: (_names, shown) => `write masqueradeSubnets in weir.yaml as the nodes have it: ${shown}`,
  }),
  clusterIPOutside: defineFinding({
    code: 'configuration/cluster-ip-outside',
    severity: { oneOf: ['error', 'warning'], choose: (severity) => severity },
    summary: 'A Service has a cluster IP outside of the service networks of weir.yaml.',
    why: 'Traffic to the Service would be taken for egress traffic.',
    fix: 'write all service networks of the cluster as serviceCIDRs in weir.yaml',
    message: (_severity: Severity, names: string, shown: string) =>
      `serviceCIDRs does not contain the cluster IPs ${shown} of ${names}`,
    help: (_severity, _names, shown) =>
      `write all service networks of the cluster as serviceCIDRs in weir.yaml: they must contain ${shown}`,
  }),
  familyOff: defineFinding({
    code: 'configuration/family-off',
    severity: 'error',
    summary: 'Nodes have subnets of an IP family that weir.yaml leaves out.',
    why: 'Traffic of this family would be neither filtered nor redirected.',
    fix: 'add the IP family to ipFamilies in weir.yaml, and its networks to clusterSubnets',
    message: (names: string, shown: string) =>
      `ipFamilies does not list ${shown}, but ${names} ${names.includes(',') ? 'have' : 'has'} such a node subnet: ${shown} traffic is left out`,
    help: (_names, shown) => `add ${shown} to ipFamilies in weir.yaml, and its networks to clusterSubnets`,
  }),
  familyUnseen: defineFinding({
    code: 'configuration/family-unseen',
    severity: 'warning',
    summary: 'weir.yaml lists an IP family of which no node has a subnet.',
    why: 'Rows of this family have no effect, and addresses of it find no node.',
    fix: 'remove the IP family from ipFamilies in weir.yaml, and its networks from clusterSubnets',
    message: (family: string) => `ipFamilies lists ${family}, but no node has an ${family} subnet`,
    help: (family) => `remove ${family} from ipFamilies in weir.yaml, and its networks from clusterSubnets`,
  }),
  otherGatewayMode: defineFinding({
    code: 'configuration/other-gateway-mode',
    severity: { oneOf: ['error', 'warning'], choose: (severity) => severity },
    summary: 'Nodes have another gateway mode than weir.yaml.',
    why: 'In the wrong mode, rows and host rules are in places that the traffic does not pass.',
    fix: 'write the gateway mode of the nodes as gatewayMode in weir.yaml',
    message: (_severity: Severity, mode: string, names: string, shown: string) =>
      `gatewayMode is ${mode}, but the gateway mode of ${names} is ${shown}`,
    help: (severity, mode, names, shown) =>
      severity === 'error'
        ? `write gatewayMode: ${shown} in weir.yaml`
        : `set all nodes to one mode: weir.yaml has one for all, so ${names} get the output of gatewayMode ${mode}`,
  }),
  zonesApart: defineFinding({
    code: 'inventory/zones-without-interconnect',
    severity: 'error',
    summary: 'Nodes are in several zones, and interconnect is off.',
    why: 'Redirections between zones would be left out.',
    fix: 'write interconnect: true in weir.yaml: each zone has a Northbound database of its own',
    message: (names: string, count: number) =>
      `the nodes are in ${count} zones (${names}), but interconnect is off: redirections between zones would be left out`,
  }),
  interconnectOff: defineFinding({
    code: 'configuration/interconnect-off',
    severity: 'warning',
    summary: 'Nodes have addresses on a transit switch, and interconnect is off.',
    why: 'Redirections between zones would be left out.',
    fix: `write interconnect: true in weir.yaml, or remove the stale annotation ${NODE_ANNOTATION.transitAddresses}`,
    message: (names: string) =>
      `interconnect is off, but ${names} ${names.includes(',') ? 'have' : 'has'} an address on the transit switch between zones`,
  }),
  interconnectUnseen: defineFinding({
    code: 'configuration/interconnect-unseen',
    severity: 'warning',
    summary: 'Interconnect is on, and nothing in the inventory shows zones.',
    why: 'Each node would get rows for a database of its own, which does not exist.',
    fix: 'write interconnect: false in weir.yaml if one Northbound database serves all nodes',
    message: (names: string) =>
      `interconnect is on, but all nodes (${names}) are in zone global, and none has an address on the transit switch`,
  }),
  otherPlatform: defineFinding({
    code: 'configuration/other-platform',
    severity: { oneOf: ['error', 'warning'], choose: (severity) => severity },
    summary: 'The inventory shows another platform than weir.yaml.',
    why: 'On a cloud, egress addresses work only where they are attached to the machines, which have a limit.',
    fix: 'write the platform of the cluster as platform in weir.yaml',
    message: (_severity: Severity, platform: string, names: string, shown: string) =>
      `platform is ${platform}, but ${names} ${names.includes(',') ? 'are' : 'is'} on ${shown}`,
    help: (severity, _platform, _names, shown) =>
      severity === 'error'
        ? `write platform: ${shown} in weir.yaml`
        : `write platform: ${shown} in weir.yaml if live controllers attach egress addresses in the cloud; if none does, platform: None is right`,
  }),
};
