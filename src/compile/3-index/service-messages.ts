import { defineFinding } from '../../model/catalogue.js';

/** How many ports a message lists. */
const MOST_PORTS = 5;

function listNumbers(numbers: readonly number[]): string {
  return numbers.slice(0, MOST_PORTS).join(', ') + (numbers.length > MOST_PORTS ? ', …' : '');
}

/** What is wrong with Services and their slices where load balancers are made of them. */
export const messages = {
  incompletePort: defineFinding({
    code: 'endpoint-slice/incomplete-port',
    severity: 'warning',
    summary: 'A port of an endpoint slice has no number.',
    why: 'No Service gets endpoints by this port.',
    mend: "write the number beside the name and protocol of the Service's port, for example {name: http, protocol: TCP, port: 8080}",
    message: () => 'this port has no number: no Service gets endpoints by it',
  }),
  severalTargetPorts: defineFinding({
    code: 'service/several-target-ports',
    severity: 'warning',
    summary: 'Endpoint slices lead one port of a Service to several ports.',
    why: 'Only endpoints that listen on the lowest one get traffic.',
    mend: 'let all pods of the Service listen on the same port',
    message: (port: string, numbers: readonly number[]) =>
      `the slices lead ${port} to the ports ${listNumbers(numbers)}: only endpoints on port ${numbers[0] ?? 0} get its traffic`,
    help: () => 'OVN-Kubernetes takes the lowest number of a port; let all pods of the Service listen on the same one',
  }),
  badPort: defineFinding({
    code: 'service/bad-port',
    severity: 'warning',
    summary: 'A port of a Service is invalid.',
    why: 'Nothing answers on it.',
    mend: 'write a port from 1 to 65535, and the protocol TCP, UDP or SCTP',
    message: () => 'this cannot be a port of a Service: nothing answers on it',
  }),
  badAddress: defineFinding({
    code: 'service/bad-address',
    severity: 'warning',
    summary: 'An address of a Service is invalid.',
    why: 'Nothing answers on it.',
    mend: 'write an IPv4 or IPv6 address, or export the Service again',
    message: (text: string) => `'${text}' is not an address: nothing answers on it`,
  }),
  noSlices: defineFinding({
    code: 'inventory/no-endpoint-slices',
    severity: 'warning',
    summary: 'The inventory has Services and no EndpointSlice.',
    why: 'Load balancers without endpoints reject every connection.',
    mend: 'export the inventory with `kubectl get services,endpointslices -A -o yaml`, and name it in `inventory` in weir.yaml',
    message: (count: number) =>
      `the inventory has no EndpointSlice: ${count === 1 ? 'the one Service rejects' : `all ${count} Services reject`} every connection`,
  }),
  userDefinedNetwork: defineFinding({
    code: 'service/user-defined-network',
    severity: 'warning',
    summary: 'The pods of a Service are on a user defined network.',
    why: 'Weir compiles the default network only, so the Service gets no load balancers.',
    mend: 'put the pods on the default network if their Services shall be reached',
    message: (namespace: string, network: string) =>
      `the pods of namespace ${namespace} are on the user defined network ${network}, which Weir does not compile: its Services get no load balancers`,
  }),
  tooManyBackends: defineFinding({
    code: 'service/too-many-backends',
    severity: 'rejected',
    summary: 'A Service has more endpoints than its load balancers can have.',
    why: 'The rows would be larger than the database takes in one transaction.',
    mend: 'give the ports to several Services',
    message: (count: number, most: number) =>
      `the addresses and ports of the Service have ${count} endpoints in all, more than ${most}: it gets no load balancers`,
    help: () =>
      'a load balancer lists every endpoint at every port of every address: give the ports to several Services',
  }),
};
