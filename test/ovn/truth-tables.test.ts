import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { RELEASES } from '../../src/ovn-kubernetes/releases/index.js';
import { startDatabases } from '../rig/databases.js';
import { findOvnReleases } from '../rig/ovn.js';
import { sampleOf } from '../rig/random.js';
import { type Tracer, startTracer } from '../rig/trace.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { type TestPacket, isToPortOfPeer, passes } from '../traffic/policies/brute-force.js';
import { type TestPod, type TestWorld, manifestsOf } from '../traffic/policies/objects.js';
import { type TestCluster, type TestNode, chassisIn, podAddress, podNetworkAddress } from './cluster.js';
import { microflowFromNode, microflowFromOutside, microflowOf, startOak } from './microflow.js';
import { joinWorlds } from './joined-worlds.js';
import { askModel, idOf } from './model-verdicts.js';
import { worlds } from '../traffic/policies/worlds.js';
import { showingLogs } from './releases.js';
import { rowsOfRelease } from './upgrade-cluster.js';

const NODES: readonly [TestNode, ...TestNode[]] = [
  { name: 'oak', id: 2 },
  { name: 'elm', id: 3 },
  { name: 'fir', id: 4 },
];
const COMPILED = new Set(kinds.map(({ kind }) => kind));
const WORLDS = 30;
/** Of so many packets one is tried on the rows of each release. */
const EACH_OF_RELEASES = 4;
/** The first Northbound schema whose ACLs have tiers. */
const FIRST_WITH_TIERS = '7.0.4';
const OUTSIDE = ['192.0.2.1', '192.0.2.200'];
const TRANSPORTS = (['TCP', 'UDP'] as const).flatMap((protocol) => [80, 443, 8080].map((port) => ({ protocol, port })));

const sampled = sampleOf(worlds, WORLDS).map((world): TestWorld => ({
  ...world,
  policies: world.policies.filter(({ kind }) => COMPILED.has(kind)),
}));
const joined = joinWorlds(sampled);
const places = new Map<string, TestCluster['pods'][number]>();
const nodeOf = (index: number): string => NODES[index % NODES.length]?.name ?? '';
const cluster: TestCluster = {
  families: ['IPv4'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: NODES,
  namespaces: joined.world.namespaces.map(({ name }) => name),
  namespaceLabels: Object.fromEntries(joined.world.namespaces.map(({ name, labels }) => [name, labels])),
  pods: joined.world.pods.map(({ namespace, name, labels, ports }, index) => ({
    ...{ namespace, name, labels, ports },
    node: nodeOf(index),
    number: 5 + Math.floor(index / NODES.length),
  })),
  resources: manifestsOf({ ...joined.world, namespaces: [], pods: [] }),
};
for (const pod of cluster.pods) places.set(idOf(pod), pod);
const addresses = new Map(cluster.pods.map((pod) => [idOf(pod), podAddress(cluster, pod, 'IPv4')]));
const addressed = (pod: TestPod): TestPod => ({ ...pod, address: addresses.get(idOf(pod)) ?? '' });
const world: TestWorld = { ...joined.world, pods: joined.world.pods.map(addressed) };

/**
 * Packets of the small clusters: between two of its pods, from a pod to an address outside, from there to a pod, and to a
 * pod from its own node and from the next one. Every pair is tried with two of the protocols and ports, one pair after the
 * other with others.
 */
interface Pair {
  readonly from: TestPod | string;
  readonly to: TestPod | string;
  /** The node that the packet comes from, if it does not come from a pod. */
  readonly sender?: TestNode;
}

const pairs = joined.clusters.flatMap((pods) => {
  const own = pods.map(addressed);
  return own.flatMap((pod): Pair[] => {
    const others = [...own, ...OUTSIDE].filter((to) => typeof to === 'string' || idOf(to) !== idOf(pod));
    const node = NODES.findIndex(({ name }) => name === placeOf(pod).node);
    const [ownNode = NODES[0], next = NODES[0]] = [NODES[node], NODES[(node + 1) % NODES.length]];
    return [
      ...others.map((to) => ({ from: pod, to })),
      ...OUTSIDE.map((from) => ({ from, to: pod, sender: ownNode })),
      ...[ownNode, next].map((sender) => ({ from: podNetworkAddress(sender, 2, 'IPv4'), to: pod, sender })),
    ];
  });
});
const packets = pairs
  .flatMap((pair, index): (TestPacket & Pair)[] =>
    [index, index + 1].flatMap((turn) => {
      const transport = TRANSPORTS[turn % TRANSPORTS.length];
      return transport ? [{ ...pair, ...transport }] : [];
    }),
  )
  .filter((packet) => !isToPortOfPeer(world, packet));

/** A node reaches its own pods, whatever NetworkPolicies say: no rule of the others is about a node. */
const isFromOwnNode = ({ sender, from, to }: Pair): boolean =>
  sender !== undefined &&
  typeof to !== 'string' &&
  sender.name === placeOf(to).node &&
  from === podNetworkAddress(sender, 2, 'IPv4');

/** What ovn-trace says of each packet. */
async function askTracer(tracer: Tracer, asked: readonly (TestPacket & Pair)[]): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (const packet of asked) {
    const { outputs } = await tracer.trace(...microflowFor(packet));
    const { from, to } = packet;
    const gateway = typeof from === 'string' ? '' : `br-ex_${placeOf(from).node}`;
    answers.push(outputs.includes(typeof to === 'string' ? gateway : idOf(to)));
  }
  return answers;
}

