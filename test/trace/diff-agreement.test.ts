import { expect, it } from 'vitest';
import { emitTracedState } from '../../src/compile/6-emit/traced-state.js';
import { compareInputs } from '../../src/compare/compare.js';
import type { Pod } from '../../src/model/cluster.js';
import { parseAddress } from '../../src/net/address.js';
import { type TracedPacket, packetOf } from '../../src/trace/packet.js';
import { type Tracer, createTracer } from '../../src/trace/trace.js';
import type { TrafficChanges } from '../../src/traffic/change.js';
import { transportPointOf } from '../../src/traffic/filters/transport-range.js';
import type { PacketClasses } from '../../src/traffic/packets.js';
import type { Both, Side } from '../../src/traffic/side.js';
import { type TestCluster, type TestPod, podAddress } from '../ovn/cluster.js';
import { familyOf } from '../ovn/evaluate.js';
import { createRandom, firstSeed } from '../rig/random.js';
import { OUTSIDE, PORTS, pick, randomRevisions } from './random-cluster.js';
import { inputOf } from './read-world.js';

/** Pairs of revisions; WEIR_TRACE_PAIRS asks for more. */
const PAIRS = Number(process.env.WEIR_TRACE_PAIRS ?? 30);
const PACKETS = 40;
const SCHEMA_VERSION = '7.11.0';
/** Releases of both sides: rules for whole namespaces mark the pods of all zones in the older one. Absent: the network is Weir's. */
const RELEASES: readonly (Both<string> | undefined)[] = [
  undefined,
  { before: '1.2', after: '1.2' },
  { before: '1.2', after: '1.3' },
];
/** The only name, and its answer. */
const NAMED = { name: 'api.example.com', address: '192.0.2.40' };

function tracerOf({ intents, cluster, configuration }: Side): Tracer {
  return createTracer(emitTracedState({ intents, cluster, configuration }));
}

/** A packet of a pod, to another or to the outside. */
interface Sent {
  readonly from: TestPod;
  /** Absent: outside. */
  readonly to?: TestPod;
  readonly packet: TracedPacket;
}

/** What becomes of a packet on a side, of all paths that it may take. */
interface Fate {
  readonly passes: boolean;
  readonly dscp: readonly number[];
  /** `<node> <source> <next hop>` of those who leave. */
  readonly exits: readonly string[];
}

function fateOf(tracer: Tracer, { from, packet }: Sent): Fate {
  const { namespace, name } = from;
  const { verdict, paths } = tracer.tracePacket({ type: 'pod', namespace, name }, packet);
  // Of a packet between pods, or to the outside, every path ends alike, and nothing is left to answers of names.
  expect(['delivered', 'dropped'], JSON.stringify({ from, packet })).toContain(verdict);
  const exits = paths.map(({ end }) => [end.node, end.packet.source, end.nextHop, end.unknown].join(' '));
  const dscp = new Set(paths.map(({ end }) => end.packet.dscp));
  return { passes: verdict === 'delivered', dscp: [...dscp], exits: [...new Set(exits)].sort() };
}

/** What a comparison says of a packet. */
interface Said {
  readonly change: 'opened' | 'closed' | 'same';
  readonly marks: Both<number | undefined> | undefined;
  readonly isMoved: boolean;
}

function saidOf({ flows, connections, marks, egress }: TrafficChanges, { from, to, packet }: Sent): Said {
  const isSender = isOneOf(from);
  const names = packet.destination === NAMED.address ? [NAMED.name] : [];
  const statements = (about: readonly string[]): Said['change'][] =>
    flows
      .filter(({ source }) => source.namespace === from.namespace && isSender(source.pods))
      .flatMap((one) => [
        ...one.flows.filter((flow) => holds(flow, packet, about)).map(({ change }) => change),
        ...one.exceptions.filter((flow) => holds(flow, packet, about)).map(() => 'same' as const),
      ]);
  const [flow] = [...statements(names), ...statements([])];
  const connection = connections.changes.find(
    (one) =>
      to &&
      isSender(one.from ?? []) &&
      isOneOf(to)(one.to) &&
      hasTransport(one, packet) &&
      (one.family ?? familyOf(packet.destination)) === familyOf(packet.destination),
  );
  const mark = marks
    .filter(({ source }) => isSender(source.pods) && source.namespace === from.namespace)
    .flatMap((one) => one.marks.filter((change) => holds(change, packet, [])))[0];
  return {
    change: (to ? connection?.change : flow) ?? 'same',
    marks: mark && { before: mark.before, after: mark.after },
    isMoved: egress.some(({ pods }) => isSender(pods)),
  };
}

