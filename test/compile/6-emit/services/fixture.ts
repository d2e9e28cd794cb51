import { createServiceRows } from '../../../../src/compile/6-emit/northbound/services/index.js';
import { joinZone } from '../../../../src/northbound/join-rows.js';
import type { Columns, NorthboundRows } from '../../../../src/model/northbound.js';
import { clusterOf, configurationOf, node } from '../../3-index/inventory.js';
import type { JsonObject } from '../../../../src/std/json.js';

/** `weir.yaml` of the clusters here. */
export const IPV4 = `topology: managed
clusterSubnets: [10.128.0.0/14/23]
serviceCIDRs: [172.30.0.0/16]
`;
export const DUAL_STACK = `topology: managed
ipFamilies: [IPv4, IPv6]
clusterSubnets: [10.128.0.0/14/23, 'fd01::/48/64']
serviceCIDRs: [172.30.0.0/16, 'fd02::/112']
`;
export const TEMPLATES = 'serviceTemplates: true\n';

/** A node with one subnet of each family that its addresses have; `number` (1–9) is in all of its facts. */
export function nodeOf(
  name: string,
  number: number,
  hostAddresses: readonly string[] = [`192.168.10.1${number}`],
  annotations: JsonObject = {},
): JsonObject {
  const isDual = hostAddresses.some((address) => address.includes(':'));
  const cidrs = hostAddresses.map((address) => `${address}/${address.includes(':') ? 64 : 24}`);
  const subnets = [`10.${127 + number}.2.0/23`, ...(isDual ? [`fd01:0:0:${number + 1}::/64`] : [])];
  const gateway = {
    mode: 'shared',
    'interface-id': `br-ex_${name}`,
    'mac-address': `52:54:00:00:00:0${number}`,
    'ip-addresses': cidrs,
    'next-hops': [],
    'node-port-enable': 'true',
  };
  return node(name, {
    'node-id': `${number + 1}`,
    'node-chassis-id': `chassis-${name.slice(-1)}`,
    'node-subnets': JSON.stringify({ default: subnets }),
    'l3-gateway-config': JSON.stringify({ default: gateway }),
    'host-cidrs': JSON.stringify(cidrs),
    ...annotations,
  });
}

/** The two nodes of the examples: 192.168.10.11 and 192.168.10.12. */
export const NODES: readonly JsonObject[] = [nodeOf('worker-a', 1), nodeOf('worker-b', 2)];

/** A Service of the namespace `shop`. */
export function service(name: string, spec: JsonObject, ingress: readonly string[] = []): JsonObject {
  const status = { loadBalancer: { ingress: ingress.map((ip) => ({ ip })) } };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop' }, spec, status };
}

/** An endpoint on a node ('' for none), with conditions. */
export function endpoint(address: string, nodeName = '', conditions: JsonObject = {}): JsonObject {
  return { addresses: [address], conditions, ...(nodeName === '' ? {} : { nodeName }) };
}

/** A slice of a Service of the namespace `shop`, IPv4 or IPv6 as its first endpoint says. */
export function slice(
  serviceName: string,
  endpoints: readonly JsonObject[],
  ports: readonly JsonObject[],
  suffix = 'a',
): JsonObject {
  const isIPv6 = JSON.stringify(endpoints[0] ?? '').includes('::');
  const metadata = {
    name: `${serviceName}-${suffix}`,
    namespace: 'shop',
    labels: { 'kubernetes.io/service-name': serviceName },
  };
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata,
    addressType: isIPv6 ? 'IPv6' : 'IPv4',
    endpoints: [...endpoints],
    ports: [...ports],
  };
}

export function slicePort(port: number, name = '', protocol = 'TCP'): JsonObject {
  return { name, protocol, port };
}

/** What Services are in a zone. */
export interface Balanced {
  /** Name of each load balancer → its virtual addresses. */
  readonly vips: Readonly<Record<string, unknown>>;
  /** Name of each load balancer → names of the switches, routers and groups that it is on, each with its sort. */
  readonly places: Readonly<Record<string, readonly string[]>>;
  readonly columnsOf: (name: string) => Columns | undefined;
  /** Chassis → variables. */
  readonly variables: Readonly<Record<string, unknown>>;
}

const placed = (rows: Pick<NorthboundRows, 'rows' | 'attachments'>): NorthboundRows => ({ ...rows, absent: new Map() });

/** Makes the load balancers of a zone of the cluster that objects tell of. */
export function balance(weirYaml: string, objects: readonly JsonObject[], zone = 'global'): Balanced {
  const { cluster } = clusterOf(objects, weirYaml);
  const { shared, ownOf } = createServiceRows(cluster, configurationOf(weirYaml));
  const own = ownOf(zone);
  const { rows, attachments } = joinZone([placed(shared), placed(own)], { zone, switches: [] });
  const balancers = rows.get('Load_Balancer') ?? [];
  const places = attachments.flatMap(({ table, key, references }) =>
    references.map((name) => [name, `${table} ${key}`] as const),
  );
  return {
    vips: Object.fromEntries(balancers.map(({ key, columns }) => [key, columns.vips])),
    places: Object.fromEntries(
      balancers.map(({ key }) => [
        key,
        places
          .filter(([name]) => name === key)
          .map(([, place]) => place)
          .sort(),
      ]),
    ),
    columnsOf: (name) => balancers.find(({ key }) => key === name)?.columns,
    variables: Object.fromEntries(
      (rows.get('Chassis_Template_Var') ?? []).map(({ key, columns }) => [key, columns.variables]),
    ),
  };
}

export const CLUSTER_GROUP = 'Load_Balancer_Group clusterLBGroup';
export const SWITCH_GROUP = 'Load_Balancer_Group clusterSwitchLBGroup';
export const ROUTER_GROUP = 'Load_Balancer_Group clusterRouterLBGroup';
