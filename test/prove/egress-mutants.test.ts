import { expect, it } from 'vitest';
import type { ExpectationContext } from '../../src/expectations/world.js';
import type { ProofDifference } from '../../src/prove/proof.js';
import { proveState } from '../../src/prove/prove.js';
import { renderProofText } from '../../src/prove/render-text.js';
import { type TracedPacket, packetOf } from '../../src/trace/packet.js';
import { type TracedState, type Tracer, createTracer } from '../../src/trace/trace.js';
import { createRandom, firstSeed } from '../rig/random.js';
import { OUTSIDE, randomCluster } from '../trace/random-cluster.js';
import { readWorld } from '../trace/read-world.js';
import { EGRESS_SORTS, applyMutant, randomMutant } from './mutants.js';
import type { Pod } from '../../src/model/cluster.js';

/** WEIR_PROVE_MUTANTS asks for more mutants. */
const MUTANTS = Number(process.env.WEIR_PROVE_MUTANTS ?? 6);
const PER_CLUSTER = EGRESS_SORTS.length;
const SCHEMA_VERSION = '7.11.0';

/** A tracer without filters, so that every packet goes on to the routers. */
function tracerOf({ zones, hosts = [] }: TracedState): Tracer {
  const without = zones.map((zone) => ({
    ...zone,
    rows: new Map([...zone.rows].filter(([table]) => table !== 'ACL')),
  }));
  return createTracer({ zones: without, hosts });
}

/** Where a packet leaves or arrives, by each of its paths. */
function endsOf(tracer: Tracer, { namespace, name }: Pod, packet: TracedPacket): string {
  const paths = tracer.followPacket({ type: 'pod', namespace, name }, packet).map(({ verdict, end }) => {
    const { node, nextHop, unknown = [] } = end;
    if (verdict !== 'delivered') return 'arrives nowhere';
    if (end.type !== 'outside') return `arrives at ${end.type} ${end.name} from ${end.packet.source}`;
    const [source, hop] = [
      unknown.includes('source') ? undefined : end.packet.source,
      unknown.includes('next hop') ? undefined : nextHop,
    ];
    return `source ${source ?? 'unknown'}, node ${node ?? 'unknown'}, next hop ${hop ?? 'unknown'}`;
  });
  return [...new Set(paths)].sort().join(' or ');
}

/** Addresses of the nodes of random clusters. */
const NODES = {
  IPv4: ['192.168.50.12', '192.168.50.13', '192.168.50.14'],
  IPv6: ['fd00:50::12', 'fd00:50::13', 'fd00:50::14'],
};

/** Whether a packet ends as a difference says. */
function isShown(ends: string, { text }: ProofDifference['rows']): boolean {
  if (text === 'stays in the cluster') return ends.includes('arrives ');
  if (text.includes(' from ')) return isLeaving(ends, text);
  const isByHost = /^source unknown, (node \S+), next hop unknown$/;
  return ends.replace(/ from \S+/g, '').replace(isByHost, 'leaves by the host of $1') === text || isLeaving(ends, text);
}

/** Whether a packet leaves at a node where a difference names no source. */
function isLeaving(ends: string, text: string): boolean {
  const [, source = '', node = ''] = /^source (\S+), node ([^,]+),/.exec(ends) ?? [];
  return text === ends || text === `leaves at node ${node}` || text === `leaves at node ${node} from ${source}`;
}

const LOST = ', replies are lost';

function losesReplies(tracer: Tracer, { namespace, name }: Pod, packet: TracedPacket): boolean {
  const { paths } = tracer.tracePacket({ type: 'pod', namespace, name }, packet);
  return paths.some(({ arrived }) => arrived !== undefined);
}

function* packetsOf({ model, configuration }: ExpectationContext): Generator<readonly [Pod, TracedPacket]> {
  for (const pod of model.classOf.keys()) {
    for (const family of configuration.ipFamilies) {
      const own = pod.addresses.find((address) => address.family === family)?.text;
      if (own === undefined) continue;
      const peers = [...model.classOf.keys()].flatMap((peer) => peer.addresses.filter((one) => one.family === family));
      const inside = [...peers.map(({ text }) => text), ...NODES[family]].filter((address) => address !== own);
      for (const address of [...OUTSIDE[family], ...inside]) yield [pod, packetOf(own, address, 'TCP', 443)];
    }
  }
}

it('a changed row of a router is found with a packet that leaves otherwise, if any packet does', () => {
  const [missed, wrong, found] = [[] as unknown[], [] as unknown[], new Map<string, number>()];
  let [equivalent, count] = [0, 0];
  for (let cluster = 0; count < MUTANTS; cluster++) {
    const seed = firstSeed + cluster;
    const random = createRandom(seed);
    const world = readWorld(randomCluster(random, SCHEMA_VERSION), SCHEMA_VERSION);
    const { zones, hosts = [] } = world.tracedState();
    const before = tracerOf({ zones, hosts });
    const proof = proveState(world);
    expect(proof.differences.length, renderProofText(proof, () => undefined).join('\n')).toBe(0);
    const skipped = new Set(proof.uncompared.flatMap(({ pods }) => pods));
    for (let tries = 0; tries < PER_CLUSTER && count < MUTANTS; tries++) {
      const mutant = randomMutant(EGRESS_SORTS[tries] ?? '', zones, random);
      if (!mutant) continue;
      const changed = applyMutant(zones, mutant);
      const after = tracerOf({ zones: changed, hosts });
      const { differences } = proveState({ ...world, tracedState: () => ({ zones: changed, hosts }) });
      const witness = [...packetsOf(world)].find(
        ([pod, packet]) => !skipped.has(pod) && endsOf(before, pod, packet) !== endsOf(after, pod, packet),
      );
      if (differences.length === 0) {
        if (witness) {
          const [pod, packet] = witness;
          missed.push({
            seed,
            mutant,
            pod: pod.name,
            packet,
            was: endsOf(before, pod, packet),
            is: endsOf(after, pod, packet),
          });
        } else equivalent++;
        continue;
      }
      count++;
      found.set(mutant.what, (found.get(mutant.what) ?? 0) + 1);
      const bad = differences.find(({ packet: one, rows }) => {
        if (one.direction === 'outside') return false;
        const { pod, address } = one;
        const own = pod.addresses.find(({ family }) => (family === 'IPv6') === address.includes(':'))?.text ?? '';
        const packet = packetOf(own, address, 'TCP', 443);
        if (rows.text.endsWith(LOST)) return !losesReplies(after, pod, packet) || losesReplies(before, pod, packet);
        return !isShown(endsOf(after, pod, packet), rows) || isShown(endsOf(before, pod, packet), rows);
      });
      if (bad) wrong.push({ seed, mutant, text: renderProofText({ ...proof, differences: [bad] }, () => undefined) });
    }
  }
  const counts = JSON.stringify({ found: [...found], equivalent });
  expect([missed.slice(0, 3), missed.length], counts).toEqual([[], 0]);
  expect([wrong.slice(0, 3), wrong.length], counts).toEqual([[], 0]);
}, 600_000);
