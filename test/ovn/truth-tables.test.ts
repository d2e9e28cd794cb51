import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { findOvnReleases } from '../rig/ovn.js';
import { sampleOf } from '../rig/random.js';
import type { Tracer } from '../rig/trace.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { type TestPacket, passes } from '../traffic/policies/brute-force.js';
import { type TestPod, type TestWorld, manifestsOf } from '../traffic/policies/objects.js';
import { type TestCluster, podAddress } from './cluster.js';
import { microflowOf, startOak } from './microflow.js';
import { joinWorlds } from './joined-worlds.js';
import { askModel, idOf } from './model-verdicts.js';
import { worlds } from '../traffic/policies/worlds.js';
import { showingLogs } from './releases.js';

const NODES = [
  { name: 'oak', id: 2 },
  { name: 'elm', id: 3 },
  { name: 'fir', id: 4 },
];
const COMPILED = new Set(kinds.map(({ kind }) => kind));
const WORLDS = 30;
/** The first Northbound schema whose ACLs have tiers. */
const FIRST_WITH_TIERS = '7.0.4';
const OUTSIDE = ['192.0.2.1', '192.0.2.200'];
const TRANSPORTS = (['TCP', 'UDP'] as const).flatMap((protocol) => [80, 443, 8080].map((port) => ({ protocol, port })));

const sampled = sampleOf(worlds, WORLDS).map((world): TestWorld => ({
  ...world,
  policies: world.policies.filter(({ kind }) => COMPILED.has(kind)),
}));
const joined = joinWorlds(sampled);
const nodeOf = (index: number): string => NODES[index % NODES.length]?.name ?? '';
const cluster: TestCluster = {
  families: ['IPv4'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: NODES,
  namespaces: joined.world.namespaces.map(({ name }) => name),
  namespaceLabels: Object.fromEntries(joined.world.namespaces.map(({ name, labels }) => [name, labels])),
  pods: joined.world.pods.map(({ namespace, name, labels }, index) => ({
    ...{ namespace, name, labels },
    node: nodeOf(index),
    number: 5 + Math.floor(index / NODES.length),
  })),
  resources: manifestsOf({ ...joined.world, namespaces: [], pods: [] }),
};
const addresses = new Map(cluster.pods.map((pod) => [idOf(pod), podAddress(cluster, pod, 'IPv4')]));
const addressed = (pod: TestPod): TestPod => ({ ...pod, address: addresses.get(idOf(pod)) ?? '' });
const world: TestWorld = { ...joined.world, pods: joined.world.pods.map(addressed) };

/**
 * Packets of the small clusters: between two of its pods, and from a pod to an address outside. Every pair is tried with
 * two of the protocols and ports, one pair after the other with others.
 */
const pairs = joined.clusters.flatMap((pods) => {
  const own = pods.map(addressed);
  return own.flatMap((from) =>
    [...own, ...OUTSIDE].flatMap((to) => (typeof to !== 'string' && idOf(to) === idOf(from) ? [] : [{ from, to }])),
  );
});
const packets = pairs.flatMap((pair, index): TestPacket[] =>
  [index, index + 1].flatMap((turn) => {
    const transport = TRANSPORTS[turn % TRANSPORTS.length];
    return transport ? [{ ...pair, ...transport }] : [];
  }),
);

/** What ovn-trace says of each packet. */
async function askTracer(tracer: Tracer): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (const { from, to, protocol, port } of packets) {
    const pod = cluster.pods.find((one) => typeof from !== 'string' && idOf(one) === idOf(from));
    if (!pod) throw new Error('a packet of no pod');
    const destination = typeof to === 'string' ? to : to.address;
    const microflow = microflowOf(cluster, { pod, destination, protocol, port });
    const { outputs } = await tracer.trace(pod.node, microflow);
    answers.push(outputs.includes(typeof to === 'string' ? `br-ex_${pod.node}` : idOf(to)));
  }
  return answers;
}

describe('truth tables of policies', () => {
  const byText = packets.map((packet) => passes(world, packet));

  it('of the model are those of the Kubernetes API', () => {
    expect(new Set(byText)).toEqual(new Set([true, false]));
    expect(askModel(world, packets).filter((answer, index) => answer !== byText[index])).toEqual([]);
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
      const answers = await askTracer(tracer);
      const wrong = packets.filter((_, index) => answers[index] !== byText[index]);
      expect(wrong.slice(0, 5)).toEqual([]);
      expect(tracer.warnings()).toEqual([]);
    });
  });
});
