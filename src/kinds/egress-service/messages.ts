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
    why: 'The kernel looks tables up by number, and rt_tables gives names only to some of them.',
    fix: 'write a number from 1 to 4294967295, or a name from the rt_tables file of the nodes',
    message: (text: string) => `${quote(text)} is not a routing table: no host gets ip rules for it`,
  }),
  noNetwork: defineFinding({
    code: 'egress-service/no-network',
    severity: 'warning',
    summary: 'spec.network is empty with sourceIPBy Network.',
    why: 'Without a routing table there is nothing to send the traffic to, so it leaves as before.',
    fix: 'write the routing table of the network as spec.network',
    message: () => 'spec.network is empty although sourceIPBy is Network: the object has no effect',
  }),
  unusedSelector: defineFinding({
    code: 'egress-service/unused-node-selector',
    severity: 'warning',
    summary: 'The node selector has no effect with sourceIPBy Network.',
    why: 'A reader takes it for the choice of the egress node, which it is not.',
    fix: 'remove nodeSelector',
    message: () =>
      'nodeSelector has no effect: with sourceIPBy Network the traffic leaves through the node of each endpoint',
  }),
  labelTooLong: defineFinding({
    code: 'egress-service/label-too-long',
    severity: 'rejected',
    summary: 'The label that marks the host is longer than Kubernetes allows.',
    why: 'Whatever selects nodes by the label, such as a BGP advertisement, never finds the host.',
    fix: 'shorten the name if something selects nodes by the label: namespace and name may have 62 characters together',
    message: (label: string) => `the node label ${label} is too long for Kubernetes: the host gets no label`,
  }),
  sharedLabel: defineFinding({
    code: 'egress-service/shared-label',
    severity: 'warning',
    summary: 'Two EgressServices have the same node label.',
    why: 'Whatever selects nodes by the label finds the hosts of both.',
    fix: 'rename one of the two: the label joins namespace and name with a hyphen',
    message: (label: string, other: string) => `EgressService ${other} has the same node label ${label}`,
  }),
  badSelector: defineFinding({
    code: 'egress-service/bad-selector',
    severity: 'rejected',
    summary: 'The node selector of the EgressService is invalid.',
    why: 'The live controllers choose no host, so the traffic leaves through the node of each pod.',
    fix: SELECTOR_ADVICE,
    message: (why: string) => `the nodeSelector is invalid: ${why}`,
  }),
  noService: defineFinding({
    code: 'egress-service/no-service',
    severity: 'warning',
    summary: 'No Service has the namespace and name of the EgressService.',
    why: 'The endpoints come from the Service: without it the object has no effect.',
    fix: 'create the Service, or export Services and endpoint slices too: an EgressService has the namespace and name of its Service',
    message: (key: string) => `there is no Service ${key}: the object has no effect`,
  }),
  notALoadBalancer: defineFinding({
    code: 'egress-service/not-a-load-balancer',
    severity: 'warning',
    summary: 'The Service is not of type LoadBalancer.',
    why: 'The egress address is the ingress address of a load balancer, which other types do not have.',
    fix: 'set spec.type of the Service to LoadBalancer',
    message: (key: string) => `Service ${key} is not of type LoadBalancer: no host translates or routes its traffic`,
  }),
  noIngress: defineFinding({
    code: 'egress-service/no-ingress',
    severity: 'warning',
    summary: 'The Service has no address of a load balancer.',
    why: 'The egress address is the ingress address, and no host translates without one.',
    fix: 'wait until the load balancer has assigned an address, then export the Service again',
    message: (key: string) => `Service ${key} has no status.loadBalancer.ingress: the object has no effect`,
  }),
  noIngressAddress: defineFinding({
    code: 'egress-service/no-ingress-address',
    severity: 'warning',
    summary: 'The Service has no load balancer address in an IP family.',
    why: 'Peers see node addresses for the traffic of this family.',
    fix: 'assign an address of the family to the load balancer; host names do not count',
    message: (key: string, family: string) =>
      `Service ${key} has no ${family} ingress address: ${family} traffic of its endpoints leaves through the host with another source address`,
  }),
  severalIngressAddresses: defineFinding({
    code: 'egress-service/several-ingress-addresses',
    severity: 'warning',
    summary: 'The Service has several load balancer addresses in one IP family.',
    why: 'Peers that allow one of the other addresses see traffic from an address that they do not expect.',
    fix: 'assign one address of each family to the load balancer',
    message: (key: string, family: string, used: string) =>
      `Service ${key} has several ${family} ingress addresses: the last one, ${used}, is used`,
  }),
  noEndpoints: defineFinding({
    code: 'egress-service/no-endpoints',
    severity: 'warning',
    summary: 'The Service has no endpoint in the pod network whose node is known.',
    why: 'The traffic of endpoints is what an EgressService redirects.',
    fix: 'export the endpoint slices too; endpoints on the host network do not count',
    message: (key: string) => `Service ${key} has no endpoint in the pod network on a known node: it gets no host`,
  }),
  localGatewayOnly: defineFinding({
    code: 'egress-service/local-gateway-only',
    severity: 'rejected',
    summary: 'sourceIPBy Network needs gateway mode local.',
    why: 'In gateway mode shared, egress traffic does not pass the routing tables of the host.',
    fix: 'use sourceIPBy LoadBalancerIP, or set gatewayMode in weir.yaml to the mode of the cluster',
    message: () => 'sourceIPBy Network has no effect in gateway mode shared: it needs gateway mode local',
  }),
  noHost: defineFinding({
    code: 'egress-service/no-host',
    severity: 'warning',
    summary: 'No node can host the EgressService.',
    why: 'Egress traffic leaves through the node of each pod, with the address of that node.',
    fix: 'label a ready node; with externalTrafficPolicy Local it must also run an endpoint',
    message: (nodes: string) => `no node can be the host: ${nodes}`,
  }),
  hostWithoutAnnotation: defineFinding({
    code: 'egress-service/host-without-annotation',
    severity: 'rejected',
    summary: 'The host lacks an annotation that other zones need to reach it.',
    why: 'Egress traffic leaves through the node of each pod, with the address of that node.',
    fix: 'export the node with its annotations, or select another node',
    message: (host: string, annotation: string) =>
      `host ${host} has no annotation ${annotation}: no zone sends the traffic of the endpoints to it`,
  }),
  hostWithoutFamily: defineFinding({
    code: 'egress-service/host-without-family',
    severity: 'rejected',
    summary: 'The host has no node subnet of an IP family.',
    why: "Traffic of this family leaves with the addresses of the pods' nodes.",
    fix: `select a node that has subnets of all families in ${NODE_ANNOTATION.subnets}`,
    message: (host: string, family: string) =>
      `host ${host} has no ${family} node subnet: ${family} traffic of the endpoints is not redirected`,
  }),
  hostWithoutTransit: defineFinding({
    code: 'egress-service/host-without-transit-address',
    severity: 'rejected',
    summary: 'The host has no transit switch address of an IP family.',
    why: 'Endpoints in other zones do not use the host, so their traffic has another source address.',
    fix: `export the node with its annotation ${NODE_ANNOTATION.transitAddresses}`,
    message: (host: string, family: string) =>
      `host ${host} has no ${family} transit switch address: traffic of endpoints in other zones is not redirected`,
  }),
  sharedEndpoint: defineFinding({
    code: 'egress-service/shared-endpoint',
    severity: 'rejected',
    summary: 'Another EgressService already serves endpoints of this one.',
    why: 'A pod has one egress host: this EgressService does nothing for the shared endpoints.',
    fix: 'let one EgressService serve each pod: in a live cluster it is random which one wins',
    message: (endpoints: string, other: string) =>
      `endpoints ${endpoints} are served by EgressService ${other} already: this one does not apply to them`,
  }),
  endpointHasHost: defineFinding({
    code: 'egress-service/endpoint-has-a-host',
    severity: 'warning',
    summary: 'Another EgressService sends the traffic of endpoints through its host.',
    why: 'Their traffic does not take the routing table that this EgressService names.',
    fix: 'let one EgressService serve each pod',
    message: (endpoints: string, other: string, host: string) =>
      `endpoints ${endpoints} send their traffic through ${host} of EgressService ${other}, not to the network of this one`,
  }),
  endpointOnUnknownNode: defineFinding({
    code: 'egress-service/endpoint-on-unknown-node',
    severity: 'warning',
    summary: 'The nodes of endpoints are not in the inventory.',
    why: 'Rules for a routing table belong on the node of each endpoint.',
    fix: 'export the nodes together with the endpoint slices',
    message: (endpoints: string) =>
      `endpoints ${endpoints} are on nodes that are not in the inventory: no host routes their traffic to the network`,
  }),
  unknownEndpointNode: defineFinding({
    code: 'egress-service/unknown-endpoint-node',
    severity: 'warning',
    summary: 'The nodes of endpoints are not known.',
    why: 'Without its node, the zone that must redirect the endpoint is not known either.',
    fix: 'export the nodes, and endpoint slices that name them',
    message: (endpoints: string) =>
      `endpoints ${endpoints} are on unknown nodes: no zone sends their traffic to the host`,
  }),
  portWithoutNodePort: defineFinding({
    code: 'egress-service/port-without-node-port',
    severity: 'warning',
    summary: 'A port of the Service has no node port.',
    why: 'Replies to clients of the port take the main routing table instead of the one for the network.',
    fix: 'set allocateLoadBalancerNodePorts to true: without node ports and with externalTrafficPolicy Local the live nodes fail',
    message: (key: string) => `a port of Service ${key} has no node port: replies to it get no ip rule`,
  }),
};
