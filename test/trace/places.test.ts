import { expect, it } from 'vitest';
import { emitTracedState } from '../../src/compile/6-emit/traced-state.js';
import type { ZoneRows } from '../../src/model/northbound.js';
import { packetOf } from '../../src/trace/packet.js';
import { createTracer } from '../../src/trace/trace.js';
import { type TestCluster, podAddress } from '../ovn/cluster.js';
import { createRandom, firstSeed } from '../rig/random.js';
import { randomCluster } from './random-cluster.js';
import { randomPacket } from './random-packets.js';
import { readWorld } from './read-world.js';

const SCHEMA_VERSION = '7.11.0';
const CLUSTERS = 12;
const PACKETS = 30;

/** Returns the zones, with their names added to `read` when their rows are read. */
function watchReads(zones: readonly ZoneRows[], read: Set<string>): ZoneRows[] {
  return zones.map((zone) => ({
    zone: zone.zone,
    attachments: [],
    absent: new Map(),
    get rows() {
      read.add(zone.zone);
      return zone.rows;
    },
  }));
}

function stateOf(cluster: TestCluster): ReturnType<typeof emitTracedState> {
  const { intents, cluster: indexed, configuration } = readWorld(cluster, SCHEMA_VERSION);
  return emitTracedState({ intents, cluster: indexed, configuration });
}

it('reads the rows of the zones that a packet enters, and of no other zone', () => {
  const crossed: string[] = [];
  for (let seed = firstSeed; crossed.length < 5; seed++) {
    const cluster = randomCluster(createRandom(seed), SCHEMA_VERSION);
    const [family = 'IPv4'] = cluster.families;
    const [from] = cluster.pods;
    const to = cluster.pods.find(({ node }) => node !== from?.node);
    // Each node is a zone of its own only with interconnect.
    if (!cluster.interconnect || !from || !to) continue;
    const state = stateOf(cluster);
    const read = new Set<string>();
    const { followPacket } = createTracer({ ...state, zones: watchReads(state.zones, read) });
    const packet = packetOf(podAddress(cluster, from, family), podAddress(cluster, to, family), 'TCP', 443);
    const [path] = followPacket({ type: 'pod', namespace: from.namespace, name: from.name }, packet);
    if (path?.verdict !== 'delivered') continue;
    crossed.push(to.node);
    expect([...read]).toEqual([from.node, to.node]);
  }
});

it('traces every packet as if the places of ports were unknown', () => {
  let ways = 0;
  for (let index = 0; index < CLUSTERS; index++) {
    const random = createRandom(firstSeed + index);
    const cluster = randomCluster(random, SCHEMA_VERSION);
    const { zones, hosts, places } = stateOf(cluster);
    const [placed, unplaced] = [createTracer({ zones, hosts, places }), createTracer({ zones, hosts })];
    for (let count = 0; count < PACKETS; count++) {
      const { origin, packet } = randomPacket(random, cluster);
      const traced = placed.tracePacket(origin, packet);
      expect(traced).toEqual(unplaced.tracePacket(origin, packet));
      ways += Number(traced.paths.some(({ stages }) => stages.some(({ stage }) => stage === 'transit')));
    }
  }
  expect(ways).toBeGreaterThan(CLUSTERS);
});
