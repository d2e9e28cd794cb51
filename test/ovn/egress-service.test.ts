import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAvailable } from '../../src/northbound/schema/version.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import type { TestCluster, TestNode } from './cluster.js';
import { egressService } from './egress.js';
import { describeEachRelease, showingLogs } from './releases.js';
import { type RunningCluster, startCluster, tcp, udp } from './running-cluster.js';

const WEB = '203.0.113.10';
const WEB6 = '2001:db8:a::10';
/** Behind the nodes' own interfaces only; with one, hosts forward in shared gateway mode too. */
const ARCHIVE = '198.51.100.20';

const BALANCER = '192.0.2.80';
const BALANCER6 = '2001:db8:80::1';
const OTHER_BALANCER = '192.0.2.81';

const OAK = '192.168.50.12';
const OAK6 = 'fd00:50::12';
const ELM = '192.168.50.13';

const HOST = { egress: 'yes' };
const oak: TestNode = { name: 'oak', id: 2, inSecondary: true };
const elm: TestNode = { name: 'elm', id: 3, inSecondary: true, labels: HOST };

const ferry = egressService({
  namespace: 'harbor',
  name: 'ferry',
  ingress: [BALANCER, BALANCER6],
  endpoints: ['10.128.2.5 oak', 'fd01:0:0:2::5 oak', '10.128.3.6 elm'],
  nodeLabels: HOST,
});
const barge = egressService({
  namespace: 'harbor',
  name: 'barge',
  ingress: [OTHER_BALANCER],
  endpoints: ['10.128.2.8 oak'],
  nodeLabels: HOST,
});

const CLUSTER: TestCluster = {
  families: ['IPv4', 'IPv6'],
  interconnect: true,
  dropUntranslatedEgress: true,
  gatewayMode: 'shared',
  nodes: [oak, elm],
  namespaces: ['harbor'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 },
    { namespace: 'harbor', name: 'tug', node: 'elm', number: 6 },
    { namespace: 'harbor', name: 'buoy', node: 'oak', number: 7 },
    { namespace: 'harbor', name: 'skiff', node: 'oak', number: 8 },
  ],
  resources: [...ferry, ...barge],
};

/** Northbound schema of OVN 24.03: with older ones the compiled reply marks of EgressIP are refused. */
const MARK_SINCE = '7.3.0';

describeEachRelease('an EgressService', (release) => {
  if (!isAvailable(MARK_SINCE, release.schemaVersion)) {
    it.skip(`left out: schema ${release.schemaVersion} has no QoS mark`);
    return;
  }
  describe.each([
    ['with one zone per node and shared gateways', CLUSTER],
    ['with one zone and local gateways', { ...CLUSTER, interconnect: false, gatewayMode: 'local' as const }],
  ])('%s', (_, description) => {
    let workspace: Workspace;
    let cluster: RunningCluster;

    beforeAll(async () => {
      workspace = openWorkspace();
      cluster = await showingLogs(workspace, () =>
        startCluster(workspace, release, description, [WEB, WEB6], [ARCHIVE]),
      );
      for (const address of [BALANCER, BALANCER6, OTHER_BALANCER]) await cluster.announce(address, 'elm');
    });
    afterAll(() => {
      workspace.close();
    });

    /** Tests one fact; a failure prints the logs of every program. */
    const fact = (name: string, test: () => void | Promise<void>): void => {
      it(name, () => showingLogs(workspace, test), 60_000);
    };

    fact('lets its endpoints leave with the address of the load balancer, through its host', async () => {
      expect(await cluster.setUpHosts()).toEqual(['elm']);
      expect(await cluster.reach('harbor/crane', tcp(WEB), udp(WEB))).toEqual([BALANCER, BALANCER]);
      expect(await cluster.reach('harbor/tug', tcp(WEB))).toEqual([BALANCER]);
      expect(await cluster.reach('harbor/skiff', tcp(WEB))).toEqual([OTHER_BALANCER]);
    });

    fact('of IPv6 does so too', async () => {
      expect(await cluster.reach('harbor/crane', tcp(WEB6), udp(WEB6))).toEqual([BALANCER6, BALANCER6]);
    });

    fact('leaves other pods the address of their node', async () => {
      expect(await cluster.reach('harbor/buoy', tcp(WEB), tcp(WEB6))).toEqual([OAK, OAK6]);
    });

    fact('does nothing to traffic between pods, nor to that to nodes', async () => {
      expect(await cluster.reach('harbor/crane', tcp('10.128.3.6'), tcp('10.128.2.7'))).toEqual([
        '10.128.2.5',
        '10.128.2.5',
      ]);
      const seen = await cluster.reach('harbor/crane', tcp(OAK), tcp(ELM));
      expect(seen).not.toContain(BALANCER);
      expect(seen).not.toContain(undefined);
    });

    fact('meets flows that ovn-controller made of every logical flow', () => {
      expect(cluster.flowWarnings()).toEqual([]);
    });

    fact('leaves nothing behind when it is removed', async () => {
      await cluster.recompile({ resources: barge });
      expect(await cluster.setUpHosts({ resources: barge })).toEqual(['elm']);
      expect(await cluster.reach('harbor/crane', tcp(WEB), tcp(WEB6))).toEqual([OAK, OAK6]);
      expect(await cluster.reach('harbor/tug', tcp(WEB))).toEqual([ELM]);
      expect(await cluster.reach('harbor/skiff', tcp(WEB))).toEqual([OTHER_BALANCER]);
    });
  });
});
