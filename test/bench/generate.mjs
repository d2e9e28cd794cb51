import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many objects one file holds: repositories have neither one file nor one an object. */
const OBJECTS_A_FILE = 100;
const NODES = { EgressFirewall: 4, EgressQoS: 4, EgressIP: 120 };
const PODS_A_NAMESPACE = 5;

/**
 * Writes a repository with `count` objects of a kind, each in a namespace of its own, and an inventory of a few nodes, or
 * of `zones` nodes that are a zone each. Returns the bytes of YAML.
 */
export function generateRepository(folder, kind, count, rules, { zones = 0, objectsAFile = OBJECTS_A_FILE } = {}) {
  mkdirSync(join(folder, 'egress'), { recursive: true });
  mkdirSync(join(folder, 'inventory'), { recursive: true });
  const settings = `interconnect: ${zones > 0}\nclusterSubnets: [10.128.0.0/12/24]\nmanifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n`;
  writeFileSync(join(folder, 'weir.yaml'), settings);
  let bytes = 0;
  const write = (path, text) => {
    bytes += Buffer.byteLength(text);
    writeFileSync(join(folder, path), text);
  };
  for (let start = 0; start < count; start += objectsAFile) {
    const numbers = Array.from({ length: Math.min(objectsAFile, count - start) }, (_, index) => start + index);
    write(`egress/part-${start}.yaml`, numbers.map((number) => OBJECTS[kind](number, rules)).join('---\n'));
    write(`inventory/part-${start}.yaml`, numbers.map((number) => INVENTORY[kind](number)).join(''));
  }
  const nodes = Array.from({ length: zones || NODES[kind] }, (_, index) => node(index, zones > 0));
  write('inventory/nodes.yaml', nodes.join('---\n'));
  return bytes;
}

/** Kinds of the objects of a mixed repository, again and again: most are firewalls. */
export const MIX = ['EgressIP', 'EgressQoS', ...Array.from({ length: 8 }, () => 'EgressFirewall')];
const MIXED_PODS = 10;
const MIXED_RULES = 10;

/** Writes a repository with `count` objects of three kinds, each in a namespace of its own with ten pods. */
export function generateMixedRepository(folder, count) {
  mkdirSync(join(folder, 'egress'), { recursive: true });
  mkdirSync(join(folder, 'inventory'), { recursive: true });
  writeFileSync(join(folder, 'weir.yaml'), 'manifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n');
  for (let start = 0; start < count; start += OBJECTS_A_FILE) {
    const numbers = Array.from({ length: Math.min(OBJECTS_A_FILE, count - start) }, (_, index) => start + index);
    const objects = numbers.map((number) => OBJECTS[MIX[number % MIX.length]](number, MIXED_RULES));
    const inventory = numbers.map((number) => {
      const pods = Array.from({ length: MIXED_PODS }, (_, index) => pod(number, index, MIXED_PODS, NODES.EgressIP));
      return INVENTORY.EgressFirewall(number) + pods.join('');
    });
    writeFileSync(join(folder, `egress/part-${start}.yaml`), objects.join('---\n'));
    writeFileSync(join(folder, `inventory/part-${start}.yaml`), inventory.join(''));
  }
  const nodes = Array.from({ length: NODES.EgressIP }, (_, index) => node(index));
  writeFileSync(join(folder, 'inventory/nodes.yaml'), nodes.join('---\n'));
}

const POLICY_APPS = 20;
const TIERS = 5;

/**
 * Writes a repository with `count` NetworkPolicies and `podsEach` pods for each of them, in namespaces of twenty policies.
 * Every policy allows the pods before its own, those of another team, those of a fifth of all namespaces, and a network.
 */
