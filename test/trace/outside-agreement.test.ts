import { expect, it } from 'vitest';
import { compareInputs } from '../../src/compare/compare.js';
import { findPath } from '../../src/expectations/counterexample.js';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import type { ExpectationFailure } from '../../src/expectations/verdict.js';
import type { ExpectationContext } from '../../src/expectations/world.js';
import { parseAddress } from '../../src/net/address.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { memoize } from '../../src/std/memoize.js';
import type { Protocol } from '../../src/trace/packet.js';
import type { Path } from '../../src/trace/path.js';
import type { Tracer } from '../../src/trace/trace.js';
import type { ConnectionChange } from '../../src/traffic/change.js';
import { transportPointOf } from '../../src/traffic/filters/transport-range.js';
import { familyOf } from '../ovn/evaluate.js';
import type { TestCluster, TestPod } from '../ovn/cluster.js';
import { type Random, createRandom, firstSeed } from '../rig/random.js';
import { type ReceivedPacket, isMade, isMadeThrough, isReceived, withAnswers } from './answering.js';
import { NAMESPACES, OUTSIDE, PORTS, pick, randomCluster } from './random-cluster.js';
import { inputOf, readWorld } from './read-world.js';

/** WEIR_TRACE_WORLDS asks for more clusters. */
const CLUSTERS = Number(process.env.WEIR_TRACE_WORLDS ?? 6);
const EXPECTATIONS = 24;
const SCHEMA_VERSION = '7.11.0';
const SERVICES = ['all', 'some'] as const;
const TRANSPORTS: readonly { readonly protocol: Protocol; readonly port: number }[] = [
  ...PORTS.flatMap((port) => (['TCP', 'UDP', 'SCTP'] as const).map((protocol) => ({ protocol, port }))),
  { protocol: 'ICMP', port: 0 },
];

interface Asked {
  readonly claim: 'reachable' | 'unreachable';
  readonly from: string;
  readonly namespace: string;
  readonly app: string | undefined;
  readonly port: string | undefined;
  /** A Service of the namespace `harbor` in the place of pods. */
  readonly service: string | undefined;
}

function randomAsked(random: Random): Asked {
  return {
    claim: pick(random, ['reachable', 'unreachable'] as const),
    from: pick(random, ['outside', '203.0.113.0/24', '198.51.100.0/24']),
    namespace: pick(random, NAMESPACES),
    app: random(2) === 0 ? pick(random, ['web', 'db', 'mail']) : undefined,
    port: pick(random, [undefined, '80/TCP', '80/TCP', '80/TCP', '80/UDP', '8080/SCTP', '443/TCP']),
    service: random(3) === 0 ? pick(random, SERVICES) : undefined,
  };
}

function toFile(asked: readonly Asked[]): string {
  const expectations = asked.map(({ claim, from, namespace, app, port, service }, index) => ({
    name: `expectation ${index}`,
    from: from === 'outside' ? from : { cidr: from },
    to:
      service === undefined
        ? {
            namespace,
            ...(app === undefined ? {} : { labels: { app } }),
            ...(port === undefined ? {} : { ports: [port] }),
          }
        : { service: `harbor/${service}` },
    [claim]: true,
    'may-be-empty': true,
  }));
  return JSON.stringify({ expectations });
}

/** Every packet from outside to some pods of a cluster. */
function listReceived({ families }: TestCluster, pods: readonly TestPod[]): ReceivedPacket[] {
  return families.flatMap((family) =>
    OUTSIDE[family].flatMap((source) =>
      pods.flatMap((pod) => TRANSPORTS.map(({ protocol, port }) => ({ source, pod, protocol, port }))),
    ),
  );
}

/** Every packet that is meant; of a Service also some that it does not lead to. */
function listMeant({ from, namespace, app, port, service }: Asked, cluster: TestCluster): ReceivedPacket[] {
  const start = from === 'outside' ? '' : from.replace(/0\/.*$/, '');
  const isFrom = ({ source }: ReceivedPacket): boolean => source.startsWith(start);
  if (service !== undefined) return listReceived(cluster, cluster.pods).filter(isFrom);
  const pods = cluster.pods.filter(
    (pod) => pod.namespace === namespace && (app ?? pod.labels?.app) === pod.labels?.app,
  );
  return listReceived(cluster, pods).filter(
    (one) => isFrom(one) && (port === undefined || port === `${one.port}/${one.protocol}`),
  );
}

type Ask<Answer> = (tracer: Tracer, cluster: TestCluster, packet: ReceivedPacket) => Answer;

/** Asks about each packet once: whether a connection is made, or whether the packet arrives. */
function createAsking<Answer>(
  world: ExpectationContext,
  cluster: TestCluster,
  ask: Ask<Answer>,
): (packet: ReceivedPacket) => Answer {
  const known = new Map<string, Answer>();
  return (packet) => {
    const key = [packet.source, packet.pod.name, packet.protocol, packet.port].join();
    const answer = known.has(key) ? (known.get(key) as Answer) : ask(world.tracer(), cluster, packet);
    known.set(key, answer);
    return answer;
  };
}

