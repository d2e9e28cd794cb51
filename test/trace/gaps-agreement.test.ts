import { expect, it } from 'vitest';
import { addGapsToFlows } from '../../src/cli/commands/flows/gaps.js';
import { emitTracedState } from '../../src/compile/6-emit/traced-state.js';
import { compareInputs } from '../../src/compare/compare.js';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import type { ExpectationFailure } from '../../src/expectations/verdict.js';
import type { ExpectationContext } from '../../src/expectations/world.js';
import type { Pod } from '../../src/model/cluster.js';
import type { Gap } from '../../src/model/gap.js';
import { parseAddress } from '../../src/net/address.js';
import { describesNetwork } from '../../src/ovn-kubernetes/node-annotations.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { packetOf } from '../../src/trace/packet.js';
import { type Tracer, createTracer } from '../../src/trace/trace.js';
import type { TrafficChanges } from '../../src/traffic/change.js';
import type { AddressRange } from '../../src/traffic/filters/address-range.js';
import { transportPointOf } from '../../src/traffic/filters/transport-range.js';
import type { TransportSet } from '../../src/traffic/filters/transport-set.js';
import type { PacketClasses } from '../../src/traffic/packets.js';
import { type Flow, listFlows } from '../../src/traffic/flows/list.js';
import { type Family, type TestCluster, type TestNode, type TestPod, podAddress } from '../ovn/cluster.js';
import { type Random, createRandom, firstSeed } from '../rig/random.js';
import { OUTSIDE, PORTS, pick, randomCluster } from './random-cluster.js';
import { inputOf, readWorld } from './read-world.js';

/** WEIR_GAP_WORLDS asks for more clusters. */
const CLUSTERS = Number(process.env.WEIR_GAP_WORLDS ?? 20);
const CONNECTIONS = 8;
const SCHEMA_VERSION = '7.11.0';
const ANNOTATIONS = [
  ...['node-id', 'node-subnets', 'node-chassis-id', 'l3-gateway-config', 'host-cidrs', 'node-primary-ifaddr'],
  ...['node-mgmt-port-mac-addresses', 'node-encap-ips', 'node-transit-switch-port-ifaddr', 'zone-name', 'Node'],
];

/** A connection from a pod to another, or to an address outside. */
interface Connection {
  readonly from: TestPod;
  readonly to: TestPod | string;
  readonly family: Family;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP';
}

type Answer = 'arrives' | 'does not' | 'unknown';

/** A random cluster without random annotations, often of a release that writes no tunnel endpoints. */
function randomIncomplete(random: Random): TestCluster {
  const base = randomCluster(random, SCHEMA_VERSION);
  const isOld = random(2) === 0;
  const rarity = pick(random, [4, 12, 40]);
  const leftOut = new Set(
    base.nodes.flatMap((node) => ANNOTATIONS.filter(() => random(rarity) === 0).map((name) => `${node.name} ${name}`)),
  );
  return {
    ...base,
    pods: base.pods.map((pod) => ({ ...pod, labels: { ...pod.labels, pod: pod.name } })),
    leftOut: ({ name }: TestNode, annotation) =>
      leftOut.has(`${name} ${annotation}`) || (isOld && annotation === 'node-encap-ips'),
  };
}

function randomConnection(random: Random, { pods, families }: TestCluster): Connection {
  const family = pick(random, families);
  const [from, to] = [pick(random, pods), pick(random, pods)];
  const isInside = random(3) > 0 && from !== to;
  const protocol = pick(random, ['TCP', 'UDP'] as const);
  return { from, to: isInside ? to : pick(random, OUTSIDE[family]), family, protocol, port: pick(random, PORTS) };
}

interface Traced {
  readonly answer: Answer;
  readonly missing: readonly Gap[];
}

function byTrace(tracer: Tracer, cluster: TestCluster, { from, to, family, protocol, port }: Connection): Traced {
  const destination = typeof to === 'string' ? to : podAddress(cluster, to, family);
  const packet = packetOf(podAddress(cluster, from, family), destination, protocol, port);
  const { namespace, name, node } = from;
  const { paths } = tracer.tracePacket({ type: 'pod', namespace, name, node }, packet);
  const missing = paths.flatMap(({ end }) => end.missing ?? []);
  const arrives = paths.every(({ verdict }) => verdict === 'delivered');
  const isUnknown = paths.some(({ verdict }) => verdict === 'unknown');
  expect(isUnknown && missing.length === 0 ? paths : [], 'a packet is unknown for no reason').toEqual([]);
  return { answer: isUnknown ? 'unknown' : arrives ? 'arrives' : 'does not', missing };
}

