import { describe, expect, it } from 'vitest';
import { startDatabases } from '../rig/databases.js';
import type { OvnRelease } from '../rig/ovn.js';
import { startTracer } from '../rig/trace.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { type TestCluster, chassisIn, zoneOf } from './cluster.js';
import { type CompiledZone, compileCluster } from './compile.js';
import { contentOfDatabase, contentOfRows } from './content.js';
import { egressFirewall, egressQoS } from './egress.js';
import { describeEachRelease, showingLogs } from './releases.js';
import { service } from './service.js';

const BASE: TestCluster = {
  families: ['IPv4'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3, labels: { role: 'infra' } },
  ],
  namespaces: ['harbor', 'media', 'empty'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 },
    { namespace: 'harbor', name: 'tug', node: 'elm', number: 6 },
    { namespace: 'media', name: 'voice', node: 'oak', number: 7, labels: { app: 'voice' } },
  ],
  resources: [
    egressFirewall(
      'harbor',
      { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' }, ports: [{ protocol: 'TCP', port: 443 }] },
      { type: 'Allow', to: { cidrSelector: '2001:db8:a::/48' } },
      { type: 'Allow', to: { dnsName: 'api.example.com' } },
      { type: 'Allow', to: { nodeSelector: { matchLabels: { role: 'infra' } } } },
      { type: 'Deny', to: { cidrSelector: '0.0.0.0/0' } },
      { type: 'Deny', to: { cidrSelector: '::/0' } },
    ),
    egressQoS(
      'media',
      { dscp: 46, dstCIDR: '203.0.113.0/24', podSelector: { matchLabels: { app: 'voice' } } },
      { dscp: 10 },
    ),
  ],
  dns: { 'api.example.com': ['192.0.2.40', '2001:db8:d::40'] },
};

const port = { name: 'web', protocol: 'TCP', port: 8000 };
const SERVICES = [
  ...service('ferry', { type: 'NodePort', clusterIP: '172.16.1.10', ports: [{ ...port, nodePort: 30_000 }] }, [
    '10.128.2.5 oak',
    'fd01:0:0:3::6 elm',
  ]),
  ...service('near', { clusterIPs: ['fd02::13', '172.16.1.13'], internalTrafficPolicy: 'Local', ports: [port] }, [
    '10.128.3.6 elm',
  ]),
  ...service('host', { type: 'NodePort', clusterIP: '172.16.1.15', ports: [{ ...port, nodePort: 30_003 }] }, [
    '192.168.50.13 elm',
  ]),
  ...service('day', { clusterIP: '172.16.1.16', sessionAffinity: 'ClientIP', ports: [port] }, ['10.128.2.5 oak']),
];

const CLUSTERS: Readonly<Record<string, TestCluster>> = {
  'an IPv4 cluster': BASE,
  'a dual-stack cluster': { ...BASE, families: ['IPv4', 'IPv6'] },
  'an IPv6 cluster': { ...BASE, families: ['IPv6'] },
  'a dual-stack cluster with interconnect': { ...BASE, families: ['IPv4', 'IPv6'], interconnect: true },
  'a cluster with Services': { ...BASE, resources: SERVICES },
  'a dual-stack interconnect cluster with Services by templates': {
    ...BASE,
    families: ['IPv4', 'IPv6'],
    interconnect: true,
    resources: SERVICES,
    serviceTemplates: true,
  },
  'a cluster with local gateways': { ...BASE, gatewayMode: 'local' },
  'a dual-stack interconnect cluster with local gateways': {
    ...BASE,
    families: ['IPv4', 'IPv6'],
    interconnect: true,
    gatewayMode: 'local',
  },
};

/** Loads a zone and checks what the server holds and what OVN's own programs say of it. */
async function checkZone(
  workspace: Workspace,
  release: OvnRelease,
  cluster: TestCluster,
  zone: string,
  files: CompiledZone,
): Promise<void> {
  const databases = await startDatabases(workspace, release, zone, files.transaction, chassisIn(cluster, zone));
  expect(await contentOfDatabase(databases)).toEqual(await contentOfRows(files.rows, databases));
  databases.startNorthd();
  await databases.waitForNorthd();
  expect(databases.northdWarnings()).toEqual([]);
  const tracer = await startTracer(workspace, release, databases);
  // ovn-trace is on no chassis, so it has no variables of one.
  expect(tracer.warnings().filter((line) => !line.includes('^NODEIP_'))).toEqual([]);
}

describeEachRelease('an empty Northbound database', (release) => {
  describe.each(Object.entries(CLUSTERS))('takes %s', (_, cluster) => {
    it('and then holds exactly the compiled rows, which ovn-northd and ovn-trace read without a warning', async () => {
      const zones = compileCluster(cluster, release.schemaVersion);
      expect(new Set(zones.keys())).toEqual(new Set(cluster.nodes.map((node) => zoneOf(cluster, node))));
      const workspace = openWorkspace();
      try {
        await showingLogs(workspace, async () => {
          for (const [zone, files] of zones) await checkZone(workspace, release, cluster, zone, files);
        });
      } finally {
        workspace.close();
      }
    });
  });
});
