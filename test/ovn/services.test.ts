import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import type { TestCluster } from './cluster.js';
import { describeEachRelease, showingLogs } from './releases.js';
import { type RunningCluster, startCluster, tcp, udp } from './running-cluster.js';
import { service } from './service.js';

const WEB = '203.0.113.10';
const WEB6 = '2001:db8:a::10';
const OAK = '192.168.50.12';
const OAK6 = 'fd00:50::12';
const ELM = '192.168.50.13';
const ELM6 = 'fd00:50::13';
/** Where packets from outside come from. */
const OUTSIDE = '192.168.50.1';
/** On the join switch: what the gateway router of oak puts in the place of the source of what it distributes. */
const ROUTER = '100.64.0.2';
const ROUTER6 = 'fd98::2';
const CRANE = '10.128.2.5';
const CRANE6 = 'fd01:0:0:2::5';

const web = { name: 'web', protocol: 'TCP', port: 8000 };
const TUG = ['10.128.3.6 elm', 'fd01:0:0:3::6 elm'];

const CLUSTER: TestCluster = {
  families: ['IPv4', 'IPv6'],
  interconnect: true,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3 },
  ],
  namespaces: ['harbor'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 },
    { namespace: 'harbor', name: 'tug', node: 'elm', number: 6 },
    { namespace: 'harbor', name: 'gull', node: 'elm', number: 7 },
  ],
  resources: [
    ...service(
      'ferry',
      {
        type: 'NodePort',
        clusterIP: '172.16.1.10',
        clusterIPs: ['172.16.1.10', 'fd02::10'],
        ports: [
          { ...web, nodePort: 30_000 },
          { name: 'voice', protocol: 'UDP', port: 8000, nodePort: 30_000 },
        ],
      },
      TUG,
    ),
    ...service('idle', { clusterIP: '172.16.1.11', clusterIPs: ['172.16.1.11', 'fd02::11'], ports: [web] }, []),
    ...service('mirror', { clusterIP: '172.16.1.12', ports: [web] }, ['10.128.2.5 oak']),
    ...service('near', { clusterIP: '172.16.1.13', internalTrafficPolicy: 'Local', ports: [web] }, TUG),
    ...service(
      'front',
      {
        type: 'NodePort',
        clusterIP: '172.16.1.14',
        externalTrafficPolicy: 'Local',
        ports: [{ ...web, nodePort: 30_002 }],
      },
      TUG,
    ),
    ...service(
      'loyal',
      {
        clusterIP: '172.16.1.16',
        clusterIPs: ['172.16.1.16', 'fd02::16'],
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 600 } },
        ports: [web],
      },
      [...TUG, '10.128.3.7 elm', 'fd01:0:0:3::7 elm'],
    ),
    ...service('host', { type: 'NodePort', clusterIP: '172.16.1.15', ports: [{ ...web, nodePort: 30_003 }] }, [
      `${ELM} elm`,
    ]),
  ],
};

