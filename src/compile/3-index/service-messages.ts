import { defineFinding } from '../../model/catalogue.js';

/** How many ports a message lists. */
const MAX_PORTS = 5;

function listNumbers(numbers: readonly number[]): string {
  return numbers.slice(0, MAX_PORTS).join(', ') + (numbers.length > MAX_PORTS ? ', …' : '');
}

/** Findings about Services and their slices, for load balancers. */
export const messages = {
  incompletePort: defineFinding({
    code: 'endpoint-slice/incomplete-port',
    severity: 'warning',
    summary: 'A port of an endpoint slice has no number.',
    why: 'No Service gets endpoints from this port.',
    fix: 'add the port number, for example {name: http, protocol: TCP, port: 8080}',
    message: () => "missing field 'port', so no Service gets endpoints from it",
  }),
  severalTargetPorts: defineFinding({
    code: 'service/several-target-ports',
    severity: 'warning',
    summary: 'Endpoint slices map one port of a Service to several ports.',
    why: 'Only endpoints on the lowest port get traffic.',
    fix: 'use the same target port in all pods of the Service',
    message: (port: string, numbers: readonly number[]) =>
      `the slices map ${port} to the ports ${listNumbers(numbers)}, but only endpoints on port ${numbers[0] ?? 0} get its traffic`,
  }),
  sharedTargetPort: defineFinding({
    code: 'service/shared-target-port',
    severity: 'warning',
    summary: 'Endpoint slices map one port of a Service to several ports, but the release sends all traffic to one.',
    why: 'Endpoints on the other ports get the traffic on this port and reject it.',
    fix: 'use the same target port in all pods of the Service',
    message: (port: string, numbers: readonly number[], used: number) =>
      `the slices map ${port} to the ports ${listNumbers(numbers)}, but the live controllers send all of its traffic to one of them, here ${used}`,
  }),
  affinityTooLong: defineFinding({
    code: 'service/affinity-too-long',
    severity: 'warning',
    summary: 'The session affinity timeout of a Service exceeds the maximum of OVN.',
    why: 'OVN uses its maximum, after which a client may get a different endpoint.',
    fix: 'set timeoutSeconds to the maximum of OVN or less',
    message: (seconds: number, most: number) =>
      `timeoutSeconds is ${seconds}, expected at most ${most}, so clients may get a different endpoint earlier`,
    help: (_seconds, most) => `set timeoutSeconds to ${most} or less`,
  }),
  badPort: defineFinding({
    code: 'service/bad-port',
    severity: 'warning',
    summary: 'A port of a Service is invalid.',
    why: 'The Service does not accept connections on the port.',
    fix: 'use a port from 1 to 65535, and the protocol TCP, UDP or SCTP',
    message: () => 'the port is invalid, so the Service does not accept connections on it',
  }),
  badAddress: defineFinding({
    code: 'service/bad-address',
    severity: 'warning',
    summary: 'An address of a Service is invalid.',
    why: 'The Service does not accept connections to the address.',
    fix: 'use an IPv4 or IPv6 address, or export the Service again',
    message: (text: string) => `expected an address, found '${text}', so the Service does not accept connections to it`,
  }),
  noSlices: defineFinding({
    code: 'inventory/no-endpoint-slices',
    severity: 'warning',
    summary: 'The inventory has Services, but no EndpointSlice.',
    why: 'Load balancers without endpoints reject every connection.',
    fix: 'export the inventory with `kubectl get services,endpointslices -A -o yaml`, and add it to `inventory` in weir.yaml',
    message: (count: number) =>
      `the inventory has no EndpointSlice, so ${count === 1 ? 'the only Service rejects' : `all ${count} Services reject`} every connection`,
  }),
  noServices: defineFinding({
    code: 'inventory/no-services',
    severity: 'warning',
    summary: 'The feature services is on, but the inventory has no Service.',
    why: 'An audit does not compare live load balancers.',
    fix: 'export the inventory with `kubectl get services,endpointslices -A -o yaml`, and add it to `inventory` in weir.yaml, or remove services from `features`',
    message: () =>
      'the feature services is on, but the inventory has no Service, so live load balancers are not compared',
  }),
  userDefinedNetwork: defineFinding({
    code: 'service/user-defined-network',
    severity: 'warning',
    summary: 'The pods of a Service are on a user-defined network.',
    why: 'Weir compiles the default network only, so the Service gets no load balancers.',
    fix: 'move the pods to the default network if their Services must be reachable',
    message: (namespace: string, network: string) =>
      `the pods of namespace ${namespace} are on the user-defined network ${network}, which Weir does not compile, so its Services get no load balancers`,
  }),
  tooManyBackends: defineFinding({
    code: 'service/too-many-backends',
    severity: 'rejected',
    summary: 'A Service has too many endpoints for its load balancers.',
    why: 'The rows exceed the maximum size of a transaction, so Weir generates no load balancers.',
    fix: 'distribute the ports over several Services, because a load balancer lists all endpoints for each port and address',
    message: (count: number, most: number) =>
      `the Service has ${count} endpoints over all addresses and ports, expected at most ${most}, so it gets no load balancers`,
  }),
};
