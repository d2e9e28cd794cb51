import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trace, Tracer } from '../rig/trace.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { type TestCluster, nodeAddress, podAddress } from './cluster.js';
import { egressFirewall, egressQoS } from './egress.js';
import { type Connection, dscpOf, isAllowed } from './evaluate.js';
import { microflowOf, startOak } from './microflow.js';
import { describeEachRelease, showingLogs } from './releases.js';

const FIREWALLS = [
  egressFirewall(
    'harbor',
    { type: 'Deny', to: { cidrSelector: '203.0.113.66/32' } },
    { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' } },
    { type: 'Deny', to: { cidrSelector: '203.0.113.77/32' } },
    {
      type: 'Allow',
      to: { cidrSelector: '198.51.100.0/24' },
      ports: [
        { protocol: 'TCP', port: 443 },
        { protocol: 'UDP', port: 53 },
      ],
    },
    { type: 'Allow', to: { dnsName: 'api.example.com' } },
    { type: 'Allow', to: { nodeSelector: { matchLabels: { role: 'infra' } } } },
    {
      type: 'Allow',
      to: { cidrSelector: '2001:db8:a::/48' },
      ports: [
        { protocol: 'SCTP', port: 3868 },
        { protocol: 'TCP', port: 443 },
      ],
    },
    { type: 'Deny', to: { cidrSelector: '0.0.0.0/0' } },
    { type: 'Deny', to: { cidrSelector: '::/0' } },
  ),
  egressFirewall(
    'quay',
    { type: 'Deny', to: { nodeSelector: { matchLabels: { role: 'infra' } } }, ports: [{ protocol: 'TCP', port: 443 }] },
    { type: 'Deny', to: { dnsName: 'api.example.com' } },
    { type: 'Deny', to: { cidrSelector: '10.0.0.0/8' } },
    { type: 'Deny', to: { cidrSelector: '2001:db8::/32' }, ports: [{ protocol: 'UDP', port: 53 }] },
  ),
  egressFirewall('pier'),
];
const QOS = [
  egressQoS(
    'media',
    { dscp: 46, dstCIDR: '203.0.113.0/24', podSelector: { matchLabels: { app: 'voice' } } },
    { dscp: 0, dstCIDR: '203.0.113.66/32' },
    { dscp: 34, dstCIDR: '2001:db8:a::/48' },
    { dscp: 10, podSelector: { matchLabels: { app: 'voice' } } },
  ),
  egressQoS('harbor', { dscp: 8 }),
];
const CENTRAL: TestCluster = {
  families: ['IPv4', 'IPv6'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3, labels: { role: 'infra' } },
    { name: 'fir', id: 4 },
  ],
  namespaces: ['harbor', 'quay', 'pier', 'media', 'open'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 },
    { namespace: 'harbor', name: 'tug', node: 'elm', number: 6 },
    { namespace: 'quay', name: 'rope', node: 'oak', number: 7 },
    { namespace: 'pier', name: 'lamp', node: 'oak', number: 8 },
    { namespace: 'media', name: 'voice', node: 'oak', number: 9, labels: { app: 'voice' } },
    { namespace: 'media', name: 'video', node: 'oak', number: 10, labels: { app: 'video' } },
    { namespace: 'open', name: 'gull', node: 'oak', number: 11 },
  ],
  resources: [...FIREWALLS, ...QOS],
  dns: { 'api.example.com': ['192.0.2.40', '2001:db8:d::40', '10.129.0.1'] },
};
const OUTSIDE = [
  ...['203.0.113.5', '203.0.113.66', '203.0.113.77', '198.51.100.9', '192.0.2.40', '192.0.2.41', '10.9.9.9'],
  ...['2001:db8:a::5', '2001:db8:d::40', '2001:db8:d::41', '2a00::1'],
];
const PORTS: readonly Pick<Connection, 'protocol' | 'port'>[] = [
  { protocol: 'TCP', port: 443 },
  { protocol: 'TCP', port: 53 },
  { protocol: 'UDP', port: 53 },
  { protocol: 'SCTP', port: 3868 },
  { protocol: 'ICMP', port: 0 },
];

/** Every connection that a pod of oak may try, with the logical port that it reaches when nothing drops it. */
function connectionsOf(cluster: TestCluster): readonly (Connection & { readonly reaches: string })[] {
  // With a local gateway the node itself routes what leaves the cluster.
  const exit = cluster.gatewayMode === 'local' ? 'k8s-oak' : 'br-ex_oak';
  const targets = [
    ...OUTSIDE.map((destination) => ({ destination, reaches: exit })),
    ...cluster.families.flatMap((family) => [
      ...cluster.nodes.map((node) => ({
        destination: nodeAddress(node, family),
        reaches: node.name === 'oak' ? 'k8s-oak' : exit,
      })),
      ...cluster.pods.map((pod) => ({
        destination: podAddress(cluster, pod, family),
        reaches: cluster.interconnect && pod.node !== 'oak' ? `tstor-${pod.node}` : `${pod.namespace}_${pod.name}`,
      })),
    ]),
  ];
  return cluster.pods
    .filter(({ node }) => node === 'oak')
    .flatMap((pod) =>
      targets
        .filter(({ reaches }) => reaches !== `${pod.namespace}_${pod.name}`)
        .flatMap((target) => PORTS.map((port) => ({ pod, ...target, ...port }))),
    );
}

describeEachRelease('what ovn-trace says', (release) => {
  describe.each([
    ['in a central zone', CENTRAL],
    ['in a zone of an interconnect cluster', { ...CENTRAL, interconnect: true }],
    ['with local gateways', { ...CENTRAL, gatewayMode: 'local' as const }],
  ])('%s', (_, cluster) => {
    let workspace: Workspace;
    let tracer: Tracer;
    const connections = connectionsOf(cluster);
    const traces = new Map<Connection, Trace>();

    beforeAll(async () => {
      workspace = openWorkspace();
      tracer = await showingLogs(workspace, () => startOak(workspace, release, cluster));
      for (const connection of connections) {
        traces.set(connection, await tracer.trace('oak', microflowOf(cluster, connection)));
      }
    });
    afterAll(() => {
      workspace.close();
    });

    it('matches the EgressFirewalls for every pod, destination, protocol and port', () => {
      const verdicts = connections.map((connection) => ({
        ...label(connection),
        verdict: traces.get(connection)?.outputs.includes(connection.reaches) ? 'allow' : 'drop',
      }));
      const expected = connections.map((connection) => ({
        ...label(connection),
        verdict: isAllowed(cluster, FIREWALLS, connection) ? 'allow' : 'drop',
      }));
      expect(new Set(expected.map(({ verdict }) => verdict))).toEqual(new Set(['allow', 'drop']));
      expect(verdicts).toEqual(expected);
    });

    it('matches the EgressQoS for every pod and destination that is let through', () => {
      const passing = connections.filter((connection) => isAllowed(cluster, FIREWALLS, connection));
      const marks = passing.map((connection) => ({ ...label(connection), dscp: traces.get(connection)?.dscp }));
      const expected = passing.map((connection) => ({ ...label(connection), dscp: dscpOf(QOS, connection) }));
      expect(new Set(expected.map(({ dscp }) => dscp))).toEqual(new Set([undefined, 0, 8, 10, 34, 46]));
      expect(marks).toEqual(expected);
    });

    it('is about matches that all parse', () => {
      expect(tracer.warnings()).toEqual([]);
    });
  });
});

function label({ pod, destination, protocol, port }: Connection): object {
  return { pod: `${pod.namespace}/${pod.name}`, destination, protocol, port };
}