describeEachRelease('a Service', (release) => {
  describe.each([
    ['with one zone per node and variables of the chassis', { ...CLUSTER, serviceTemplates: true }],
    ['with one zone and load balancers of single nodes', { ...CLUSTER, interconnect: false }],
  ])('%s', (_, description) => {
    let workspace: Workspace;
    let cluster: RunningCluster;

    beforeAll(async () => {
      workspace = openWorkspace();
      cluster = await showingLogs(workspace, () => startCluster(workspace, release, description, [WEB, WEB6]));
    });
    afterAll(() => {
      workspace.close();
    });

    /** Tests one fact; a failure prints the logs of every program. */
    const fact = (name: string, test: () => void | Promise<void>): void => {
      it(name, () => showingLogs(workspace, test), 60_000);
    };

    fact('leads pods to an endpoint on another node', async () => {
      expect(await cluster.reach('harbor/crane', tcp('172.16.1.10', 8000), udp('172.16.1.10', 8000))).toEqual([
        CRANE,
        CRANE,
      ]);
      expect(await cluster.reach('harbor/crane', tcp('fd02::10', 8000))).toEqual([CRANE6]);
    });

    fact('without endpoints refuses connections', async () => {
      expect(await cluster.refuse('harbor/crane', tcp('172.16.1.11', 8000), tcp('fd02::11', 8000))).toEqual([
        true,
        true,
      ]);
    });

    fact('leads a pod to itself under the hairpin address', async () => {
      expect(await cluster.reach('harbor/crane', tcp('172.16.1.12', 8000))).toEqual(['169.254.169.5']);
      expect(await cluster.reach('harbor/gull', tcp('172.16.1.12', 8000))).toEqual(['10.128.3.7']);
    });

    fact('that keeps traffic from inside on its node is there only for pods of that node', async () => {
      expect(await cluster.reach('harbor/gull', tcp('172.16.1.13', 8000))).toEqual(['10.128.3.7']);
      expect(await cluster.refuse('harbor/crane', tcp('172.16.1.13', 8000))).toEqual([true]);
    });

    fact(
      'that keeps clients with an endpoint drops what a client sends first, and then leads it to one endpoint',
      async () => {
        const endpoints = ['harbor/tug', 'harbor/gull'];
        for (const [address, source] of [
          ['172.16.1.16', CRANE],
          ['fd02::16', CRANE6],
        ] as const) {
          const probe = tcp(address, 8000);
          const first = await cluster.countFirstPackets('harbor/crane', endpoints, probe);
          expect([first.sent > 0, ...first.received]).toEqual([true, 0, 0]);
          expect(await cluster.reach('harbor/crane', probe, probe, probe)).toEqual([source, source, source]);
          const later = await cluster.countFirstPackets('harbor/crane', endpoints, probe, probe, probe);
          expect([...later.received].sort((a, b) => a - b)).toEqual([0, later.sent]);
        }
      },
    );

    fact('leaves alone what its endpoints send', async () => {
      expect(await cluster.reach('harbor/tug', tcp(WEB), tcp(WEB6))).toEqual([ELM, ELM6]);
      expect(await cluster.reach('harbor/crane', tcp(WEB), tcp(WEB6))).toEqual([OAK, OAK6]);
    });

    // On the node of the endpoint, the datapath of OVS 3.1 gives up: the packet passes more tables than it takes.
    fact('is reached from outside by its node port on a node without endpoints', async () => {
      expect(await cluster.reachFromOutside(tcp(OAK, 30_000), udp(OAK, 30_000), tcp(OAK6, 30_000))).toEqual([
        ROUTER,
        ROUTER,
        ROUTER6,
      ]);
    });

    fact('is reached by pods by the node port of their node', async () => {
      expect(await cluster.reach('harbor/crane', tcp(OAK, 30_000), tcp(OAK6, 30_000))).toEqual([CRANE, CRANE6]);
    });

    fact('that keeps traffic from outside on its node sees where it comes from', async () => {
      expect(await cluster.reachFromOutside(tcp(ELM, 30_002))).toEqual([OUTSIDE]);
      expect(await cluster.refuseFromOutside(tcp(OAK, 30_002))).toEqual([true]);
    });

    fact('leads to endpoints on the network of a host', async () => {
      expect(await cluster.reach('harbor/crane', tcp('172.16.1.15', 8000))).toEqual([OAK]);
      expect(await cluster.reachFromOutside(tcp(OAK, 30_003))).toEqual([OAK]);
    });

    fact('meets flows that ovn-controller made of every logical flow', () => {
      expect(cluster.flowWarnings()).toEqual([]);
    });

    fact('refuses connections as soon as a compilation without its endpoints is loaded', async () => {
      const [one] = CLUSTER.resources;
      await cluster.recompile({ resources: [one ?? {}] });
      expect(await cluster.refuse('harbor/crane', tcp('172.16.1.10', 8000))).toEqual([true]);
      expect(await cluster.refuseFromOutside(tcp(ELM6, 30_000))).toEqual([true]);
    });
  });
});
