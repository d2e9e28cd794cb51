import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INVENTORY, egressIP, header, node, pod } from './generate.mjs';

/** Writes a repository with one EgressFirewall of `rules` rules: networks beside each other, each with a port, then all else is denied. */
export function generateRuleRepository(folder, rules) {
  mkdirSync(join(folder, 'egress'), { recursive: true });
  mkdirSync(join(folder, 'inventory'), { recursive: true });
  writeFileSync(join(folder, 'weir.yaml'), 'manifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n');
  const allowed = Array.from({ length: rules - 1 }, (_, index) => {
    const network = `20.${index >> 8}.${index & 255}.0/24`;
    return `  - type: Allow\n    to:\n      cidrSelector: ${network}\n    ports:\n    - protocol: TCP\n      port: ${10_000 + index}\n`;
  });
  const denied = '  - type: Deny\n    to:\n      cidrSelector: 0.0.0.0/0\n';
  writeFileSync(join(folder, 'egress/rules.yaml'), `${header('EgressFirewall', 0)}${allowed.join('')}${denied}`);
  const inventory = INVENTORY.EgressFirewall(0) + pod(0, 0, 1, 1);
  writeFileSync(join(folder, 'inventory/all.yaml'), `${node(0)}${inventory}`);
}

/** Writes a repository with that many nodes in one network, and that many EgressIPs, each of a namespace with one pod. */
export function generateDrainRepository(folder, nodes, egressIPs) {
  mkdirSync(join(folder, 'egress'), { recursive: true });
  mkdirSync(join(folder, 'inventory'), { recursive: true });
  const settings = 'clusterSubnets: [10.128.0.0/12/24]\nmanifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n';
  writeFileSync(join(folder, 'weir.yaml'), settings);
  const subnet = (index) => `10.${130 + (index >> 8)}.${index & 255}`;
  const hosts = Array.from({ length: nodes }, (_, index) => node(index));
  writeFileSync(join(folder, 'inventory/nodes.yaml'), hosts.join('---\n'));
  const numbers = Array.from({ length: egressIPs }, (_, number) => number);
  const namespaces = numbers.map(
    (number) =>
      `${INVENTORY.EgressFirewall(number)}---\napiVersion: v1\nkind: Pod\n` +
      `metadata: {name: app, namespace: team-${number}}\nspec: {nodeName: node-${number % nodes}}\n` +
      `status: {podIPs: [{ip: ${subnet(number % nodes)}.${5 + Math.floor(number / nodes)}}]}\n`,
  );
  writeFileSync(join(folder, 'inventory/namespaces.yaml'), namespaces.join(''));
  writeFileSync(join(folder, 'egress/all.yaml'), numbers.map(egressIP).join('---\n'));
}
