import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
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

/** Writes a repository whose inventory has that many pods in one file, with containers, as `kubectl get pods -A -o json` prints them. */
export function generatePodRepository(folder, pods) {
  mkdirSync(join(folder, 'egress'), { recursive: true });
  mkdirSync(join(folder, 'inventory'), { recursive: true });
  writeFileSync(join(folder, 'weir.yaml'), 'manifests: [egress/*.yaml]\ninventory: [inventory/*]\n');
  writeFileSync(join(folder, 'inventory/nodes.yaml'), node(0));
  writeFileSync(join(folder, 'inventory/namespaces.yaml'), INVENTORY.EgressFirewall(0));
  const rule = '  - type: Deny\n    to:\n      cidrSelector: 0.0.0.0/0\n';
  writeFileSync(join(folder, 'egress/rules.yaml'), `${header('EgressFirewall', 0)}${rule}`);
  const file = openSync(join(folder, 'inventory/pods.json'), 'w');
  writeSync(file, '{\n    "apiVersion": "v1",\n    "items": [\n');
  for (let number = 0; number < pods; number++) {
    const text = JSON.stringify(podWithContainers(number), null, 4).replaceAll('\n', `\n${' '.repeat(8)}`);
    writeSync(file, `${' '.repeat(8)}${text}${number < pods - 1 ? ',' : ''}\n`);
  }
  writeSync(file, '    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n');
  closeSync(file);
}

function podWithContainers(number) {
  const address = `10.${130 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
  const env = Array.from({ length: 12 }, (_, index) => ({ name: `VARIABLE_${index}`, value: `value ${index}` }));
  const image = `registry.example.com/web@sha256:${'a'.repeat(64)}`;
  const ports = [{ containerPort: 8080, name: 'http', protocol: 'TCP' }];
  const managedFields = [{ apiVersion: 'v1', fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } } } }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { labels: { app: `app-${number % 20}` }, managedFields, name: `web-${number}`, namespace: 'team-0' },
    spec: { containers: [{ env, image, name: 'web', ports }], nodeName: 'node-0', tolerations: env },
    status: { containerStatuses: [{ image, lastState: {}, name: 'web' }], phase: 'Running', podIPs: [{ ip: address }] },
  };
}
