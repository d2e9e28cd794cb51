import { afterAll, expect, it } from 'vitest';
import { isAvailable } from '../../src/northbound/schema/version.js';
import { packetOf } from '../../src/trace/packet.js';
import type { TestCluster } from '../ovn/cluster.js';
import { egressIP } from '../ovn/egress.js';
import { describeEachRelease, showingLogs } from '../ovn/releases.js';
import { service } from '../ovn/service.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { compileRows } from './compile-rows.js';
import { askOvn } from './outcomes.js';
import { startTracers } from './ovn.js';

const CRANE = '10.128.2.5';
const ELM = '192.168.50.13';
const EGRESS = '192.168.50.100';
const ports = [{ name: 'web', protocol: 'TCP', port: 80, nodePort: 30_000 }];
const CLUSTER: TestCluster = {
  ...TWO_NODES,
  resources: service('ferry', { type: 'NodePort', clusterIP: '172.16.1.10', externalTrafficPolicy: 'Cluster', ports }, [
    `${CRANE} oak`,
  ]),
};

describeEachRelease('ovn-trace', (release) => {
  // Without a packet mark of QoS rules Weir compiles no EgressIP: the node's own address is what the router gives then.
  const hasEgressIP = isAvailable('7.3.0', release.schemaVersion);
  const resources = [...CLUSTER.resources, ...(hasEgressIP ? [egressIP('ferry', EGRESS, 'harbor')] : [])];
  const cluster = { ...CLUSTER, resources };
  const { transactions } = compileRows(cluster, release.schemaVersion);
  const own = new Map([...transactions].filter(([zone]) => zone === 'elm'));
  const workspaces: Workspace[] = [];

  afterAll(() => {
    for (const workspace of workspaces) workspace.close();
  });

  it('gives the egress address of a pod to what it begins, and never to replies that the gateway router knows', async () => {
    const sources: (string | undefined)[] = [];
    for (const tracked of ['new', 'est,rpl'] as const) {
      const workspace = openWorkspace();
      workspaces.push(workspace);
      const tracers = await showingLogs(workspace, () =>
        startTracers(workspace, release, { ...cluster, nodes: cluster.nodes.slice(1) }, own, tracked),
      );
      const tracer = tracers.get('elm');
      if (!tracer) throw new Error('no zone elm');
      const packet = packetOf(CRANE, '198.51.100.9', 'TCP', 40_000, 80);
      const place = { zone: 'elm', datapath: 'GR_elm', inport: 'rtoj-GR_elm' };
      const entry = { ...place, from: '0a:58:64:40:00:01', to: '0a:58:64:40:00:03', packet };
      const { end, source } = await askOvn(tracer, entry);
      expect(end).toBe('br-ex_elm');
      sources.push(source);
    }
    expect(sources).toEqual([hasEgressIP ? EGRESS : ELM, CRANE]);
  }, 120_000);
});
