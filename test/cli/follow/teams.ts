import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../../rig/random.js';
import { PADDING } from '../cache/repository.js';
import { beginRepository, editRepository } from './edits.js';

const TEAMS = 3;

/** Rules of firewalls: the first four are of networks, and nothing is found of them. */
export const RULES = [
  '{ type: Allow, to: { cidrSelector: 203.0.113.0/24 } }',
  '{ type: Allow, to: { cidrSelector: 198.51.100.0/25 }, ports: [{ protocol: TCP, port: 443 }] }',
  '{ type: Allow, to: { cidrSelector: 198.51.100.128/25 }, ports: [{ protocol: UDP, port: 53 }] }',
  '{ type: Allow, to: { cidrSelector: 233.252.0.0/24 } }',
  '{ type: Deny, to: { cidrSelector: 192.0.2.0/24 } }',
  '{ type: Allow, to: { cidrSelector: 203.0.113.7/24 } }',
  '{ type: Allow, to: { cidrSelector: 203.0.113.300/24 } }',
  '{ type: Allow, to: { dnsName: example.com } }',
  "{ type: Allow, to: { nodeSelector: { matchLabels: { 'kubernetes.io/os': linux } } } }",
];

const DENIED = '{ type: Deny, to: { cidrSelector: 0.0.0.0/0 } }';

/** A firewall that allows something, and denies all else: so there is nothing to warn of. */
export function firewallOf(namespace: string, rules: readonly string[]): string {
  const items = [...new Set(rules), DENIED].map((rule) => `  - ${rule}\n`).join('');
  const spec = rules.length > 0 ? `spec:\n  egress:\n${items}` : 'spec: { egress: [] }\n';
  return `apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: { name: default, namespace: ${namespace} }\n${spec}`;
}

export function namespaceOf(name: string): string {
  return `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;
}

/** Three firewalls, their namespaces, and enough else that it counts as large. */
export const TEAM_FILES = {
  'weir.yaml': '',
  'inventory/nodes.yaml': nodesOf(false),
  'inventory/padding.yaml': `${PADDING}${namespaceOf('padding')}`,
  ...Object.fromEntries(
    [0, 1, 2].flatMap((team) => [
      [`egress/team-${team}.yaml`, firewallOf(`team-${team}`, RULES.slice(0, 2))],
      [`inventory/team-${team}.yaml`, namespaceOf(`team-${team}`)],
    ]),
  ),
};

/** Firewalls and namespaces, what a fixture has beside them, and enough else that it counts as large. */
export function beginTeams(folder: string, random: Random): void {
  if (random(4) === 0) beginRepository(folder, random);
  const settings = pick(SETTINGS, random);
  if (random(4) > 0) write(folder, 'weir.yaml', settings);
  write(folder, 'inventory/nodes.yaml', nodesOf(settings.includes('interconnect')));
  write(folder, 'inventory/padding.yaml', `${PADDING}${namespaceOf('padding')}`);
  if (random(3) === 0) write(folder, 'egress/others.yaml', pick(OTHERS, random));
  for (let team = 0; team < TEAMS; team++) {
    write(folder, `egress/team-${team}.yaml`, firewallOf(`team-${team}`, RULES.slice(0, 1 + random(4))));
    write(folder, `inventory/team-${team}.yaml`, namespaceOf(`team-${team}`));
  }
}

/** Objects beside the firewalls: in their namespaces, about the pods there, and above them. */
const OTHERS = [
  `apiVersion: k8s.ovn.org/v1
kind: EgressQoS
metadata: { name: default, namespace: team-0 }
spec: { egress: [{ dscp: 40, dstCIDR: 203.0.113.0/24 }] }
`,
  `apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata: { name: teams }
spec: { egressIPs: [192.0.2.77], namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: team-1 } } }
`,
  `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: team-2 }
spec: { podSelector: {}, policyTypes: [Egress] }
`,
];

const SETTINGS = [
  '',
  'interconnect: true\n',
  'gatewayMode: local\nipFamilies: [IPv4, IPv6]\n',
  'features: [egressFirewall]\n',
  'findings: { egress-firewall/host-bits: off }\n',
  'manifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n',
];

/** Two nodes, each a zone or not. */
function nodesOf(areZones: boolean): string {
  return ['ferry', 'barge']
    .map((name, index) => {
      const zone = areZones ? `, k8s.ovn.org/zone-name: ${name}` : '';
      const annotations = `k8s.ovn.org/host-cidrs: '["192.0.2.${index + 1}/24"]'${zone}`;
      return `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}, annotations: { ${annotations} } }\n`;
    })
    .join('---\n');
}

/** Most edits are of the firewalls of teams. Says what was done. */
export function editTeams(folder: string, random: Random): string {
  const team = random(TEAMS);
  const path = `egress/team-${team}.yaml`;
  const other = `team-${random(TEAMS)}`;
  const draw = random(24);
  if (draw === 0) return editRepository(folder, random);
  if (draw === 1) return damage(folder, random);
  if (draw === 2) write(folder, path, firewallOf(`team-${team}`, []));
  else if (draw === 3)
    write(folder, path, `# weir:ignore egress-firewall/host-bits\n${firewallOf(other, RULES.slice(5, 6))}`);
  else if (draw === 4)
    write(folder, path, [`team-${team}`, other].map((name) => firewallOf(name, RULES.slice(0, 1))).join('---\n'));
  else if (draw === 5)
    write(folder, `inventory/team-${team}.yaml`, namespaceOf(random(2) === 0 ? other : `team-${team}`));
  else if (draw === 6)
    write(folder, path, `${firewallOf(`team-${team}`, RULES.slice(0, 1))}---\n${namespaceOf('new')}`);
  else if (draw === 7) rmSync(join(folder, path), { force: true });
  else {
    const rules = Array.from({ length: 1 + random(4) }, () => pick(draw < 20 ? RULES.slice(0, 4) : RULES, random));
    write(folder, path, firewallOf(`team-${team}`, rules));
    if (draw > 21) write(folder, `egress/${other}.yaml`, firewallOf(other, rules));
  }
  return `${draw} ${path}`;
}

/** Cuts, edits or removes a file of the cache, or of the output beside its index. */
function damage(folder: string, random: Random): string {
  const below = join(folder, pick(['.weir-cache', 'rendered'], random));
  const files = existsSync(below) ? Object.keys(readAll(below)).filter((path) => path !== 'index.json') : [];
  if (files.length === 0) return 'nothing';
  const path = join(below, pick(files, random));
  pick(
    [
      () => {
        rmSync(path);
      },
      () => {
        truncateSync(path, 70);
      },
      () => {
        appendFileSync(path, ' ');
      },
    ],
    random,
  )();
  return `damage ${path}`;
}

/** The texts of all files below a folder, by path. */
export function readAll(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

/** Writes a file, and the folders above it. */
export function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[random(items.length)] as Item;
}