export function generatePolicyRepository(folder, count, podsEach) {
  mkdirSync(join(folder, 'egress'), { recursive: true });
  mkdirSync(join(folder, 'inventory'), { recursive: true });
  writeFileSync(join(folder, 'weir.yaml'), 'manifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n');
  const namespaces = count / POLICY_APPS;
  for (let number = 0; number < namespaces; number++) {
    const apps = Array.from({ length: POLICY_APPS }, (_, index) => index);
    writeFileSync(
      join(folder, `egress/team-${number}.yaml`),
      apps.map((app) => networkPolicy(number, app, namespaces)).join('---\n'),
    );
    const pods = Array.from({ length: POLICY_APPS * podsEach }, (_, index) =>
      pod(number, index, POLICY_APPS * podsEach, NODES.EgressIP, index % POLICY_APPS),
    );
    writeFileSync(join(folder, `inventory/team-${number}.yaml`), pods.join(''));
  }
  const all = Array.from({ length: namespaces }, (_, number) => labelledNamespace(number));
  writeFileSync(join(folder, 'inventory/namespace.yaml'), all.join('---\n'));
  const nodes = Array.from({ length: NODES.EgressIP }, (_, index) => node(index));
  writeFileSync(join(folder, 'inventory/nodes.yaml'), nodes.join('---\n'));
}

/** A namespace with the labels that policies look for. */
function labelledNamespace(number) {
  return (
    `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: team-${number}\n` +
    `  labels:\n    team: team-${number}\n    tier: tier-${number % TIERS}\n`
  );
}

function networkPolicy(number, app, namespaces) {
  const select = (indent, key, value) => `${indent}matchLabels:\n${indent}  ${key}: ${value}\n`;
  const rule = (field, team, neighbour, port) =>
    `  - ${field}:\n    - podSelector:\n${select('        ', 'app', `app-${neighbour % POLICY_APPS}`)}` +
    `    - namespaceSelector:\n${select('        ', 'team', `team-${team % namespaces}`)}` +
    `      podSelector:\n${select('        ', 'app', `app-${app}`)}    ports:\n    - port: ${port}\n`;
  const scraped =
    `  - from:\n    - namespaceSelector:\n${select('        ', 'tier', `tier-${number % TIERS}`)}` +
    `    ports:\n    - port: 9090\n`;
  const network = `192.0.${number % 256}`;
  return (
    `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: app-${app}\n  namespace: team-${number}\n` +
    `spec:\n  podSelector:\n${select('    ', 'app', `app-${app}`)}  policyTypes: [Ingress, Egress]\n` +
    `  ingress:\n${rule('from', number + 1, app + POLICY_APPS - 1, 8080)}${app === 0 ? scraped : ''}` +
    `  egress:\n${rule('to', number + namespaces - 1, app + 1, 8080)}` +
    `  - to:\n    - namespaceSelector: {}\n    ports:\n    - port: 9090\n` +
    `  - to:\n    - ipBlock:\n        cidr: ${network}.0/24\n        except: [${network}.128/25]\n` +
    `    ports:\n    - port: 443\n  - ports:\n    - port: 53\n      protocol: UDP\n`
  );
}

const ROUTER_SETTINGS = `features: []
serviceCIDRs: [172.30.0.0/15]
ingressControllers:
  - name: default
    domain: apps.example.com
manifests: [egress/*.yaml]
inventory: [inventory/*.yaml]
`;

/** Writes a repository with `count` Routes, each for a Service of its own with three endpoints; one in four is encrypted. */
export function generateRouteRepository(folder, count) {
  mkdirSync(join(folder, 'egress'), { recursive: true });
  mkdirSync(join(folder, 'inventory'), { recursive: true });
  writeFileSync(join(folder, 'weir.yaml'), ROUTER_SETTINGS);
  for (let start = 0; start < count; start += OBJECTS_A_FILE) {
    const numbers = Array.from({ length: Math.min(OBJECTS_A_FILE, count - start) }, (_, index) => start + index);
    writeFileSync(join(folder, `egress/part-${start}.yaml`), numbers.map(route).join('---\n'));
    writeFileSync(join(folder, `inventory/part-${start}.yaml`), numbers.map(routedService).join('---\n'));
  }
}

