import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INVENTORY, OBJECTS, node, pod } from './generate.mjs';

/** Kinds of the objects, again and again. */
const MIX = [
  ...['EgressIP', 'EgressQoS', 'AdminPolicyBasedExternalRoute', 'NetworkPolicy', 'NetworkPolicy'],
  ...Array.from({ length: 5 }, () => 'EgressFirewall'),
];
const PODS_A_NAMESPACE = 10;
const RULES = 10;
const NODES = 120;
/** How many namespaces one file of the inventory tells of. */
const NAMESPACES_A_FILE = 100;

/** Writes a repository with `count` objects of five kinds, each in a file and in a namespace of its own with ten pods. */
export function generateFiles(folder, count) {
  mkdirSync(join(folder, 'egress'), { recursive: true });
  mkdirSync(join(folder, 'inventory'), { recursive: true });
  writeFileSync(join(folder, 'weir.yaml'), 'manifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n');
  for (let number = 0; number < count; number++) {
    const kind = MIX[number % MIX.length];
    writeFileSync(join(folder, `egress/team-${number}.yaml`), (MORE_OBJECTS[kind] ?? OBJECTS[kind])(number, RULES));
  }
  for (let start = 0; start < count; start += NAMESPACES_A_FILE) {
    const numbers = Array.from({ length: Math.min(NAMESPACES_A_FILE, count - start) }, (_, index) => start + index);
    const inventory = numbers.map((number) => {
      const pods = Array.from({ length: PODS_A_NAMESPACE }, (_, index) => pod(number, index, PODS_A_NAMESPACE, NODES));
      return INVENTORY.EgressFirewall(number) + pods.join('');
    });
    writeFileSync(join(folder, `inventory/part-${start}.yaml`), inventory.join(''));
  }
  const nodes = Array.from({ length: NODES }, (_, index) => node(index));
  writeFileSync(join(folder, 'inventory/nodes.yaml'), nodes.join('---\n'));
}

const MORE_OBJECTS = {
  AdminPolicyBasedExternalRoute: (number) =>
    `apiVersion: k8s.ovn.org/v1\nkind: AdminPolicyBasedExternalRoute\nmetadata:\n  name: team-${number}\nspec:\n` +
    `  from:\n    namespaceSelector:\n      matchLabels:\n        kubernetes.io/metadata.name: team-${number}\n` +
    `  nextHops:\n    static:\n    - ip: 192.168.${(number >> 8) & 63}.${number & 255}\n`,
  NetworkPolicy: (number) =>
    `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: web\n  namespace: team-${number}\nspec:\n` +
    `  podSelector:\n    matchLabels:\n      app: app-0\n  policyTypes: [Ingress, Egress]\n` +
    `  ingress:\n  - from:\n    - podSelector:\n        matchLabels:\n          app: app-1\n    ports:\n    - port: 8080\n` +
    `  egress:\n  - to:\n    - namespaceSelector:\n        matchLabels:\n          kubernetes.io/metadata.name: team-${number - 1}\n` +
    `    ports:\n    - port: 443\n  - to:\n    - ipBlock:\n        cidr: 203.0.113.0/24\n`,
};