/** Whether a pod is one of some; absent: all of its namespace are meant. */
function isOneOf({ namespace, name }: TestPod): (pods: readonly Pod[] | undefined) => boolean {
  return (pods) => !pods || pods.some((one) => one.namespace === namespace && one.name === name);
}

function holds(packets: PacketClasses, packet: TracedPacket, names: readonly string[]): boolean {
  const target = parseAddress(packet.destination);
  const isTarget = packets.addresses.some(
    ({ family, first, end }) =>
      family === target?.family && BigInt(first) <= target.value && target.value < BigInt(end),
  );
  return isTarget && packets.names.join() === names.join() && hasTransport(packets, packet);
}

function hasTransport(
  { transport }: Pick<PacketClasses, 'transport'>,
  { protocol, destinationPort }: TracedPacket,
): boolean {
  const place = transportPointOf(protocol, destinationPort);
  return transport.some(({ first, end }) => first <= place && place < end);
}

function randomSent(random: ReturnType<typeof createRandom>, cluster: TestCluster): Sent {
  const family = pick(random, cluster.families);
  const protocol = pick(random, ['TCP', 'TCP', 'UDP', 'SCTP', 'ICMP'] as const);
  const [from, to] = [pick(random, cluster.pods), pick(random, cluster.pods)];
  const isInside = random(3) === 0 && from !== to;
  const destination = isInside ? podAddress(cluster, to, family) : pick(random, OUTSIDE[family]);
  const packet = packetOf(podAddress(cluster, from, family), destination, protocol, pick(random, PORTS));
  return { from, packet, ...(isInside ? { to } : {}) };
}

it('the comparison of two revisions and the model agree on both sides about every packet', () => {
  const disagreements: unknown[] = [];
  const seen = { opened: 0, closed: 0, marked: 0, moved: 0 };
  for (let pair = 0; pair < PAIRS; pair++) {
    const seed = firstSeed + pair;
    const random = createRandom(seed);
    const revisions = randomRevisions(random, SCHEMA_VERSION);
    const releases = RELEASES[pair % RELEASES.length];
    const compared = compareInputs({
      before: inputOf(revisions.before, SCHEMA_VERSION, releases?.before),
      after: inputOf(revisions.after, SCHEMA_VERSION, releases?.after),
    });
    if (!('comparison' in compared)) throw new Error(JSON.stringify({ seed, errors: compared.errors }));
    const { sides, comparison } = compared;
    const tracers = { before: tracerOf(sides.before), after: tracerOf(sides.after) };
    for (let count = 0; count < PACKETS; count++) {
      const sent = randomSent(random, revisions.before);
      const said = saidOf(comparison.traffic, sent);
      const fates = { before: fateOf(tracers.before, sent), after: fateOf(tracers.after, sent) };
      if (said.change !== 'same') seen[said.change]++;
      if (said.marks) seen.marked++;
      if (said.isMoved) seen.moved++;
      const problem = problemOf(said, fates, sent);
      if (problem !== undefined) disagreements.push({ seed, problem, releases, sent, said, fates });
    }
  }
  expect(disagreements.slice(0, 3), `${disagreements.length} disagreements`).toEqual([]);
  expect(
    Object.values(seen).every((count) => count > 0),
    JSON.stringify(seen),
  ).toBe(true);
}, 600_000);

/** In what a comparison and the fates of a packet differ; undefined where they agree. */
function problemOf(said: Said, { before, after }: Both<Fate>, { to }: Sent): string | undefined {
  const change = before.passes === after.passes ? 'same' : after.passes ? 'opened' : 'closed';
  if (change !== said.change) return `it is ${change}`;
  if (!before.passes || !after.passes) return undefined;
  const marks = said.marks ?? { before: before.dscp[0], after: before.dscp[0] };
  if (before.dscp.join() !== String(marks.before ?? 0) || after.dscp.join() !== String(marks.after ?? 0)) {
    return 'it has other marks';
  }
  if (to) return undefined;
  return before.exits.join() === after.exits.join() || said.isMoved ? undefined : 'it leaves otherwise';
}