function route(number) {
  const tls = number % 4 === 0 ? '  tls:\n    termination: edge\n    insecureEdgeTerminationPolicy: Redirect\n' : '';
  return (
    `apiVersion: route.openshift.io/v1\nkind: Route\nmetadata:\n  name: web-${number}\n  namespace: team-${number % 500}\n` +
    `spec:\n  host: web-${number}.apps.example.com\n  to:\n    kind: Service\n    name: web-${number}\n` +
    `  port:\n    targetPort: http\n${tls}`
  );
}

function routedService(number) {
  const place = `  namespace: team-${number % 500}\n`;
  const clusterIP = `172.${30 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
  const endpoints = [0, 1, 2].map((index) => {
    const order = number * 3 + index;
    const address = `10.${128 + (order >> 16)}.${(order >> 8) & 255}.${order & 255}`;
    return (
      `- addresses: [${address}]\n  conditions: {ready: true}\n` +
      `  targetRef: {kind: Pod, name: web-${number}-${index}}\n`
    );
  });
  return (
    `apiVersion: v1\nkind: Service\nmetadata:\n  name: web-${number}\n${place}` +
    `spec:\n  clusterIP: ${clusterIP}\n  ports:\n  - name: http\n    port: 80\n    targetPort: 8080\n---\n` +
    `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: web-${number}\n${place}` +
    `  labels:\n    kubernetes.io/service-name: web-${number}\naddressType: IPv4\n` +
    `ports:\n- name: http\n  port: 8080\n  protocol: TCP\nendpoints:\n${endpoints.join('')}`
  );
}

/** Policies that close namespaces of a mixed repository to all others, ten namespaces apart. */
export function writePolicies(count) {
  const spec = '{ podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }] }] }';
  return Array.from({ length: count }, (_, index) => {
    const metadata = `{ name: own, namespace: team-${index * 100 + 5} }`;
    return `---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: ${metadata}\nspec: ${spec}\n`;
  }).join('');
}

/** Expectations about a mixed repository with its policies: all of them hold. */
export function writeExpectations(count) {
  const items = Array.from({ length: count }, (_, index) => {
    const lines = EXPECTATIONS[index % EXPECTATIONS.length](index * 10);
    return `  - name: promise ${index}\n${lines.map((line) => `    ${line}\n`).join('')}`;
  });
  return `expectations:\n${items.join('')}`;
}

const fromTeam = (number) => `from: { namespace: team-${number} }`;
const reachesFew = (at) => [fromTeam(at + 4), 'to: outside', 'only: [{ cidr: 96.0.0.0/4 }]'];
const reachesNot = (at) => [fromTeam(at + 4), 'to: { cidr: 203.0.113.0/24 }', 'unreachable: true'];
/** By the number of a namespace whose object is an EgressIP; the next has an EgressQoS, others an EgressFirewall. */
const EXPECTATIONS = [
  reachesFew,
  reachesFew,
  reachesFew,
  reachesNot,
  reachesNot,
  (at) => [fromTeam(at), `source: [192.168.${100 + (at >> 8)}.${at & 255}]`],
  (at) => [fromTeam(at + 1), 'source: [node]'],
  (at) => [
    `from: { namespace: team-${at + 1}, labels: { app: app-0 } }`,
    `to: { cidr: 100.${(at + 1) % 250}.0.0/16 }`,
    'dscp: 0',
  ],
  (at) => [fromTeam(at + 2), `to: { namespace: team-${at + 3} }`, 'reachable: true'],
  (at) => [`to: { namespace: team-${at - 85} }`, `only-from: [{ namespace: team-${at - 85} }]`],
];

export const OBJECTS = {
  EgressFirewall: (number, rules) =>
    `${header('EgressFirewall', number)}${Array.from({ length: rules }, (_, index) => firewallRule(number, index, rules)).join('')}`,
  EgressIP: egressIP,
  EgressQoS: (number, rules) =>
    `${header('EgressQoS', number)}${Array.from({ length: rules }, (_, index) => qosRule(number, index)).join('')}`,
};

/** An EgressIP for one namespace: its address is in the network of all nodes. */
export function egressIP(number) {
  return (
    `apiVersion: k8s.ovn.org/v1\nkind: EgressIP\nmetadata:\n  name: team-${number}\nspec:\n  egressIPs:\n` +
    `  - 192.168.${100 + (number >> 8)}.${number & 255}\n` +
    `  namespaceSelector:\n    matchLabels:\n      kubernetes.io/metadata.name: team-${number}\n`
  );
}

export const INVENTORY = {
  EgressIP: (number) =>
    `---\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: team-${number}\n` +
    Array.from({ length: PODS_A_NAMESPACE }, (_, index) => pod(number, index, PODS_A_NAMESPACE, NODES.EgressIP)).join(
      '',
    ),
  EgressFirewall: (number) => `---\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: team-${number}\n`,
  EgressQoS: (number) => [0, 1, 2].map((index) => pod(number, index, 3, NODES.EgressQoS)).join(''),
};

export function header(kind, number) {
  return `apiVersion: k8s.ovn.org/v1\nkind: ${kind}\nmetadata:\n  name: default\n  namespace: team-${number}\nspec:\n  egress:\n`;
}

/** Networks that are allowed, each third rule an exception from the next one, and all else denied: no rule is idle. */
function firewallRule(number, index, rules) {
  const isException = index % 3 === 2 && index < rules - 2;
  const network = (at) => `${100 + (at % 90)}.${number % 250}.${(number >> 3) % 250}.${(at % 32) * 8}`;
  const cidr = index === rules - 1 ? '0.0.0.0/0' : isException ? `${network(index + 1)}/30` : `${network(index)}/29`;
  const ports = index % 2 === 0 ? `    ports:\n    - protocol: TCP\n      port: ${8000 + index}\n` : '';
  const isDeny = isException || index === rules - 1;
  return `  # rule ${index}: partner ${number}\n  - type: ${isDeny ? 'Deny' : 'Allow'}\n    to:\n      cidrSelector: ${cidr}\n${isDeny && !isException ? '' : ports}`;
}

