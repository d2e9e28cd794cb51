import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAvailable } from '../../src/northbound/schema/version.js';
import { packetOf } from '../../src/trace/packet.js';
import type { PacketOrigin } from '../../src/trace/origin.js';
import { type Tracer, createTracer } from '../../src/trace/trace.js';
import { type TestCluster, type TestNode, podAddress } from '../ovn/cluster.js';
import { egressFirewall, egressIP, egressService } from '../ovn/egress.js';
import { familyOf } from '../ovn/evaluate.js';
import { describeEachRelease, showingLogs } from '../ovn/releases.js';
import { type RunningCluster, startCluster, tcp } from '../ovn/running-cluster.js';
import { service } from '../ovn/service.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { compileRows } from './compile-rows.js';

const WEB = '203.0.113.10';
const DENIED = '203.0.113.20';
/** Behind the nodes' own interfaces only. */
const ARCHIVE = '198.51.100.20';
const BALANCER = '192.0.2.80';
const OAK = '192.168.50.12';
const ELM = '192.168.50.13';
/** Where packets from outside come from. */
const OUTSIDE = '192.168.50.1';

const HOST = { egress: 'yes', 'k8s.ovn.org/egress-assignable': '' };
const oak: TestNode = { name: 'oak', id: 2, inSecondary: true };
const elm: TestNode = { name: 'elm', id: 3, inSecondary: true, labels: HOST };
const web = { name: 'web', protocol: 'TCP', port: 8000 };

/** A Service for one endpoint on oak that the outside reaches at a port of nodes. */
function nodePort(name: string, port: number, externalTrafficPolicy: string, endpoint: string): object[] {
  const clusterIP = `172.16.1.${port - 30_000 + 20}`;
  const ports = [{ name: 'web', protocol: 'TCP', port: 80, nodePort: port }];
  return service(name, { type: 'NodePort', clusterIP, externalTrafficPolicy, ports }, [`${endpoint} oak`]);
}

const CLUSTER: TestCluster = {
  families: ['IPv4'],
  interconnect: true,
  gatewayMode: 'shared',
  nodes: [oak, elm],
  namespaces: ['harbor', 'wharf', 'depot', 'quay', 'pier'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 },
    { namespace: 'wharf', name: 'skiff', node: 'oak', number: 6 },
    { namespace: 'depot', name: 'cart', node: 'oak', number: 7 },
    { namespace: 'depot', name: 'rack', node: 'elm', number: 8 },
    { namespace: 'quay', name: 'rope', node: 'elm', number: 9 },
    { namespace: 'pier', name: 'bollard', node: 'oak', number: 10 },
  ],
  serviceTemplates: true,
  resources: [
    egressIP('wharf', '192.168.50.100', 'wharf'),
    egressIP('depot', '10.20.30.200', 'depot'),
    egressFirewall('quay', { type: 'Deny', to: { cidrSelector: `${DENIED}/32` } }),
    ...egressService({
      namespace: 'harbor',
      name: 'barge',
      ingress: [BALANCER],
      endpoints: ['10.128.2.5 oak'],
      nodeLabels: { egress: 'yes' },
    }),
    ...service('ferry', { type: 'NodePort', clusterIP: '172.16.1.10', ports: [{ ...web, nodePort: 30_000 }] }, [
      '10.128.3.9 elm',
    ]),
    ...service('mirror', { clusterIP: '172.16.1.12', ports: [web] }, ['10.128.3.9 elm']),
    // Nobody has the address of the hop: only replies that return to the hop that they came from arrive.
    {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'AdminPolicyBasedExternalRoute',
      metadata: { name: 'pier' },
      spec: {
        from: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'pier' } } },
        nextHops: { static: [{ ip: '192.168.50.101' }] },
      },
    },
    ...nodePort('crane', 30_001, 'Cluster', '10.128.2.5'),
    ...nodePort('crane-local', 30_002, 'Local', '10.128.2.5'),
    ...nodePort('skiff-local', 30_003, 'Local', '10.128.2.6'),
    ...nodePort('bollard-local', 30_004, 'Local', '10.128.2.10'),
    ...service('idle', { clusterIP: '172.16.1.11', ports: [web] }, []),
  ],
};

/** A pod that sends, or the node that a packet from outside comes to; whom it is for, and the port. */
type Probe = readonly [from: string, to: string, port: number];

const PROBES: readonly Probe[] = [
  ['harbor/crane', WEB, 80],
  ['wharf/skiff', WEB, 80],
  ['wharf/skiff', '10.128.3.9', 80],
  ['wharf/skiff', OAK, 80],
  ['wharf/skiff', ELM, 80],
  ['depot/cart', ARCHIVE, 80],
  ['depot/rack', ARCHIVE, 80],
  ['quay/rope', WEB, 80],
  ['quay/rope', DENIED, 80],
  ['depot/cart', '172.16.1.10', 8000],
  ['quay/rope', '172.16.1.12', 8000],
  ['quay/rope', '172.16.1.11', 8000],
  ['node oak', OAK, 30_000],
  ['node elm', ELM, 30_001],
  ['node oak', OAK, 30_002],
  ['node oak', OAK, 30_003],
  ['node oak', OAK, 30_004],
];

describeEachRelease('real packets and the model', (release) => {
  if (!isAvailable('7.3.0', release.schemaVersion)) {
    it.skip(`left out: schema ${release.schemaVersion} has no QoS mark, so Weir compiles no EgressIP for it`);
    return;
  }
  let workspace: Workspace;
  let cluster: RunningCluster;
  let model: Tracer;

  beforeAll(async () => {
    workspace = openWorkspace();
    cluster = await showingLogs(workspace, () => startCluster(workspace, release, CLUSTER, [WEB, DENIED], [ARCHIVE]));
    await cluster.announce(BALANCER, 'elm');
    await cluster.setUpHosts();
    model = createTracer(compileRows(CLUSTER, release.schemaVersion).state);
  });
  afterAll(() => {
    workspace.close();
  });

  it.each(PROBES)(
    'agree about what becomes of a packet from %s to %s, port %i',
    (from, to, port) =>
      showingLogs(workspace, async () => {
        const { origin, source } = senderOf(from, to);
        const { verdict, paths } = model.tracePacket(origin, packetOf(source, to, 'TCP', port));
        const isOutside = origin.type === 'outside';
        if (verdict === 'rejected') {
          expect(await cluster.refuse(from, tcp(to, port))).toEqual([true]);
        } else if (verdict === 'dropped') {
          const seen = isOutside ? cluster.failFromOutside(tcp(to, port)) : cluster.fail(from, tcp(to, port));
          expect(await seen).toEqual([undefined]);
        } else {
          const seen = isOutside ? cluster.reachFromOutside(tcp(to, port)) : cluster.reach(from, tcp(to, port));
          expect(paths.map(({ end }) => end.packet.source)).toEqual(await seen);
        }
      }),
    90_000,
  );
});

function senderOf(from: string, to: string): { readonly origin: PacketOrigin; readonly source: string } {
  if (from.startsWith('node ')) return { origin: { type: 'outside', node: from.slice(5) }, source: OUTSIDE };
  const pod = CLUSTER.pods.find(({ namespace, name }) => `${namespace}/${name}` === from);
  if (!pod) throw new Error(`no pod ${from}`);
  const { namespace, name } = pod;
  return { origin: { type: 'pod', namespace, name }, source: podAddress(CLUSTER, pod, familyOf(to)) };
}