function microflowFor(packet: TestPacket & Pair): readonly [datapath: string, microflow: string] {
  const { from, to, sender, ...transport } = packet;
  if (typeof from !== 'string') {
    const pod = placeOf(from);
    const destination = typeof to === 'string' ? to : to.address;
    return [pod.node, microflowOf(cluster, { pod, destination, ...transport })];
  }
  if (typeof to === 'string' || !sender) throw new Error('a packet of no pod');
  return OUTSIDE.includes(from)
    ? microflowFromOutside(cluster, sender, from, placeOf(to), transport)
    : microflowFromNode(cluster, sender, placeOf(to), transport);
}

/** Where a pod is. */
function placeOf(pod: TestPod): TestCluster['pods'][number] {
  const place = places.get(idOf(pod));
  if (!place) throw new Error(`${idOf(pod)} is on no node`);
  return place;
}

describe('truth tables of policies', () => {
  const byText = packets.map((packet) => isFromOwnNode(packet) || passes(world, packet));

  it('hold packets of every sort, some that pass and some that do not', () => {
    const sortOf = ({ from, to }: TestPacket): string =>
      [from, to].map((end) => (typeof end !== 'string' ? 'pod' : OUTSIDE.includes(end) ? 'outside' : 'node')).join();
    const sorts = new Set(packets.map((packet, index) => `${sortOf(packet)} ${byText[index]}`));
    expect([...sorts].sort()).toEqual(
      ['node,pod', 'outside,pod', 'pod,outside', 'pod,pod'].flatMap((sort) => [`${sort} false`, `${sort} true`]),
    );
    const named = packets.filter(
      ({ to, protocol, port }) =>
        typeof to !== 'string' && to.ports.some((one) => one.protocol === protocol && one.containerPort === port),
    );
    expect(named.length).toBeGreaterThan(100);
  });

  it('of the model are those of the Kubernetes API', () => {
    const own = packets.map((packet, index) => ({ packet, expected: byText[index] }));
    const asked = own.filter(({ packet }) => !isFromOwnNode(packet));
    const answers = askModel(
      world,
      asked.map(({ packet }) => packet),
    );
    expect(asked.filter(({ expected }, index) => answers[index] !== expected)).toEqual([]);
  });

  const { available } = findOvnReleases();
  const suitable = available.filter(({ schemaVersion }) => schemaVersion >= FIRST_WITH_TIERS);
  it.skipIf(suitable.length > 0)('of the rows need an OVN with tiers of ACLs');

  describe.each(suitable)('of the rows on OVN $version', (release) => {
    let workspace: Workspace;
    let tracer: Tracer;

    beforeAll(async () => {
      workspace = openWorkspace();
      tracer = await showingLogs(workspace, () => startOak(workspace, release, cluster));
    });
    afterAll(() => {
      workspace.close();
    });

    it('are those of the Kubernetes API', async () => {
      const answers = await askTracer(tracer, packets);
      const wrong = packets.filter((_, index) => answers[index] !== byText[index]);
      expect(wrong.slice(0, 5)).toEqual([]);
      expect(tracer.warnings()).toEqual([]);
    });
  });

  const ofReleases = suitable.flatMap((release) =>
    RELEASES.map((profile) => ({
      ...{ release, profile, name: profile.name, version: release.version },
      // The oldest release knows other peers of AdminNetworkPolicies, and no names of ports in them.
      kinds: Object.hasOwn(profile.definitions, 'AdminNetworkPolicy') ? ['NetworkPolicy'] : [...COMPILED],
    })),
  );

  describe.each(ofReleases)('of the rows of $name on OVN $version', ({ release, profile, kinds: own }) => {
    const hasKind = (object: object): boolean => own.includes((object as { readonly kind: string }).kind);
    const smaller = { ...world, policies: world.policies.filter(hasKind) };
    const sampledPackets = packets.filter((_, index) => index % EACH_OF_RELEASES === 0);

    it('are those of the Kubernetes API', async () => {
      const workspace = openWorkspace();
      try {
        await showingLogs(workspace, async () => {
          const text = rowsOfRelease(
            { ...cluster, resources: cluster.resources.filter(hasKind) },
            profile,
            release.schemaVersion,
          );
          const databases = await startDatabases(workspace, release, 'global', text, chassisIn(cluster, 'global'));
          databases.startNorthd();
          await databases.waitForNorthd();
          const tracer = await startTracer(workspace, release, databases);
          const answers = await askTracer(tracer, sampledPackets);
          const expected = sampledPackets.map((packet) => isFromOwnNode(packet) || passes(smaller, packet));
          expect(sampledPackets.filter((_, index) => answers[index] !== expected[index]).slice(0, 5)).toEqual([]);
          expect(tracer.warnings()).toEqual([]);
        });
      } finally {
        workspace.close();
      }
    }, 240_000);
  });
});