function expectationsOf({ from, to, family, protocol, port }: Connection): string {
  const end = (pod: TestPod): object => ({ namespace: pod.namespace, labels: { pod: pod.name } });
  const ports = [`${port}/${protocol}`];
  const common = {
    from: end(from),
    to: typeof to === 'string' ? { cidr: `${to}/${family === 'IPv4' ? 32 : 128}`, ports } : { ...end(to), ports },
  };
  const expectations = [
    { name: 'passes', ...common, reachable: true },
    { name: 'is dropped', ...common, unreachable: true },
  ];
  return JSON.stringify({ expectations });
}

function byExpectations(world: ExpectationContext, asked: Connection): readonly Answer[] {
  const file = { path: 'expectations.yaml', text: expectationsOf(asked) };
  const [reachable, unreachable] = parseExpectations([file], checkConfiguration, ({ message }) => {
    throw new Error(message);
  });
  if (!reachable || !unreachable) throw new Error('an expectation is lost');
  const answer = (breaches: readonly ExpectationFailure[], holds: Answer, fails: Answer): Answer => {
    const [breach] = breaches;
    if (!breach) return holds;
    if (breach.type !== 'filtered') throw new Error(breach.type);
    return breach.packet.missing ? 'unknown' : fails;
  };
  return [
    answer(evaluate(reachable, world), 'arrives', 'does not'),
    answer(evaluate(unreachable, world), 'does not', 'arrives'),
  ];
}

function answerOf(passes: boolean, missing: readonly Gap[] | undefined): Answer {
  if (!passes) return 'does not';
  return missing ? 'unknown' : 'arrives';
}

function byFlows(flows: readonly Flow[], { from, to, family, protocol, port }: Connection): Answer {
  const nameOf = (pod: TestPod): string => `${pod.namespace}/${pod.name}[Pod]`;
  const flow = flows.find(
    (one) =>
      one.from.name === nameOf(from) &&
      (typeof to === 'string' ? one.to.range && contains([one.to.range], to) : one.to.name === nameOf(to)) &&
      (one.family ?? family) === family,
  );
  return answerOf(flow !== undefined && hasPort(flow.allow, protocol, port), flow?.missing);
}

/** The change closes everything: what it closes is what passes. */
function byDiff(
  { flows, connections }: TrafficChanges,
  { from, to, family, protocol, port }: Connection,
  traced: Traced,
): Answer {
  // What is missing is said of some of many pods and families: this connection is one of them if all that it lacks is
  // among it.
  const answer = (found: { readonly missing?: readonly Gap[] } | undefined, isOfMany: boolean): Answer => {
    if (isOfMany && traced.answer === 'arrives') return found ? 'arrives' : 'does not';
    const isNamed = traced.missing.every((gap) => found?.missing?.some((one) => includes(one, gap)));
    return answerOf(found !== undefined, isNamed ? found?.missing : undefined);
  };
  const isOneOf = ({ namespace, name }: TestPod, pods: readonly Pod[]): boolean =>
    pods.some((one) => one.namespace === namespace && one.name === name);
  if (typeof to === 'string') {
    const own = flows.filter(
      ({ source }) => source.namespace === from.namespace && (!source.pods || isOneOf(from, source.pods)),
    );
    const isMeant = (one: PacketClasses, names: readonly string[]): boolean =>
      contains(one.addresses, to) && hasPort(one.transport, protocol, port) && one.names.join() === names.join();
    // What is said of an answer of the only pinned name takes precedence over what is said of its address.
    for (const names of to === '192.0.2.40' ? [['api.example.com'], []] : [[]]) {
      if (own.some(({ exceptions }) => exceptions.some((one) => isMeant(one, names)))) return 'does not';
      const found = own.find(({ flows: all }) => all.some((one) => isMeant(one, names)));
      if (found) return answer(found, found.source.pods?.length !== 1 || familiesIn(found.flows) > 1);
    }
    return 'does not';
  }
  const found = connections.changes.find(
    (one) =>
      one.from &&
      isOneOf(from, one.from) &&
      isOneOf(to, one.to) &&
      hasPort(one.transport, protocol, port) &&
      (one.family ?? family) === family,
  );
  return answer(found, (found?.from?.length ?? 0) + (found?.to.length ?? 0) > 2);
}