function qosRule(number, index) {
  const cidr = `${100 + (index % 90)}.${number % 250}.0.0/16`;
  return `  - dscp: ${index % 64}\n    dstCIDR: ${cidr}\n    podSelector:\n      matchLabels:\n        app: app-${index % 3}\n`;
}

export function pod(number, index, podsEach, nodes, app = index) {
  const order = number * podsEach + index;
  const address = `10.${128 + (order >> 16)}.${(order >> 8) & 255}.${order & 255}`;
  return (
    `---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: app-${index}\n  namespace: team-${number}\n` +
    `  labels:\n    app: app-${app}\nspec:\n  nodeName: node-${order % nodes}\nstatus:\n  podIPs:\n  - ip: ${address}\n`
  );
}

export function node(index, isZone = false) {
  const address = `192.168.${10 + ((index + 10) >> 8)}.${(index + 10) & 255}/16`;
  return (
    `apiVersion: v1\nkind: Node\nmetadata:\n  name: node-${index}\n` +
    `  labels:\n    k8s.ovn.org/egress-assignable: ""\n  annotations:\n    k8s.ovn.org/node-id: "${index + 2}"\n` +
    (isZone ? `    k8s.ovn.org/zone-name: node-${index}\n` : '') +
    `    k8s.ovn.org/node-subnets: '{"default": ["10.131.${index}.0/24"]}'\n` +
    `    k8s.ovn.org/node-primary-ifaddr: '{"ipv4": "${address}"}'\n    k8s.ovn.org/host-cidrs: '["${address}"]'\n`
  );
}
