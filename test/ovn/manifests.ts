import {
  type Family,
  type TestCluster,
  type TestNode,
  type TestPod,
  CLUSTER_SUBNETS,
  NEXT_HOPS,
  chassisId,
  gatewayMac,
  hostInterfaces,
  managementMac,
  nodeAddress,
  nodeOf,
  podAddress,
  podMac,
  podNetworkAddress,
  uidOf,
  withLength,
  zoneOf,
} from './cluster.js';

/** The fields of `weir.yaml` for a cluster and a target's Northbound schema. */
export function configurationOf(cluster: TestCluster, schemaVersion: string): object {
  return {
    topology: 'managed',
    ipFamilies: cluster.families,
    interconnect: cluster.interconnect,
    gatewayMode: cluster.gatewayMode,
    clusterSubnets: cluster.families.map((family) => `${CLUSTER_SUBNETS[family]}/${family === 'IPv4' ? 24 : 64}`),
    ovnSchemaVersion: schemaVersion,
    serviceTemplates: cluster.serviceTemplates ?? false,
    dropUntranslatedEgress: cluster.dropUntranslatedEgress ?? false,
    statelessNetworkPolicy: cluster.statelessNetworkPolicy ?? false,
    dns: cluster.dns ?? {},
    nodes: Object.fromEntries(cluster.nodes.map((node) => [node.name, { interfaces: interfacesOf(cluster, node) }])),
  };
}

function interfacesOf(cluster: TestCluster, node: TestNode): object {
  return Object.fromEntries(hostInterfaces(cluster, node).map(({ name, ...port }) => [name, port]));
}

/** Nodes, namespaces and pods as `kubectl get -o yaml` shows them in a running cluster. */
export function inventoryOf(cluster: TestCluster): readonly object[] {
  return [
    ...cluster.nodes
      .filter((node) => cluster.leftOut?.(node, 'Node') !== true)
      .map((node) => nodeManifest(cluster, node)),
    ...cluster.namespaces.map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { 'kubernetes.io/metadata.name': name, ...cluster.namespaceLabels?.[name] } },
    })),
    ...cluster.pods.map((pod) => podManifest(cluster, pod)),
  ];
}

function nodeManifest(cluster: TestCluster, node: TestNode): object {
  const each = (make: (family: Family) => string): string[] => cluster.families.map(make);
  const byFamily = (make: (family: Family) => string): Record<string, string> =>
    Object.fromEntries(cluster.families.map((family) => [family.toLowerCase(), make(family)]));
  const addresses = each((family) => withLength(nodeAddress(node, family)));
  const gateway = {
    mode: cluster.gatewayMode,
    'bridge-id': 'br-ex',
    'interface-id': `br-ex_${node.name}`,
    'mac-address': gatewayMac(node),
    'ip-addresses': addresses,
    'next-hops': each((family) => NEXT_HOPS[family]),
    'node-port-enable': 'true',
    'vlan-id': '0',
  };
  const subnets = each((family) => withLength(podNetworkAddress(node, 0, family).replace(/::0$/, '::')));
  const transit = byFamily((family) => (family === 'IPv4' ? `100.88.0.${node.id}/16` : `fd97::${node.id}/64`));
  const annotations = {
    'node-id': String(node.id),
    'node-subnets': JSON.stringify({ default: subnets }),
    'node-chassis-id': chassisId(node),
    'l3-gateway-config': JSON.stringify({ default: gateway }),
    'host-cidrs': JSON.stringify([...addresses, ...hostInterfaces(cluster, node).flatMap((own) => own.addresses)]),
    'node-primary-ifaddr': JSON.stringify(byFamily((family) => withLength(nodeAddress(node, family)))),
    'node-mgmt-port-mac-addresses': JSON.stringify({ default: managementMac(node) }),
    'node-encap-ips': JSON.stringify(each((family) => nodeAddress(node, family)).slice(0, 1)),
    'zone-name': zoneOf(cluster, node),
    ...(cluster.interconnect ? { 'node-transit-switch-port-ifaddr': JSON.stringify(transit) } : {}),
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: node.name,
      labels: { 'kubernetes.io/hostname': node.name, ...node.labels },
      annotations: Object.fromEntries(
        Object.entries(annotations)
          .filter(([key]) => cluster.leftOut?.(node, key) !== true)
          .map(([key, value]) => [`k8s.ovn.org/${key}`, value]),
      ),
    },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

function podManifest(cluster: TestCluster, pod: TestPod): object {
  const addresses = cluster.families.map((family) => podAddress(cluster, pod, family));
  const network = {
    ip_addresses: addresses.map(withLength),
    mac_address: podMac(cluster, pod),
    gateway_ips: cluster.families.map((family) => podNetworkAddress(nodeOf(cluster, pod), 1, family)),
    role: 'primary',
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace: pod.namespace,
      name: pod.name,
      uid: uidOf(pod),
      labels: pod.labels ?? {},
      annotations: { 'k8s.ovn.org/pod-networks': JSON.stringify({ default: network }) },
    },
    spec: {
      nodeName: pod.node,
      containers: [{ name: 'main', image: 'registry.invalid/main:1', ports: pod.ports ?? [] }],
    },
    status: { phase: 'Running', podIP: addresses[0], podIPs: addresses.map((ip) => ({ ip })) },
  };
}
