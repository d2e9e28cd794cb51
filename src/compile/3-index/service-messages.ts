import { defineFinding } from '../../model/catalogue.js';

/** How many ports a message lists. */
const MAX_PORTS = 5;

function listNumbers(numbers: readonly number[]): string {
  return numbers.slice(0, MAX_PORTS).join(', ') + (numbers.length > MAX_PORTS ? ', …' : '');
}

/** What is wrong with Services and their slices where load balancers are made of them. */
export const messages = {
  incompletePort: defineFinding({
    code: 'endpoint-slice/incomplete-port',
    severity: 'warning',
    summary: 'A port of an endpoint slice has no number.',
    why: 'No Service gets endpoints by this port.',
    fix: "write the number with the name and protocol of the Service's port, for example {name: http, protocol: TCP, port: 8080}",
    message: () => 'the port has no number: no Service gets endpoints from it',
  }),
  severalTargetPorts: defineFinding({
    code: 'service/several-target-ports',
    severity: 'warning',
    summary: 'Endpoint slices lead one port of a Service to several ports.',
    why: 'Only endpoints that listen on the lowest one get traffic.',
    fix: 'let all pods of the Service listen on the same port: OVN-Kubernetes uses the lowest one',
    message: (port: string, numbers: readonly number[]) =>
      `the slices map ${port} to the ports ${listNumbers(numbers)}: only endpoints on port ${numbers[0] ?? 0} get its traffic`,
  }),
  sharedTargetPort: defineFinding({
    code: 'service/shared-target-port',
    severity: 'warning',
    summary: 'Endpoint slices lead one port of a Service to several ports, and the release sends all traffic to one.',
    why: 'Endpoints that listen on another port get the traffic on this one, and reject it.',
    fix: 'let all pods of the Service listen on the same port',
    message: (port: string, numbers: readonly number[], used: number) =>
      `the slices map ${port} to the ports ${listNumbers(numbers)}: the live controllers send all of its traffic to one of them, here ${used}`,
  }),
  affinityTooLong: defineFinding({
    code: 'service/affinity-too-long',
    severity: 'warning',
    summary: 'The session affinity of a Service is longer than OVN remembers clients.',
    why: 'OVN takes the most that it can, after which a client may get another endpoint.',
    fix: 'set a shorter timeoutSeconds',
    message: (seconds: number, most: number) =>
      `timeoutSeconds is ${seconds}, of which OVN keeps ${most}: a client may then get another endpoint`,
    help: (_seconds, most) => `set timeoutSeconds to ${most} or less`,
  }),
  badPort: defineFinding({
    code: 'service/bad-port',
    severity: 'warning',
    summary: 'A port of a Service is invalid.',
    why: 'Nothing answers on it.',
    fix: 'write a port in the range 1-65535, and the protocol TCP, UDP or SCTP',
    message: () => 'the port of the Service is invalid: nothing answers on it',
  }),
  badAddress: defineFinding({
    code: 'service/bad-address',
    severity: 'warning',
    summary: 'An address of a Service is invalid.',
    why: 'Nothing answers on it.',
    fix: 'write an IPv4 or IPv6 address, or export the Service again',
    message: (text: string) => `'${text}' is not an address: nothing answers on it`,
  }),
  noSlices: defineFinding({
    code: 'inventory/no-endpoint-slices',
    severity: 'warning',
    summary: 'The inventory has Services and no EndpointSlice.',
    why: 'Load balancers without endpoints reject every connection.',
    fix: 'export the inventory with `kubectl get services,endpointslices -A -o yaml`, and name it in `inventory` in weir.yaml',
    message: (count: number) =>
      `the inventory has no EndpointSlice: ${count === 1 ? 'the only Service rejects' : `all ${count} Services reject`} every connection`,
  }),
  noServices: defineFinding({
    code: 'inventory/no-services',
    severity: 'warning',
    summary: 'Load balancers are asked for, and the inventory has no Service.',
    why: 'An audit has nothing to compare live load balancers with, and reports none.',
    fix: 'export the inventory with `kubectl get services,endpointslices -A -o yaml`, or leave services out of `features` in weir.yaml',
    message: () =>
      'the feature services is on, and the inventory has no Service: live load balancers are not looked at',
  }),
  userDefinedNetwork: defineFinding({
    code: 'service/user-defined-network',
    severity: 'warning',
    summary: 'The pods of a Service are on a user-defined network.',
    why: 'Weir compiles the default network only, so the Service gets no load balancers.',
    fix: 'put the pods on the default network if their Services must be reachable',
    message: (namespace: string, network: string) =>
      `the pods of namespace ${namespace} are on the user-defined network ${network}, which Weir does not compile: its Services get no load balancers`,
  }),
  tooManyBackends: defineFinding({
    code: 'service/too-many-backends',
    severity: 'rejected',
    summary: 'A Service has more endpoints than its load balancers can have.',
    why: 'The rows would be larger than the database takes in one transaction.',
    fix: 'split the ports over several Services: a load balancer lists every endpoint for every port of every address',
    message: (count: number, most: number) =>
      `the Service has ${count} endpoints over all addresses and ports, more than the limit of ${most}: it gets no load balancers`,
  }),
};
