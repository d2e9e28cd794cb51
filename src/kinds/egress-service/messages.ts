import { defineFinding } from '../../model/catalogue.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { quote } from '../../std/quote.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** Findings of this kind alone. */
export const messages = {
  badNetwork: defineFinding({
    code: 'egress-service/bad-network',
    severity: 'rejected',
    summary: 'spec.network cannot name a routing table.',
    why: 'No host gets ip rules for the network.',
    fix: 'use a number from 1 to 4294967295, or a name in the rt_tables file of the nodes',
    message: (text: string) =>
      `spec.network is ${quote(text)}, expected a routing table, so no host gets ip rules for it`,
  }),
  noNetwork: defineFinding({
    code: 'egress-service/no-network',
    severity: 'warning',
    summary: 'spec.network is empty with sourceIPBy Network.',
    why: 'The object has no effect.',
    fix: 'set spec.network to the routing table of the network',
    message: () => 'spec.network is empty although sourceIPBy is Network, so the object has no effect',
  }),
  unusedSelector: defineFinding({
    code: 'egress-service/unused-node-selector',
    severity: 'warning',
    summary: 'The node selector has no effect with sourceIPBy Network.',
    why: 'Traffic leaves through the node of each endpoint.',
    fix: 'remove nodeSelector',
    message: () =>
      'nodeSelector has no effect, because with sourceIPBy Network traffic leaves through the node of each endpoint',
  }),
  labelTooLong: defineFinding({
    code: 'egress-service/label-too-long',
    severity: 'rejected',
    summary: 'The node label for the host is too long for Kubernetes.',
    why: 'The host gets no label, so selectors by the label, such as those of BGP advertisements, do not select it.',
    fix: 'shorten namespace and name to 62 characters together if selectors use the label',
    message: (label: string) => `the node label ${label} is too long for Kubernetes, so the host gets no label`,
  }),
  sharedLabel: defineFinding({
    code: 'egress-service/shared-label',
    severity: 'warning',
    summary: 'Two EgressServices have the same node label.',
    why: 'Selectors by the label select the hosts of both.',
    fix: 'rename one of the two, because the label joins namespace and name with a hyphen',
    message: (label: string, other: string) => `EgressService ${other} has the same node label ${label}`,
  }),
  badSelector: defineFinding({
    code: 'egress-service/bad-selector',
    severity: 'rejected',
    summary: 'The node selector of the EgressService is invalid.',
    why: 'The live controllers choose no host, so the traffic leaves through the node of each pod.',
    fix: SELECTOR_ADVICE,
    message: (why: string) => `nodeSelector is invalid: ${why}`,
  }),
  noService: defineFinding({
    code: 'egress-service/no-service',
    severity: 'warning',
    summary: 'No Service has the namespace and name of the EgressService.',
    why: 'The object has no effect, because its endpoints come from the Service.',
    fix: 'create the Service with the namespace and name of the EgressService, or export Services and endpoint slices',
    message: (key: string) => `Service ${key} does not exist, so the object has no effect`,
  }),
  notALoadBalancer: defineFinding({
    code: 'egress-service/not-a-load-balancer',
    severity: 'warning',
    summary: 'The Service is not of type LoadBalancer.',
    why: 'The object has no effect, because other types have no load balancer address.',
    fix: 'set spec.type of the Service to LoadBalancer',
    message: (key: string) => `type of Service ${key} is not LoadBalancer, so no host translates or routes its traffic`,
  }),
  noIngress: defineFinding({
    code: 'egress-service/no-ingress',
    severity: 'warning',
    summary: 'The Service has no address of a load balancer.',
    why: 'The object has no effect, because the egress address is the load balancer address.',
    fix: 'wait until the load balancer has assigned an address, then export the Service again',
    message: (key: string) => `Service ${key} has no status.loadBalancer.ingress, so the object has no effect`,
  }),
  noIngressAddress: defineFinding({
    code: 'egress-service/no-ingress-address',
    severity: 'warning',
    summary: 'The Service has no load balancer address in an IP family.',
    why: 'Peers see node addresses for the traffic of this family.',
    fix: 'assign an address of the family to the load balancer, a host name is not enough',
    message: (key: string, family: string) =>
      `Service ${key} has no ${family} ingress address, so ${family} traffic of its endpoints leaves through the host with a different source address`,
  }),
  severalIngressAddresses: defineFinding({
    code: 'egress-service/several-ingress-addresses',
    severity: 'warning',
    summary: 'The Service has several load balancer addresses in one IP family.',
    why: 'Peers that allow only one of the other addresses reject the traffic.',
    fix: 'assign one address of each family to the load balancer',
    message: (key: string, family: string, used: string) =>
      `Service ${key} has several ${family} ingress addresses, but only the last one, ${used}, is used`,
  }),
  noEndpoints: defineFinding({
    code: 'egress-service/no-endpoints',
    severity: 'warning',
    summary: 'The Service has no endpoint in the pod network on a known node.',
    why: 'The EgressService gets no host, because it redirects traffic of such endpoints.',
    fix: 'export the endpoint slices, or add endpoints in the pod network',
    message: (key: string) => `Service ${key} has no endpoint in the pod network on a known node, so it gets no host`,
  }),
  localGatewayOnly: defineFinding({
    code: 'egress-service/local-gateway-only',
    severity: 'rejected',
    summary: 'sourceIPBy Network requires gateway mode local.',
    why: 'In gateway mode shared, egress traffic bypasses the routing tables of the host.',
    fix: 'use sourceIPBy LoadBalancerIP, or set gatewayMode in weir.yaml to the mode of the cluster',
    message: () => 'sourceIPBy is Network, which has no effect in gateway mode shared, expected gateway mode local',
  }),
  noHost: defineFinding({
    code: 'egress-service/no-host',
    severity: 'warning',
    summary: 'No node can host the EgressService.',
    why: 'Egress traffic leaves through the node of each pod, with the address of that node.',
    fix: 'label a ready node, which must also run an endpoint if externalTrafficPolicy is Local',
    message: (nodes: string) => `no node can be the host: ${nodes}`,
  }),
  hostWithoutAnnotation: defineFinding({
    code: 'egress-service/host-without-annotation',
    severity: 'rejected',
    summary: 'The host lacks an annotation that other zones require to reach it.',
    why: 'Egress traffic leaves through the node of each pod, with the address of that node.',
    fix: 'export the node with its annotations, or select another node',
    message: (host: string, annotation: string) =>
      `host ${host} has no annotation ${annotation}, so no zone sends traffic of the endpoints to it`,
  }),
  hostWithoutFamily: defineFinding({
    code: 'egress-service/host-without-family',
    severity: 'rejected',
    summary: 'The host has no node subnet of an IP family.',
    why: "Traffic of this family leaves with the addresses of the pods' nodes.",
    fix: `select a node that has subnets of all families in ${NODE_ANNOTATION.subnets}`,
    message: (host: string, family: string) =>
      `host ${host} has no ${family} node subnet, so ${family} traffic of the endpoints is not redirected`,
  }),
  hostWithoutTransit: defineFinding({
    code: 'egress-service/host-without-transit-address',
    severity: 'rejected',
    summary: 'The host has no transit switch address of an IP family.',
    why: 'Traffic of endpoints in other zones bypasses the host and has a different source address.',
    fix: `export the node with its annotation ${NODE_ANNOTATION.transitAddresses}`,
    message: (host: string, family: string) =>
      `host ${host} has no ${family} transit switch address, so traffic of endpoints in other zones is not redirected`,
  }),
  sharedEndpoint: defineFinding({
    code: 'egress-service/shared-endpoint',
    severity: 'rejected',
    summary: 'Another EgressService already serves endpoints of this one.',
    why: 'This EgressService has no effect on the shared endpoints. In a live cluster, either of the two may apply.',
    fix: 'select each pod in one EgressService',
    message: (endpoints: string, other: string) =>
      `endpoints ${endpoints} are already served by EgressService ${other}, so this one does not apply to them`,
  }),
  endpointHasHost: defineFinding({
    code: 'egress-service/endpoint-has-a-host',
    severity: 'warning',
    summary: 'Another EgressService sends the traffic of endpoints through its host.',
    why: 'Their traffic bypasses the routing table of this EgressService.',
    fix: 'select each pod in one EgressService',
    message: (endpoints: string, other: string, host: string) =>
      `traffic of endpoints ${endpoints} goes through ${host} of EgressService ${other}, so it bypasses the network of this one`,
  }),
  endpointOnUnknownNode: defineFinding({
    code: 'egress-service/endpoint-on-unknown-node',
    severity: 'warning',
    summary: 'The nodes of endpoints are not in the inventory.',
    why: 'The hosts get no rules for these endpoints.',
    fix: 'export the nodes together with the endpoint slices',
    message: (endpoints: string) =>
      `endpoints ${endpoints} are on nodes that are not in the inventory, so no host routes their traffic to the network`,
  }),
  unknownEndpointNode: defineFinding({
    code: 'egress-service/unknown-endpoint-node',
    severity: 'warning',
    summary: 'The nodes of endpoints are unknown.',
    why: 'No zone redirects traffic of these endpoints.',
    fix: 'export the nodes, and endpoint slices with node names',
    message: (endpoints: string) =>
      `endpoints ${endpoints} are on unknown nodes, so no zone sends their traffic to the host`,
  }),
  portWithoutNodePort: defineFinding({
    code: 'egress-service/port-without-node-port',
    severity: 'warning',
    summary: 'A port of the Service has no node port.',
    why: 'Replies to clients of the port take the main routing table instead of the one for the network.',
    fix: 'set allocateLoadBalancerNodePorts to true, which the live nodes require with externalTrafficPolicy Local',
    message: (key: string) => `a port of Service ${key} has no node port, so replies from it get no ip rule`,
  }),
};