function familiesIn(flows: readonly PacketClasses[]): number {
  return new Set(flows.flatMap(({ addresses }) => addresses.map((range) => range.family))).size;
}

function includes(one: Gap, { node, annotations }: Gap): boolean {
  return one.node === node && annotations.every((annotation) => one.annotations.includes(annotation));
}

function contains(ranges: readonly AddressRange[], text: string): boolean {
  const address = parseAddress(text);
  return ranges.some(
    ({ family, first, end }) =>
      family === address?.family && BigInt(first) <= address.value && address.value < BigInt(end),
  );
}

function hasPort(transport: TransportSet, protocol: 'TCP' | 'UDP', port: number): boolean {
  const place = transportPointOf(protocol, port);
  return transport.some(({ first, end }) => first <= place && place < end);
}

const STOP = {
  apiVersion: 'policy.networking.k8s.io/v1alpha1',
  kind: 'AdminNetworkPolicy',
  metadata: { name: 'stop' },
  spec: {
    priority: 0,
    subject: { namespaces: {} },
    egress: [{ action: 'Deny', to: [{ namespaces: {} }, { networks: ['0.0.0.0/0', '::/0'] }] }],
  },
};

it('traces, expectations, flows and diffs give one answer about a connection, whatever the inventory lacks', () => {
  const disagreements: unknown[] = [];
  const seen: Record<string, number> = { arrives: 0, 'does not': 0, unknown: 0, undescribed: 0 };
  for (let index = 0; index < CLUSTERS; index++) {
    const seed = firstSeed + index;
    const random = createRandom(seed);
    const cluster = randomIncomplete(random);
    const world = readWorld(cluster, SCHEMA_VERSION);
    if (!describesNetwork(world.cluster.nodes)) {
      seen.undescribed = (seen.undescribed ?? 0) + 1;
      continue;
    }
    const compared = compareInputs({
      before: inputOf(cluster, SCHEMA_VERSION),
      after: inputOf({ ...cluster, resources: [...cluster.resources, STOP] }, SCHEMA_VERSION),
    });
    if (!('comparison' in compared)) throw new Error(JSON.stringify({ seed, errors: compared.errors }));
    const flows = addGapsToFlows([...listFlows(world.model, world.configuration, world.vocabulary)], world);
    const tracer = createTracer(emitTracedState(world));
    for (let count = 0; count < CONNECTIONS; count++) {
      const asked = randomConnection(random, cluster);
      const traced = byTrace(tracer, cluster, asked);
      const isOfAnyFamily = cluster.families.every(
        (family) =>
          typeof asked.to === 'string' || byTrace(tracer, cluster, { ...asked, family }).answer === traced.answer,
      );
      const answers = {
        trace: traced.answer,
        // Expectations about pods are about all families.
        expect: isOfAnyFamily ? byExpectations(world, asked) : [],
        flows: byFlows(flows, asked),
        diff: byDiff(compared.comparison.traffic, asked, traced),
      };
      seen[answers.trace] = (seen[answers.trace] ?? 0) + 1;
      if (new Set(Object.values(answers).flat()).size > 1) {
        disagreements.push({ seed, answers, asked: describe(asked), leftOut: leftOutOf(cluster) });
      }
    }
  }
  if (process.env.WEIR_GAP_WORLDS !== undefined) console.log(JSON.stringify(seen), disagreements.length);
  expect(disagreements.slice(0, 5), `${disagreements.length} disagreements`).toEqual([]);
  const { arrives = 0, unknown = 0, 'does not': dropped = 0 } = seen;
  expect(Math.min(arrives, unknown, dropped), JSON.stringify(seen)).toBeGreaterThan(0);
}, 3_600_000);

function describe({ from, to, family, protocol, port }: Connection): string {
  const target = typeof to === 'string' ? to : `${to.namespace}/${to.name} on ${to.node}`;
  return `${from.namespace}/${from.name} on ${from.node} → ${target} ${port}/${protocol} ${family}`;
}

function leftOutOf({ nodes, interconnect, gatewayMode, leftOut = () => false }: TestCluster): string {
  const lacking = nodes.map((node) => `${node.name}: ${ANNOTATIONS.filter((name) => leftOut(node, name)).join(' ')}`);
  return [`interconnect ${interconnect}`, gatewayMode, ...lacking].join('; ');
}
