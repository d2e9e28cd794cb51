import { INVENTORY, MIX, OBJECTS, pod } from './generate.mjs';

/** Nodes that host egress addresses: each has a hundred in a cluster of 10,000 resources. */
const HOSTS = { mixed: 10, full: 120 };
export const PODS_EACH = 10;

/** Returns the number of nodes: one for ten resources, and a hundred pods. */
export const nodesOf = (resources) => resources / 10;

/**
 * Returns the files of a cluster with that many resources, ten pods for each, and a node for a hundred pods: one object a
 * file, as path and text. With `zones`, each node is a zone of its own. With `isFull`, each namespace has an EgressFirewall
 * and an EgressIP, every second one a NetworkPolicy, and a fifth more namespaces have an EgressIP and no pods.
 */
export function* generateCluster(resources, { zones = false, isFull = false } = {}) {
  const nodes = nodesOf(resources);
  const hosts = isFull ? HOSTS.full : HOSTS.mixed;
  for (let number = 0; number < resources; number++) {
    yield [`egress/${number}.yaml`, OBJECTS[MIX[number % MIX.length]](number, 10)];
    yield [`inventory/namespace-${number}.yaml`, INVENTORY.EgressFirewall(number)];
    for (let index = 0; index < PODS_EACH; index++)
      yield [`inventory/pod-${number}-${index}.yaml`, (zones ? podOfZone : pod)(number, index, PODS_EACH, nodes)];
  }
  for (let index = 0; index < nodes; index++) yield [`inventory/node-${index}.yaml`, node(index, index < hosts, zones)];
  for (let number = 5; number < resources; number += 100) {
    yield [`egress/policy-${number}.yaml`, policy(number)];
    yield [`inventory/service-${number}.yaml`, service(number)];
    yield [`inventory/slice-${number}.yaml`, slice(number, `10.128.0.${number & 255}`)];
  }
  for (let number = 0; number < 10; number++) yield [`egress/admin-${number}.yaml`, adminPolicy(number)];
  if (isFull) yield* generateMore(resources);
}

/** Returns what a full cluster has beside the others. */
function* generateMore(resources) {
  for (let number = 0; number < resources; number++) {
    const kind = MIX[number % MIX.length];
    if (kind !== 'EgressFirewall') yield [`egress/firewall-${number}.yaml`, OBJECTS.EgressFirewall(number, 10)];
    if (kind !== 'EgressIP') yield [`egress/address-${number}.yaml`, OBJECTS.EgressIP(number)];
    if (number % 2 === 1 && number % 100 !== 5) yield [`egress/policy-${number}.yaml`, policy(number)];
  }
  for (let number = resources; number < 1.2 * resources; number++) {
    yield [`egress/address-${number}.yaml`, OBJECTS.EgressIP(number)];
    yield [`inventory/namespace-${number}.yaml`, INVENTORY.EgressFirewall(number)];
  }
}

/** A pod that is placed so that each node has pods with resources of each kind. */
function podOfZone(number, index, podsEach, nodes) {
  return pod(number, index, podsEach, nodes).replace(/nodeName: .*/, `nodeName: node-${(number + 7 * index) % nodes}`);
}

/** A node; the first ones host egress addresses. */
function node(index, isHost, isZone) {
  const address = `192.168.${10 + ((index + 10) >> 8)}.${(index + 10) & 255}/16`;
  const subnet = `10.${140 + (index >> 8)}.${index & 255}.0/24`;
  return (
    `apiVersion: v1\nkind: Node\nmetadata:\n  name: node-${index}\n  labels: {${isHost ? 'k8s.ovn.org/egress-assignable: ""' : ''}}\n` +
    `  annotations:\n    k8s.ovn.org/node-id: "${index + 2}"\n    k8s.ovn.org/node-subnets: '{"default": ["${subnet}"]}'\n` +
    (isZone ? `    k8s.ovn.org/zone-name: node-${index}\n    ${transitAddress(index)}\n` : '') +
    `    k8s.ovn.org/node-primary-ifaddr: '{"ipv4": "${address}"}'\n    k8s.ovn.org/host-cidrs: '["${address}"]'\n`
  );
}

const transitAddress = (index) =>
  `k8s.ovn.org/node-transit-switch-port-ifaddr: '{"ipv4": "100.88.${(index + 2) >> 8}.${(index + 2) & 255}/16"}'`;

function policy(number) {
  return (
    `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: own, namespace: team-${number}}\n` +
    `spec: {podSelector: {}, policyTypes: [Ingress], ingress: [{from: [{podSelector: {}}], ports: [{port: 8080}]}]}\n`
  );
}

function adminPolicy(number) {
  return (
    `apiVersion: policy.networking.k8s.io/v1alpha1\nkind: AdminNetworkPolicy\nmetadata: {name: tier-${number}}\n` +
    `spec:\n  priority: ${number}\n  subject: {namespaces: {matchLabels: {kubernetes.io/metadata.name: team-${number}}}}\n` +
    `  egress:\n  - {name: out, action: Deny, to: [{networks: [198.51.100.0/24]}], ports: [{portNumber: {protocol: TCP, port: 80}}]}\n`
  );
}

export function slice(number, address) {
  return (
    `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: web\n  namespace: team-${number}\n` +
    `  labels: {kubernetes.io/service-name: web}\naddressType: IPv4\nports: [{port: 8080}]\nendpoints: [{addresses: [${address}]}]\n`
  );
}

function service(number) {
  return (
    `apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: team-${number}}\n` +
    `spec: {clusterIP: 172.30.${number >> 8}.${number & 255}, ports: [{port: 8080}]}\n`
  );
}
