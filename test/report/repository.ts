import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dump } from 'js-yaml';
import type { TestCluster } from '../ovn/cluster.js';
import { egressIP } from '../ovn/egress.js';
import { configurationOf, inventoryOf } from '../ovn/manifests.js';
import { service } from '../ovn/service.js';

/** What a page must show as text, and never run. */
export const HOSTILE = '</script></style><img src=x onerror="globalThis.hostile=1">';

export const CLUSTER: TestCluster = {
  families: ['IPv4', 'IPv6'],
  interconnect: true,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3, labels: { 'k8s.ovn.org/egress-assignable': '' } },
  ],
  namespaces: ['harbor', 'quay', 'pier'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5, labels: { app: 'crane' } },
    { namespace: 'harbor', name: 'tug', node: 'elm', number: 6, labels: { app: 'tug' } },
    { namespace: 'quay', name: 'rope', node: 'oak', number: 7 },
    { namespace: 'pier', name: 'lamp', node: 'oak', number: 8 },
  ],
  resources: [],
};

const firewall = (network: string): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: quay}
spec:
  egress:
    - {type: Allow, to: {cidrSelector: ${network}}}
    - {type: Allow, to: {cidrSelector: 203.0.113.0/26}} # ${HOSTILE}
    - {type: Deny, to: {cidrSelector: 0.0.0.0/0}}
`;
const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: isolate, namespace: pier}
spec: {podSelector: {}, policyTypes: [Ingress]}
`;
const FERRY = service('ferry', { clusterIP: '172.16.1.10', ports: [{ name: 'web', protocol: 'TCP', port: 80 }] }, [
  '10.128.3.6 elm',
]);

/** A folder with resources and an inventory; `network` is what the firewall of quay allows. */
export function reportRepository(network = '203.0.113.0/25'): string {
  const configuration = { ...configurationOf(CLUSTER, '7.11.0'), topology: 'external' };
  return write({
    'weir.yaml': dump({ ...configuration, manifests: ['egress/*.yaml'], inventory: ['inventory/*.yaml'] }),
    'inventory/cluster.yaml': [...inventoryOf(CLUSTER), ...FERRY].map((object) => dump(object)).join('---\n'),
    'egress/firewall.yaml': firewall(network),
    'egress/policy.yaml': POLICY,
    'egress/ferry.yaml': dump(egressIP('ferry', '192.168.50.100', 'harbor', { app: 'crane' })),
  });
}

/** A folder without nodes, with an EgressIP and an EgressFirewall that is rejected. */
export function noNodes(): string {
  const labels = { 'kubernetes.io/metadata.name': 'harbor' };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'harbor', labels } };
  const metadata = { name: 'crane', namespace: 'harbor', labels: { app: 'crane' } };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata };
  const ferry = egressIP('ferry', '192.168.50.100', 'harbor', { app: 'crane' });
  return write({
    'all.yaml': [namespace, pod, ferry].map((object) => dump(object)).join('---\n'),
    'firewall.yaml': firewall('203.0.113.300/24'),
  });
}

const folders: string[] = [];

function write(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'weir-report-')));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Removes what tests have made. */
export function removeRepositories(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
