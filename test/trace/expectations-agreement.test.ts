import { expect, it } from 'vitest';
import { findPath } from '../../src/expectations/counterexample.js';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import type { ExpectationFailure } from '../../src/expectations/verdict.js';
import type { ExpectationContext } from '../../src/expectations/world.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { packetOf } from '../../src/trace/packet.js';
import type { Path } from '../../src/trace/path.js';
import { type TestCluster, type TestNode, nodeAddress, podAddress } from '../ovn/cluster.js';
import { type Random, createRandom, firstSeed } from '../rig/random.js';
import { NAMESPACES, OUTSIDE, PORTS, pick, randomCluster } from './random-cluster.js';
import { readWorld } from './read-world.js';

/** WEIR_TRACE_WORLDS asks for more clusters. */
const CLUSTERS = Number(process.env.WEIR_TRACE_WORLDS ?? 6);
const EXPECTATIONS = 12;
const SCHEMA_VERSION = '7.11.0';
/** Rules for whole namespaces mark the pods of all zones in the older release. Absent: the network is Weir's. */
const RELEASES = [undefined, '1.2'];
const CLAIMS = ['source', 'node', 'next-hop', 'dscp', 'reachable', 'unreachable'] as const;
/** One packet at least of each sort that a rule of a random cluster can tell from others. */
const TRANSPORTS = [
  ...[...PORTS, 81].flatMap((port) => (['TCP', 'UDP', 'SCTP'] as const).map((protocol) => ({ protocol, port }))),
  { protocol: 'ICMP', port: 0 } as const,
];

interface Asked {
  readonly claim: (typeof CLAIMS)[number];
  readonly value: unknown;
  readonly namespace: string;
  readonly app: string | undefined;
  readonly cidr: string | undefined;
}

function randomAsked(random: Random, cluster: TestCluster): Asked {
  const claim = pick(random, CLAIMS);
  const nodes = cluster.nodes.map(({ name }) => name);
  const some = <T>(all: readonly T[]): T[] => all.filter(() => random(2) === 0).concat(pick(random, all));
  const values = {
    source: () => some(['node', '192.168.50.200', '192.168.50.201', '10.20.30.200', 'fd00:50::200', 'fd20::201']),
    node: () => some(nodes),
    'next-hop': () => some(['192.168.50.1', '192.168.50.101', '192.168.50.102', '10.20.30.1', 'fd00:50::1', 'fd20::1']),
    // What no rule marks keeps the value of the pod, which is 0 here and may be any.
    dscp: () => 1 + random(63),
    reachable: () => true,
    unreachable: () => true,
  };
  return {
    claim,
    value: values[claim](),
    namespace: pick(random, NAMESPACES),
    app: random(2) === 0 ? pick(random, ['web', 'db', 'mail']) : undefined,
    cidr: random(2) === 0 ? pick(random, ['203.0.113.0/24', '198.51.100.0/24', '2001:db8:a::/48']) : undefined,
  };
}

function toFile(asked: readonly Asked[]): string {
  const expectations = asked.map(({ claim, value, namespace, app, cidr }, index) => ({
    name: `expectation ${index}`,
    from: { namespace, ...(app === undefined ? {} : { labels: { app } }) },
    to: cidr === undefined ? 'outside' : { cidr },
    [claim]: value,
    'may-be-empty': true,
  }));
  return JSON.stringify({ expectations });
}

/** The paths of every packet that is meant. */
function* pathsMeant(
  { namespace, app, cidr }: Asked,
  cluster: TestCluster,
  world: ExpectationContext,
): Generator<{ readonly pod: string; readonly path: Path }> {
  const pods = cluster.pods.filter(
    (pod) => pod.namespace === namespace && (app ?? pod.labels?.app) === pod.labels?.app,
  );
  const start = cidr?.replace(/0?\/.*$/, '').replace(/:$/, '') ?? '';
  for (const family of cluster.families) {
    for (const address of OUTSIDE[family].filter((one) => one.startsWith(start))) {
      for (const pod of pods) {
        for (const { protocol, port } of TRANSPORTS) {
          const packet = packetOf(podAddress(cluster, pod, family), address, protocol, port);
          const { paths } = world.tracer().tracePacket({ type: 'pod', namespace, name: pod.name }, packet);
          yield* paths.map((path) => ({ pod: pod.name, path }));
        }
      }
    }
  }
}