/** A random cluster, mostly with shared gateways: with local ones hosts take no replies. */
function mostlyShared(random: Random): TestCluster {
  const cluster = randomCluster(random, SCHEMA_VERSION);
  return random(4) === 0 ? cluster : { ...cluster, gatewayMode: 'shared' };
}

it('expectations of what comes from outside are broken exactly where packets arrive, or connections are lost, and show it', () => {
  const disagreements: unknown[] = [];
  const seen = { breaks: 0, keeps: 0, lost: 0 };
  for (let index = 0; index < CLUSTERS; index++) {
    const seed = firstSeed + index;
    const random = createRandom(seed);
    const cluster = withAnswers(random, mostlyShared(random));
    const world = readWorld(cluster, SCHEMA_VERSION);
    const arrives = createAsking(world, cluster, isReceived);
    const makes = createAsking(world, cluster, isMade);
    const makesThrough = memoize((service: string) =>
      createAsking(world, cluster, (...packet) => isMadeThrough(service, ...packet)),
    );
    const asked = Array.from({ length: EXPECTATIONS }, () => randomAsked(random));
    const parsed = parseExpectations(
      [{ path: 'expectations.yaml', text: toFile(asked) }],
      checkConfiguration,
      (report) => {
        throw new Error(report.message);
      },
    );
    for (const [at, expectation] of parsed.entries()) {
      const one = asked[at];
      if (!one) throw new Error('an expectation is lost');
      const [breach] = evaluate(expectation, world);
      const isBreaking = (packet: ReceivedPacket): boolean => {
        if (one.claim === 'unreachable' && !arrives(packet)) return false;
        const made = one.service === undefined ? makes(packet) : makesThrough(one.service)(packet);
        if (made === undefined) return false;
        return one.claim === 'unreachable' || !made;
      };
      const first = listMeant(one, cluster).find(isBreaking);
      seen[first ? 'breaks' : 'keeps']++;
      if ((breach?.type === 'filtered') !== (first !== undefined)) disagreements.push({ seed, one, breach, first });
      const path = breach && 'packet' in breach ? findPath(breach, world) : undefined;
      if (path?.arrived) seen.lost++;
      if (breach?.type === 'filtered' && !shows(breach, path)) disagreements.push({ seed, one, path });
    }
  }
  expect(disagreements.slice(0, 3), `${disagreements.length} disagreements`).toEqual([]);
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
}, 600_000);

function shows({ claim }: ExpectationFailure & { readonly type: 'filtered' }, path: Path | undefined): boolean {
  if (!path) return false;
  // A packet to the pod's own address arrives, whatever becomes of replies.
  return path.arrived !== undefined || (path.verdict === 'delivered') === (claim.type === 'unreachable');
}

it('the comparison of two revisions says which connections from outside are made, and are no more', () => {
  const disagreements: unknown[] = [];
  const seen = { opened: 0, closed: 0, same: 0 };
  for (let index = 0; index < CLUSTERS; index++) {
    const seed = firstSeed + index;
    const random = createRandom(seed);
    const base = mostlyShared(random);
    const answering = withAnswers(random, base);
    const [before, after] = random(2) === 0 ? [base, answering] : [answering, base];
    const compared = compareInputs({ before: inputOf(before, SCHEMA_VERSION), after: inputOf(after, SCHEMA_VERSION) });
    if (!('comparison' in compared)) throw new Error(JSON.stringify({ seed, errors: compared.errors }));
    const { changes } = compared.comparison.traffic.connections;
    const asks = [before, after].map((side) => createAsking(readWorld(side, SCHEMA_VERSION), side, isMade));
    for (const packet of listReceived(base, base.pods)) {
      if (random(3) > 0) continue;
      const [was, now] = asks.map((ask) => ask(packet));
      const change = was === now ? 'same' : now ? 'opened' : 'closed';
      const said = changes.find((one) => isAbout(one, packet))?.change ?? 'same';
      seen[change]++;
      if (said !== change) disagreements.push({ seed, packet, change, said });
    }
  }
  expect(disagreements.slice(0, 3), `${disagreements.length} disagreements`).toEqual([]);
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
}, 600_000);

function isAbout({ from, addresses, to, transport }: ConnectionChange, packet: ReceivedPacket): boolean {
  const source = parseAddress(packet.source);
  const place = transportPointOf(packet.protocol, packet.port);
  return (
    from === undefined &&
    to.some(({ namespace, name }) => namespace === packet.pod.namespace && name === packet.pod.name) &&
    transport.some(({ first, end }) => first <= place && place < end) &&
    addresses.some(
      ({ family, first, end }) =>
        source !== undefined &&
        family === familyOf(packet.source) &&
        BigInt(first) <= source.value &&
        source.value < BigInt(end),
    )
  );
}
