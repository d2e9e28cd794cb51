import { expect, it } from 'vitest';
import type { CompiledState } from '../../src/expectations/world.js';
import type { Pod } from '../../src/model/cluster.js';
import type { ZoneRows } from '../../src/model/northbound.js';
import { proveState } from '../../src/prove/prove.js';
import { type Tracer, createTracer } from '../../src/trace/trace.js';
import type { PacketOrigin } from '../../src/trace/origin.js';
import { packetOf } from '../../src/trace/packet.js';
import { createRandom, firstSeed } from '../rig/random.js';
import { randomCluster } from '../trace/random-cluster.js';
import { readWorld } from '../trace/read-world.js';
import { SERVICE_SORTS, applyMutant, randomMutant } from './mutants.js';

const CLUSTERS = 3;
const SCHEMA_VERSION = '7.11.0';

/** What the switch of a pod makes of a packet for a Service: its backends, by each path. */
function backendsOf(tracer: Tracer, { namespace, name, addresses }: Pod, address: string, port: number): string {
  const own = addresses.find(({ family }) => (family === 'IPv6') === address.includes(':'))?.text ?? '';
  return backendsFrom(tracer, { type: 'pod', namespace, name }, own, address, port);
}

/** What the gateway router of a node makes of a packet from outside for a Service. */
function backendsAt(tracer: Tracer, node: string, address: string, port: number): string {
  const client = address.includes(':') ? '2001:db8:b::9' : '198.51.100.9';
  return backendsFrom(tracer, { type: 'outside', node }, client, address, port);
}

function backendsFrom(tracer: Tracer, origin: PacketOrigin, source: string, address: string, port: number): string {
  return tracer
    .followPacket(origin, packetOf(source, address, 'TCP', port))
    .map(({ stages }) => stages.find(({ stage }) => stage === 'load-balancer')?.after)
    .map((after) => `${after?.destination ?? ''} ${after?.destinationPort ?? 0}`)
    .join(' or ');
}

/** Rows that drop nothing. */
function withoutFilters(zones: readonly ZoneRows[]): ZoneRows[] {
  return zones.map((zone) => ({ ...zone, rows: new Map([...zone.rows].filter(([table]) => table !== 'ACL')) }));
}

/** Whether pods of any node, or clients outside, reach other backends at any address of a Service. */
function isSeen({ cluster }: CompiledState, zones: readonly ZoneRows[], changed: readonly ZoneRows[]): boolean {
  const [before, after] = [
    createTracer({ zones: withoutFilters(zones) }),
    createTracer({ zones: withoutFilters(changed) }),
  ];
  const pods = [...cluster.podsByNamespace.values()].flat().filter(({ hostNetwork }) => !hostNetwork);
  const differs = (pod: Pod, address: string, port: number): boolean =>
    backendsOf(before, pod, address, port) !== backendsOf(after, pod, address, port);
  const differsAt = (node: string, address: string, port: number): boolean =>
    backendsAt(before, node, address, port) !== backendsAt(after, node, address, port);
  return [...cluster.services.values()].some(({ clusterIPs, externalIPs, ports }) =>
    ports.some(
      ({ port, nodePort }) =>
        cluster.nodes.some(
          ({ name, hostAddresses = [] }) =>
            externalIPs.some(({ text }) => differsAt(name, text, port)) ||
            (nodePort !== 0 && hostAddresses.some(({ text }) => differsAt(name, text, nodePort))),
        ) ||
        pods.some((pod) => {
          const { hostAddresses = [] } = cluster.nodeByName.get(pod.nodeName) ?? {};
          return (
            [...clusterIPs, ...externalIPs].some(({ text }) => differs(pod, text, port)) ||
            (nodePort !== 0 && hostAddresses.some(({ text }) => differs(pod, text, nodePort)))
          );
        }),
    ),
  );
}

it('a changed load balancer is found if a pod or a client outside reaches other backends', () => {
  const missed: unknown[] = [];
  let found = 0;
  for (let cluster = 0; cluster < CLUSTERS; cluster++) {
    const seed = firstSeed + cluster;
    const random = createRandom(seed);
    const world = readWorld(randomCluster(random, SCHEMA_VERSION), SCHEMA_VERSION);
    const { zones } = world.tracedState();
    for (const sort of SERVICE_SORTS) {
      const mutant = randomMutant(sort, zones, random);
      if (!mutant) continue;
      const changed = applyMutant(zones, mutant);
      const { differences } = proveState({ ...world, tracedState: () => ({ zones: changed }) });
      if (differences.length > 0) found++;
      else if (isSeen(world, zones, changed)) missed.push({ seed, mutant });
    }
  }
  expect([missed.slice(0, 3), missed.length]).toEqual([[], 0]);
  expect(found).toBeGreaterThan(3);
}, 120_000);
