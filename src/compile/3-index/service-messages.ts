import type { Finding } from '../../model/diagnostic.js';

const warning = (code: string, message: string, help: string): Finding => ({
  code,
  severity: 'warning',
  message,
  help,
});

/** How many ports a message lists. */
const MOST_PORTS = 5;

function listNumbers(numbers: readonly number[]): string {
  return numbers.slice(0, MOST_PORTS).join(', ') + (numbers.length > MOST_PORTS ? ', …' : '');
}

/** What is wrong with Services and their slices where load balancers are made of them. */
export const serviceMessages = {
  incompletePort: (): Finding =>
    warning(
      'endpoint-slice/incomplete-port',
      'this port has no number: no Service gets endpoints by it',
      "write the number beside the name and protocol of the Service's port, for example {name: http, protocol: TCP, port: 8080}",
    ),
  severalTargetPorts: (port: string, numbers: readonly number[]): Finding =>
    warning(
      'service/several-target-ports',
      `the slices lead ${port} to the ports ${listNumbers(numbers)}: only endpoints on port ${numbers[0] ?? 0} get its traffic`,
      'OVN-Kubernetes takes the lowest number of a port; let all pods of the Service listen on the same one',
    ),
  badPort: (): Finding =>
    warning(
      'service/bad-port',
      'this cannot be a port of a Service: nothing answers on it',
      'write a port from 1 to 65535, and the protocol TCP, UDP or SCTP',
    ),
  badAddress: (text: string): Finding =>
    warning(
      'service/bad-address',
      `'${text}' is not an address: nothing answers on it`,
      'write an IPv4 or IPv6 address, or export the Service again',
    ),
  noSlices: (count: number): Finding =>
    warning(
      'inventory/no-endpoint-slices',
      `the inventory has no EndpointSlice: ${count === 1 ? 'the one Service rejects' : `all ${count} Services reject`} every connection`,
      'export the inventory with `kubectl get services,endpointslices -A -o yaml`, and name it in `inventory` in weir.yaml',
    ),
  userDefinedNetwork: (namespace: string, network: string): Finding =>
    warning(
      'service/user-defined-network',
      `the pods of namespace ${namespace} are on the user defined network ${network}, which Weir does not compile: its Services get no load balancers`,
      'put the pods on the default network if their Services shall be reached',
    ),
  tooManyBackends: (count: number, most: number): Finding => ({
    code: 'service/too-many-backends',
    severity: 'rejected',
    message: `the addresses and ports of the Service have ${count} endpoints in all, more than ${most}: it gets no load balancers`,
    help: 'a load balancer lists every endpoint at every port of every address: give the ports to several Services',
  }),
};
