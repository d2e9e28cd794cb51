import { describe, expect, it } from 'vitest';
import { createTracer } from '../../src/trace/trace.js';
import { findTools } from '../apply/node/host.js';
import { createRandom, firstSeed } from '../rig/random.js';
import { openWorkspace } from '../rig/workspace.js';
import { compileRows } from '../trace/compile-rows.js';
import { listDisagreements } from './agreement.js';
import { hostNetworkOf, packetsThrough } from './host-cluster.js';
import { openHostRig } from './host-rig.js';
import { SCHEMA, TABLE } from './mixed-cluster.js';
import { DESTINATIONS, randomHostCluster } from './random-cluster.js';

/** WEIR_HOST_CLUSTERS asks for more clusters. */
const CLUSTERS = Number(process.env.WEIR_HOST_CLUSTERS ?? 3);
const TABLE_ROUTES = [
  { destination: '0.0.0.0/0', via: '192.168.50.9', interface: 'br-ex' },
  { destination: '::/0', via: 'fd00:50::9', interface: 'br-ex' },
];
const isLeftOut = findTools().length === 0;
if (isLeftOut) it.skip('random hosts: left out, making network namespaces needs root', () => undefined);

describe.skipIf(isLeftOut)('hosts of random clusters and the model', () => {
  it.each(Array.from({ length: CLUSTERS }, (_, index) => firstSeed + index))(
    'agree about every packet with the seed %i',
    async (seed) => {
      const cluster = randomHostCluster(createRandom(seed));
      const { state, hostFiles } = compileRows(cluster, SCHEMA);
      const model = createTracer(state);
      const workspace = openWorkspace();
      try {
        for (const own of state.hosts ?? []) {
          const node = cluster.nodes.find(({ name }) => name === own.node);
          const packets = packetsThrough(cluster, own.node, model, DESTINATIONS);
          if (!node || packets.length === 0) continue;
          const setup = { destinations: DESTINATIONS, table: TABLE, tableRoutes: TABLE_ROUTES };
          const network = hostNetworkOf(cluster, node, own, setup);
          const rig = await openHostRig(workspace, network);
          await rig.apply(new Map([...hostFiles].filter(([path]) => path.startsWith(`nodes/${own.node}/`))));
          await rig.send(packets.map(({ packet }) => packet));
          const found = await listDisagreements(rig, network, packets, own);
          expect(found.slice(0, 3), `seed ${seed}, node ${own.node}`).toEqual([]);
        }
      } finally {
        workspace.close();
      }
    },
  );
});
