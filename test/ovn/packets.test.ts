import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import type { TestCluster } from './cluster.js';
import { egressFirewall, egressQoS } from './egress.js';
import { describeEachRelease, showingLogs } from './releases.js';
import { type RunningCluster, icmp, startCluster, tcp, udp } from './running-cluster.js';

const WEB = '203.0.113.10';
const PORTED = '198.51.100.20';
const DNS_ANSWER = '192.0.2.40';
const OTHER = '192.0.2.30';
const WEB6 = '2001:db8:a::10';
const OTHER6 = '2001:db8:b::20';
const OAK = '192.168.50.12';
const OAK6 = 'fd00:50::12';
const ELM = '192.168.50.13';

const CLUSTER: TestCluster = {
  families: ['IPv4', 'IPv6'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3, labels: { role: 'infra' } },
  ],
  namespaces: ['harbor', 'quay', 'media', 'open'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 },
    { namespace: 'quay', name: 'rope', node: 'oak', number: 6 },
    { namespace: 'media', name: 'voice', node: 'oak', number: 7, labels: { app: 'voice' } },
    { namespace: 'media', name: 'video', node: 'oak', number: 8, labels: { app: 'video' } },
    { namespace: 'open', name: 'gull', node: 'oak', number: 9 },
    { namespace: 'open', name: 'tern', node: 'elm', number: 10 },
  ],
  resources: [
    egressFirewall(
      'harbor',
      { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' } },
      { type: 'Deny', to: { cidrSelector: `${WEB}/32` } },
      {
        type: 'Allow',
        to: { cidrSelector: `${PORTED}/32` },
        ports: [
          { protocol: 'TCP', port: 443 },
          { protocol: 'UDP', port: 8080 },
        ],
      },
      { type: 'Allow', to: { nodeSelector: { matchLabels: { role: 'infra' } } } },
      { type: 'Allow', to: { dnsName: 'api.example.com' } },
      { type: 'Allow', to: { cidrSelector: '2001:db8:a::/48' } },
      { type: 'Deny', to: { cidrSelector: '0.0.0.0/0' } },
      { type: 'Deny', to: { cidrSelector: '::/0' } },
    ),
    egressFirewall(
      'quay',
      { type: 'Deny', to: { cidrSelector: `${WEB}/32` } },
      { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' } },
    ),
    egressQoS(
      'media',
      { dscp: 46, dstCIDR: '203.0.113.0/24', podSelector: { matchLabels: { app: 'voice' } } },
      { dscp: 10 },
    ),
  ],
  dns: { 'api.example.com': [DNS_ANSWER] },
};

const OUTSIDE = [WEB, PORTED, DNS_ANSWER, OTHER, WEB6, OTHER6];

describeEachRelease('packets', (release) => {
  let workspace: Workspace;
  let cluster: RunningCluster;

  beforeAll(async () => {
    workspace = openWorkspace();
    cluster = await showingLogs(workspace, () => startCluster(workspace, release, CLUSTER, OUTSIDE));
  });
  afterAll(() => {
    workspace.close();
  });

  /** Tests one fact; a failure prints the logs of every program. */
  const fact = (name: string, test: () => void | Promise<void>): void => {
    it(name, () => showingLogs(workspace, test), 60_000);
  };

  fact('leave from the node of the pod when no EgressFirewall is there', async () => {
    expect(await cluster.reach('open/gull', tcp(OTHER), udp(OTHER), tcp(OTHER6), icmp(OTHER))).toEqual([
      OAK,
      OAK,
      OAK6,
      '',
    ]);
    expect(await cluster.reach('open/tern', tcp(OTHER))).toEqual([ELM]);
  });

  fact('pass where an EgressFirewall allows them', async () => {
    expect(await cluster.reach('harbor/crane', tcp('203.0.113.10', 443), udp('203.0.113.10'), icmp(WEB))).toEqual([
      OAK,
      OAK,
      '',
    ]);
  });

  fact('are dropped where an EgressFirewall denies them', async () => {
    expect(await cluster.fail('harbor/crane', tcp(OTHER), udp(OTHER))).toEqual([undefined, undefined]);
  });

  fact('are dropped by a denied 0.0.0.0/0 also when they are ICMP', async () => {
    expect(await cluster.fail('harbor/crane', icmp(OTHER))).toEqual([undefined]);
  });

  fact('follow the first rule that matches', async () => {
    expect(await cluster.reach('harbor/crane', tcp(WEB))).toEqual([OAK]);
    expect(await cluster.fail('quay/rope', tcp(WEB))).toEqual([undefined]);
  });

  fact('pass without a matching rule', async () => {
    expect(await cluster.reach('quay/rope', tcp(OTHER))).toEqual([OAK]);
  });

  fact('pass only to the TCP port of a rule', async () => {
    expect(await cluster.reach('harbor/crane', tcp(PORTED, 443))).toEqual([OAK]);
    expect(await cluster.fail('harbor/crane', tcp(PORTED, 80), tcp(PORTED, 8080))).toEqual([undefined, undefined]);
  });

  fact('pass only to the UDP port of a rule', async () => {
    expect(await cluster.reach('harbor/crane', udp(PORTED, 8080))).toEqual([OAK]);
    expect(await cluster.fail('harbor/crane', udp(PORTED, 80), udp(PORTED, 443))).toEqual([undefined, undefined]);
  });

  fact('over IPv6 pass and are dropped by IPv6 rules', async () => {
    expect(await cluster.reach('harbor/crane', tcp(WEB6), icmp(WEB6))).toEqual([OAK6, '']);
    expect(await cluster.fail('harbor/crane', tcp(OTHER6), udp(OTHER6), icmp(OTHER6))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  fact('reach the nodes that a node selector picks and no other', async () => {
    expect(await cluster.reach('harbor/crane', tcp(ELM))).toEqual([OAK]);
    expect(await cluster.fail('harbor/crane', tcp(OAK))).toEqual([undefined]);
    expect(await cluster.reach('open/gull', tcp(OAK))).toEqual(['10.128.2.9']);
  });

  fact('reach the pinned answers of a DNS name', async () => {
    expect(await cluster.reach('harbor/crane', tcp(DNS_ANSWER))).toEqual([OAK]);
  });

  fact('between pods pass a denied 0.0.0.0/0 and ::/0, on one node and through the tunnel to another', async () => {
    const near = [tcp('10.128.2.9'), tcp('fd01:0:0:2::9')];
    const far = [tcp('10.128.3.10'), udp('10.128.3.10'), tcp('fd01:0:0:3::10')];
    expect(await cluster.reach('harbor/crane', ...near)).toEqual(['10.128.2.5', 'fd01:0:0:2::5']);
    expect(await cluster.reach('harbor/crane', ...far)).toEqual(['10.128.2.5', '10.128.2.5', 'fd01:0:0:2::5']);
  });

  fact('carry the DSCP value of the first EgressQoS rule that matches', async () => {
    expect(await cluster.dscpOf('media/voice', udp(WEB))).toBe(46);
    expect(await cluster.dscpOf('media/voice', udp(OTHER))).toBe(10);
    expect(await cluster.dscpOf('media/video', udp(WEB))).toBe(10);
    expect(await cluster.dscpOf('media/video', udp(WEB6))).toBe(10);
  });

  fact('of a namespace without EgressQoS carry no DSCP value', async () => {
    expect(await cluster.dscpOf('open/gull', udp(WEB))).toBe(0);
    expect(await cluster.dscpOf('open/gull', udp(WEB6))).toBe(0);
  });

  fact('meet flows that ovn-controller made of every logical flow', () => {
    expect(cluster.flowWarnings()).toEqual([]);
  });

  fact('pass as soon as a compilation without the denying rules is loaded', async () => {
    expect(await cluster.fail('harbor/crane', tcp(OTHER))).toEqual([undefined]);
    await cluster.recompile({ resources: CLUSTER.resources.slice(1) });
    expect(await cluster.reach('harbor/crane', tcp(OTHER), udp(OTHER), icmp(OTHER), tcp(OTHER6))).toEqual([
      OAK,
      OAK,
      '',
      OAK6,
    ]);
    expect(await cluster.fail('quay/rope', tcp(WEB))).toEqual([undefined]);
  });
});