type Answer = 'keeps' | 'breaks' | 'unknown';

/** What a path says of a claim. */
function judge({ claim, value }: Asked, { verdict, end }: Path, pod: string, cluster: TestCluster): Answer {
  const passes = verdict === 'delivered';
  if (claim === 'reachable') return passes ? 'keeps' : 'breaks';
  if (claim === 'unreachable') return passes ? 'breaks' : 'keeps';
  if (!passes) return 'keeps';
  if (claim === 'dscp') return end.packet.dscp === value ? 'keeps' : 'breaks';
  const values = value as readonly string[];
  if (claim === 'node') return values.includes(end.node ?? '') ? 'keeps' : 'breaks';
  if (claim === 'next-hop') {
    if (end.unknown?.includes('next hop')) return 'unknown';
    // What is on the link of the node has no next hop.
    return end.nextHop === end.packet.destination || values.includes(end.nextHop ?? '') ? 'keeps' : 'breaks';
  }
  const node = cluster.nodes.find(({ name }) => cluster.pods.some((one) => one.name === pod && one.node === name));
  // Who leaves by the host of its own node has one of its addresses, whichever that is.
  const isOfNode = end.unknown?.includes('source') ? end.node === node?.name : isAddressOf(node, end.packet.source);
  if (values.includes('node') && isOfNode) return 'keeps';
  if (end.unknown?.includes('source')) return 'unknown';
  return values.includes(end.packet.source) ? 'keeps' : 'breaks';
}

function isAddressOf(node: TestNode | undefined, address: string): boolean {
  return node !== undefined && (['IPv4', 'IPv6'] as const).some((family) => nodeAddress(node, family) === address);
}

function answerOf(breach: ExpectationFailure | undefined): Answer {
  if (!breach || breach.type === 'nobody') return 'keeps';
  return breach.type === 'exit' && breach.isUnknown ? 'unknown' : 'breaks';
}

it('expectations are broken exactly where the path of a packet breaks them, and each counterexample is one that does', () => {
  const disagreements: unknown[] = [];
  const seen = new Map<string, number>();
  for (let index = 0; index < CLUSTERS; index++) {
    const seed = firstSeed + index;
    const random = createRandom(seed);
    const cluster = randomCluster(random, SCHEMA_VERSION);
    const world = readWorld(cluster, SCHEMA_VERSION, RELEASES[index % RELEASES.length]);
    const asked = Array.from({ length: EXPECTATIONS }, () => randomAsked(random, cluster));
    const file = { path: 'expectations.yaml', text: toFile(asked) };
    const parsed = parseExpectations([file], checkConfiguration, (report) => {
      throw new Error(report.message);
    });
    for (const [at, one] of asked.entries()) {
      const expectation = parsed[at];
      if (!expectation) throw new Error('an expectation is lost');
      const [breach] = evaluate(expectation, world);
      const judged = new Set(
        [...pathsMeant(one, cluster, world)].map(({ pod, path }) => judge(one, path, pod, cluster)),
      );
      const answer = judged.has('breaks') ? 'breaks' : judged.has('unknown') ? 'unknown' : 'keeps';
      const key = `${one.claim} ${answer}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      if (answerOf(breach) !== answer) disagreements.push({ seed, one, answer, breach: shorten(breach) });
      else if (breach && 'packet' in breach && answer === 'breaks') {
        const path = findPath(breach, world);
        const pod = 'pod' in breach.packet.from ? breach.packet.from.pod.name : '';
        if (!path || judge(one, path, pod, cluster) !== 'breaks') {
          disagreements.push({ seed, one, breach: shorten(breach), path: path?.end });
        }
      }
    }
  }
  expect(disagreements.slice(0, 3), `${disagreements.length} disagreements`).toEqual([]);
  expect([...seen.keys()].filter((key) => key.endsWith('breaks')).length, [...seen].join()).toBe(CLAIMS.length);
}, 600_000);

function shorten(breach: ExpectationFailure | undefined): unknown {
  if (!breach || !('packet' in breach)) return breach;
  const { packet } = breach;
  const [from, to] = [packet.from, packet.to].map((end) => ('pod' in end ? end.pod.name : end.address.text));
  return {
    type: breach.type,
    ...('value' in breach ? { value: breach.value, isUnknown: breach.isUnknown } : {}),
    from,
    to,
    port: packet.port,
    protocol: packet.protocol,
    name: packet.name,
  };
}
