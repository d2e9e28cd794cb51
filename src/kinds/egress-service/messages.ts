import { findingsOf } from '../../diagnostics/findings-of.js';
import type { Finding } from '../../model/diagnostic.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { quote } from '../../std/quote.js';

const finding = findingsOf('egress-service');

/** All that is said only of this kind. */
export const messages = {
  badNetwork: (text: string): Finding =>
    finding(
      'bad-network',
      'rejected',
      `${quote(text)} cannot name a routing table: hosts get no ip rules for it`,
      'write a number from 1 to 4294967295, or a name that the rt_tables of the nodes has',
    ),
  noNetwork: (): Finding =>
    finding(
      'no-network',
      'warning',
      'sourceIPBy is Network, but spec.network is empty: nothing changes for the traffic',
      'name the routing table of the network in spec.network',
    ),
  unusedSelector: (): Finding =>
    finding(
      'unused-node-selector',
      'warning',
      'with sourceIPBy Network the traffic leaves through the node of each endpoint: nodeSelector has no effect',
      'remove nodeSelector',
    ),
  labelTooLong: (label: string): Finding =>
    finding(
      'label-too-long',
      'rejected',
      `the node label ${label} is longer than Kubernetes allows: the host gets no label`,
      'namespace and name may have 62 characters together; choose a shorter name if something selects nodes by the label',
    ),
  sharedLabel: (label: string, other: string): Finding =>
    finding(
      'shared-label',
      'warning',
      `the node label ${label} is also that of EgressService ${other}`,
      'the label joins namespace and name by a hyphen; rename one of the two',
    ),
  badSelector: (why: string): Finding =>
    finding('bad-selector', 'rejected', `the nodeSelector is not valid: ${why}`, SELECTOR_ADVICE),
  noService: (key: string): Finding =>
    finding(
      'no-service',
      'warning',
      `there is no Service ${key}: nothing is done`,
      'an EgressService has the namespace and the name of its Service; export services and endpoint slices too',
    ),
  notALoadBalancer: (key: string): Finding =>
    finding(
      'not-a-load-balancer',
      'warning',
      `Service ${key} is not of type LoadBalancer: no host translates or routes for it`,
      'set spec.type of the Service to LoadBalancer',
    ),
  noIngress: (key: string): Finding =>
    finding(
      'no-ingress',
      'warning',
      `Service ${key} has no status.loadBalancer.ingress: nothing is done`,
      'wait until the load balancer has given an address, and export the Service again',
    ),
  noIngressAddress: (key: string, family: string): Finding =>
    finding(
      'no-ingress-address',
      'warning',
      `Service ${key} has no ${family} ingress address: ${family} traffic of its endpoints leaves through the host without one`,
      'give the load balancer an address of the family; host names do not count',
    ),
  severalIngressAddresses: (key: string, family: string, used: string): Finding =>
    finding(
      'several-ingress-addresses',
      'warning',
      `Service ${key} has several ${family} ingress addresses: ${used}, the last one, is used`,
      'let the load balancer give one address of each family',
    ),
  noEndpoints: (key: string): Finding =>
    finding(
      'no-endpoints',
      'warning',
      `Service ${key} has no endpoint in the pod network whose node is known: there is no host`,
      'endpoints on the network of their host do not count; export the endpoint slices too',
    ),
  localGatewayOnly: (): Finding =>
    finding(
      'local-gateway-only',
      'rejected',
      'sourceIPBy Network needs gateway mode local: in gateway mode shared nothing is done',
      'use sourceIPBy LoadBalancerIP, or set gatewayMode in weir.yaml to what the cluster has',
    ),
  noHost: (nodes: string): Finding =>
    finding(
      'no-host',
      'warning',
      `no node can be the host: ${nodes}`,
      'label a node that is ready; with externalTrafficPolicy Local it must have an endpoint too',
    ),
  hostWithoutAnnotation: (host: string, annotation: string): Finding =>
    finding(
      'host-without-annotation',
      'rejected',
      `the host ${host} has no annotation ${annotation}: no zone sends the traffic of the endpoints to it`,
      'export the node with its annotations, or select another one',
    ),
  hostWithoutFamily: (host: string, family: string): Finding =>
    finding(
      'host-without-family',
      'rejected',
      `the host ${host} has no ${family} node subnet: ${family} traffic of the endpoints keeps its way`,
      'select a node that has subnets of all families in k8s.ovn.org/node-subnets',
    ),
  hostWithoutTransit: (host: string, family: string): Finding =>
    finding(
      'host-without-transit-address',
      'rejected',
      `the host ${host} has no ${family} transit switch address: endpoints in other zones keep their way`,
      'export the node with its annotation k8s.ovn.org/node-transit-switch-port-ifaddr',
    ),
  endpointTaken: (endpoints: string, other: string): Finding =>
    finding(
      'endpoint-taken',
      'rejected',
      `EgressService ${other} already serves the endpoints ${endpoints}: it is used for them`,
      'let one EgressService serve each pod: which one wins in a live cluster is left to chance',
    ),
  endpointHasHost: (endpoints: string, other: string, host: string): Finding =>
    finding(
      'endpoint-has-a-host',
      'warning',
      `EgressService ${other} sends the traffic of the endpoints ${endpoints} through ${host}, past the network of this one`,
      'let one EgressService serve each pod',
    ),
  endpointOnUnknownNode: (endpoints: string): Finding =>
    finding(
      'endpoint-on-unknown-node',
      'warning',
      `the nodes of the endpoints ${endpoints} are not in the inventory: no host routes their traffic to the network`,
      'export the nodes together with the endpoint slices',
    ),
  unknownEndpointNode: (endpoints: string): Finding =>
    finding(
      'unknown-endpoint-node',
      'warning',
      `the nodes of the endpoints ${endpoints} are not known: no zone sends their traffic to the host`,
      'export the nodes, and endpoint slices that name them',
    ),
  portWithoutNodePort: (key: string): Finding =>
    finding(
      'port-without-node-port',
      'warning',
      `a port of Service ${key} has no node port: replies to it get no ip rule`,
      'live nodes fail here; do not turn allocateLoadBalancerNodePorts off together with externalTrafficPolicy Local',
    ),
};
