import { afterAll, beforeAll, expect, it } from 'vitest';
import { packetOf } from '../../src/trace/packet.js';
import { createTracer } from '../../src/trace/trace.js';
import { gatewayMac, nodeAddress } from '../ovn/cluster.js';
import { describeEachRelease, showingLogs } from '../ovn/releases.js';
import { service } from '../ovn/service.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { compileRows } from './compile-rows.js';
import { askOvn } from './outcomes.js';
import { startTracers } from './ovn.js';

const NODE_PORT = 30_000;
const ports = [{ name: 'web', protocol: 'TCP', port: 80, nodePort: NODE_PORT }];
const CLUSTER = {
  ...TWO_NODES,
  resources: service('ferry', { type: 'NodePort', clusterIP: '172.16.1.10', ports }, ['10.128.2.5 oak']),
};

describeEachRelease('a packet from outside to a node port', (release) => {
  const compiled = compileRows(CLUSTER, release.schemaVersion);
  const elm = { name: 'elm', id: 3 };
  let workspace: Workspace;
  let tracers: Awaited<ReturnType<typeof startTracers>>;

  beforeAll(async () => {
    workspace = openWorkspace();
    const own = new Map([...compiled.transactions].filter(([zone]) => zone === 'elm'));
    const alone = { ...CLUSTER, nodes: [elm] };
    tracers = await showingLogs(workspace, () => startTracers(workspace, release, alone, own));
  }, 120_000);
  afterAll(() => {
    workspace.close();
  });

  it.each([
    ['198.51.100.9', true],
    ['192.168.50.254', true],
    ['192.168.50.255', false],
    ['100.64.255.255', false],
    ['255.255.255.255', false],
    ['224.0.0.9', false],
    ['127.0.0.1', false],
    ['0.0.0.9', false],
  ])(
    'from %s is taken: %s',
    async (source, isTaken) => {
      const packet = packetOf(source, nodeAddress(elm, 'IPv4'), 'TCP', NODE_PORT);
      const place = { zone: 'elm', datapath: 'GR_elm', inport: 'rtoe-GR_elm' };
      const tracer = tracers.get('elm');
      if (!tracer) throw new Error('no zone elm');
      const { text } = await askOvn(tracer, { ...place, from: '52:54:00:00:ff:01', to: gatewayMac(elm), packet });
      // What is taken comes to the stages after this one, where ovn-trace may end: it knows no connections.
      expect(/lr_in_ip_input .*\n *drop;/.test(text), text).toBe(!isTaken);
      const { verdict } = createTracer(compiled.state).tracePacket({ type: 'outside', node: 'elm' }, packet);
      expect(verdict).toBe(isTaken ? 'delivered' : 'dropped');
    },
    60_000,
  );
});
