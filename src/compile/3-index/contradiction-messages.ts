import { defineFinding } from '../../model/catalogue.js';
import type { Severity } from '../../model/diagnostic.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/**
 * Findings if the inventory contradicts weir.yaml. `names` are the objects that show it, and `shown` their values, both
 * bounded.
 */
export const messages = {
  nodeSubnetOutside: defineFinding({
    code: 'configuration/node-subnet-outside',
    severity: 'error',
    summary: 'A node has a subnet outside of the pod networks of weir.yaml.',
    why: 'Weir treats traffic between pods as egress traffic, and filters or translates it.',
    fix: 'set clusterSubnets in weir.yaml to the pod networks of the cluster',
    message: (names: string, shown: string) =>
      `clusterSubnets does not contain the node subnets ${shown} of ${names}, so traffic between pods counts as egress`,
    help: (_names, shown) =>
      `add networks that contain ${shown} to clusterSubnets in weir.yaml, with the prefix length of node subnets at the end (10.128.0.0/14/23)`,
  }),
  podAddressOutside: defineFinding({
    code: 'configuration/pod-address-outside',
    severity: 'error',
    summary: 'A pod has an address outside of the pod networks of weir.yaml.',
    why: 'Weir treats traffic between pods as egress traffic, and filters or translates it.',
    fix: 'set clusterSubnets in weir.yaml to all pod networks of the cluster',
    message: (names: string, shown: string) =>
      `clusterSubnets does not contain the pod addresses ${shown} of ${names}, so traffic between pods counts as egress`,
    help: (_names, shown) => `add networks that contain ${shown} to clusterSubnets in weir.yaml`,
  }),
  joinAddressOutside: defineFinding({
    code: 'configuration/join-address-outside',
    severity: 'error',
    summary: 'A gateway router has an address outside of the join networks of weir.yaml.',
    why: 'Rows refer to addresses that the routers of the cluster do not have.',
    fix: 'set joinSubnets in weir.yaml to the join networks of the cluster',
    message: (names: string, shown: string) =>
      `joinSubnets does not contain the addresses ${shown} of the gateway routers of ${names}`,
    help: (_names, shown) => `set joinSubnets in weir.yaml to networks that contain ${shown}`,
  }),
  transitAddressOutside: defineFinding({
    code: 'configuration/transit-address-outside',
    severity: 'warning',
    summary: 'A node has a transit switch address outside of the transit networks of weir.yaml.',
    why: 'Reroutes to other zones use addresses that the cluster does not have.',
    fix: 'set transitSubnets in weir.yaml to the transit networks of the cluster',
    message: (names: string, shown: string) =>
      `transitSubnets does not contain the transit switch addresses ${shown} of ${names}`,
    help: (_names, shown) => `set transitSubnets in weir.yaml to networks that contain ${shown}`,
  }),
  otherMasqueradeSubnet: defineFinding({
    code: 'configuration/other-masquerade-subnet',
    severity: 'error',
    summary: 'Nodes have a masquerade subnet that weir.yaml does not list.',
    why: 'Rules on the hosts use addresses that the cluster does not have.',
    fix: 'set masqueradeSubnets in weir.yaml to the subnets of the nodes',
    message: (names: string, shown: string) =>
      `masqueradeSubnets does not list the masquerade subnet ${shown} of ${names}`,
    help: (_names, shown) => `set masqueradeSubnets in weir.yaml to ${shown}`,
  }),
  clusterIPOutside: defineFinding({
    code: 'configuration/cluster-ip-outside',
    severity: { oneOf: ['error', 'warning'], choose: (severity) => severity },
    summary: 'A Service has a cluster IP outside of the service networks of weir.yaml.',
    why: 'Weir treats traffic to the Service as egress traffic.',
    fix: 'set serviceCIDRs in weir.yaml to all service networks of the cluster',
    message: (_severity: Severity, names: string, shown: string) =>
      `serviceCIDRs does not contain the cluster IPs ${shown} of ${names}`,
    help: (_severity, _names, shown) => `add networks that contain ${shown} to serviceCIDRs in weir.yaml`,
  }),
  familyOff: defineFinding({
    code: 'configuration/family-off',
    severity: 'error',
    summary: 'Nodes have subnets of an IP family that weir.yaml does not list.',
    why: 'Weir neither filters nor redirects traffic of this family.',
    fix: 'add the IP family to ipFamilies in weir.yaml, and its networks to clusterSubnets',
    message: (names: string, shown: string) =>
      `ipFamilies does not list ${shown}, but ${names} ${names.includes(',') ? 'have' : 'has'} such a node subnet, so ${shown} traffic is ignored`,
    help: (_names, shown) => `add ${shown} to ipFamilies in weir.yaml, and its networks to clusterSubnets`,
  }),
  familyUnseen: defineFinding({
    code: 'configuration/family-unseen',
    severity: 'warning',
    summary: 'weir.yaml lists an IP family, but no node has a subnet of it.',
    why: 'Rows of this family have no effect, and addresses of this family stay unassigned.',
    fix: 'remove the IP family from ipFamilies in weir.yaml, and its networks from clusterSubnets',
    message: (family: string) => `ipFamilies lists ${family}, but no node has an ${family} subnet`,
    help: (family) => `remove ${family} from ipFamilies in weir.yaml, and its networks from clusterSubnets`,
  }),
  otherGatewayMode: defineFinding({
    code: 'configuration/other-gateway-mode',
    severity: { oneOf: ['error', 'warning'], choose: (severity) => severity },
    summary: 'The gateway mode of nodes differs from weir.yaml.',
    why: 'Traffic bypasses the rows and host rules of the wrong mode.',
    fix: 'set gatewayMode in weir.yaml to the gateway mode of the nodes',
    message: (_severity: Severity, mode: string, names: string, shown: string) =>
      `gatewayMode is ${mode}, but the gateway mode of ${names} is ${shown}`,
    help: (severity, mode, names, shown) =>
      severity === 'error'
        ? `set gatewayMode: ${shown} in weir.yaml`
        : `set all nodes to the same mode, because ${names} get the output of gatewayMode ${mode}`,
  }),
  zonesApart: defineFinding({
    code: 'inventory/zones-without-interconnect',
    severity: 'error',
    summary: 'Nodes are in several zones, but interconnect is off.',
    why: 'The output lacks redirections between zones.',
    fix: 'set interconnect: true in weir.yaml, because each zone has a separate Northbound database',
    message: (names: string, count: number) =>
      `interconnect is off, but the nodes are in ${count} zones (${names}), so redirections between zones are missing`,
  }),
  interconnectOff: defineFinding({
    code: 'configuration/interconnect-off',
    severity: 'warning',
    summary: 'Nodes have addresses on a transit switch, but interconnect is off.',
    why: 'The output lacks redirections between zones.',
    fix: `set interconnect: true in weir.yaml, or remove the stale annotation ${NODE_ANNOTATION.transitAddresses}`,
    message: (names: string) =>
      `interconnect is off, but ${names} ${names.includes(',') ? 'have' : 'has'} an address on the transit switch between zones`,
  }),
  interconnectUnseen: defineFinding({
    code: 'configuration/interconnect-unseen',
    severity: 'warning',
    summary: 'Interconnect is on, but the inventory shows no zones.',
    why: 'Weir writes the rows of each node for a separate database, which does not exist.',
    fix: 'set interconnect: false in weir.yaml if one Northbound database serves all nodes',
    message: (names: string) =>
      `interconnect is on, but all nodes (${names}) are in zone global, and none has an address on the transit switch`,
  }),
  otherPlatform: defineFinding({
    code: 'configuration/other-platform',
    severity: { oneOf: ['error', 'warning'], choose: (severity) => severity },
    summary: 'The platform of the inventory differs from weir.yaml.',
    why: 'On a cloud, egress addresses work only if the platform assigns them to machines, up to a limit.',
    fix: 'set platform in weir.yaml to the platform of the cluster',
    message: (_severity: Severity, platform: string, names: string, shown: string) =>
      `platform is ${platform}, but ${names} ${names.includes(',') ? 'are' : 'is'} on ${shown}`,
    help: (severity, _platform, _names, shown) =>
      severity === 'error'
        ? `set platform: ${shown} in weir.yaml`
        : `set platform: ${shown} in weir.yaml if live controllers assign egress addresses in the cloud, otherwise keep platform: None`,
  }),
};
