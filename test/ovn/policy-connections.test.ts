import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { type RunningNetwork, startNetwork } from '../rig/network.js';
import { findOvnReleases } from '../rig/ovn.js';
import { sampleOf } from '../rig/random.js';
import { sendAll, startServer } from '../rig/traffic.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { type TestPacket, passes } from '../traffic/policies/brute-force.js';
import { type TestPod, type TestWorld, manifestsOf } from '../traffic/policies/objects.js';
import { NAMESPACES, worlds } from '../traffic/policies/worlds.js';
import { type TestCluster, networkOf, podAddress } from './cluster.js';
import { compileCluster, transactionsOf } from './compile.js';
import { askModel, idOf } from './model-verdicts.js';
import { showingLogs } from './releases.js';

const NODES = [
  { name: 'oak', id: 2 },
  { name: 'elm', id: 3 },
];
const COMPILED = new Set(kinds.map(({ kind }) => kind));
const WORLDS = 10;
/** The first Northbound schema whose ACLs have tiers. */
const FIRST_WITH_TIERS = '7.0.4';
const OUTSIDE = ['192.0.2.1', '192.0.2.200'];
const PORTS = [80, 443, 8080];
const TRANSPORTS = (['TCP', 'UDP'] as const).flatMap((protocol) => PORTS.map((port) => ({ protocol, port })));
/** Ports that the probes of one pod in one small cluster are sent from. */
const SOURCES = { first: 20_000, each: 100 };

/** The cluster of a small world: three pods of every namespace, on two nodes. Its pods are where those of every other are. */
function clusterOf(world: TestWorld): TestCluster {
  return {
    families: ['IPv4'],
    interconnect: false,
    gatewayMode: 'shared',
    nodes: NODES,
    namespaces: world.namespaces.map(({ name }) => name),
    namespaceLabels: Object.fromEntries(world.namespaces.map(({ name, labels }) => [name, labels])),
    pods: world.pods.map(({ namespace, name, labels }, index) => ({
      ...{ namespace, name, labels },
      node: NODES[index % NODES.length]?.name ?? '',
      number: 5 + index,
    })),
    resources: manifestsOf({ ...world, namespaces: [], pods: [] }),
  };
}

/** The world with the pods at the addresses that its cluster gives them. */
function placed(world: TestWorld): TestWorld {
  const cluster = clusterOf(world);
  const addresses = new Map(cluster.pods.map((pod) => [idOf(pod), podAddress(cluster, pod, 'IPv4')]));
  const pods = world.pods.map((pod): TestPod => ({ ...pod, ports: [], address: addresses.get(idOf(pod)) ?? '' }));
  return { ...world, pods, policies: world.policies.filter(({ kind }) => COMPILED.has(kind)) };
}

const small = sampleOf(worlds, WORLDS).map(placed);
const addressOf = (end: TestPacket['to']): string => (typeof end === 'string' ? end : end.address);

/** Every pair of pods both ways, and every pod with the addresses outside, with every protocol and port. */
function packetsOf({ pods }: TestWorld): TestPacket[] {
  return pods.flatMap((from) =>
    [...pods.filter((to) => to !== from), ...OUTSIDE].flatMap((to) =>
      TRANSPORTS.map((transport) => ({ from, to, ...transport })),
    ),
  );
}

describe('connections in small clusters with policies', () => {
  const { available } = findOvnReleases();
  const suitable = available.filter(({ schemaVersion }) => schemaVersion >= FIRST_WITH_TIERS);
  it.skipIf(suitable.length > 0)('need an OVN with tiers of ACLs');

  it('are of both sorts', () => {
    const verdicts = small.flatMap((world) => packetsOf(world).map((packet) => passes(world, packet)));
    expect(new Set(verdicts)).toEqual(new Set([true, false]));
  });

  describe.each(suitable)('on OVN $version', (release) => {
    let workspace: Workspace;
    let network: RunningNetwork;
    const compile = (world: TestWorld): ReadonlyMap<string, string> =>
      transactionsOf(compileCluster(clusterOf(world), release.schemaVersion));

    beforeAll(async () => {
      workspace = openWorkspace();
      network = await showingLogs(workspace, async () => {
        const [first = { namespaces: NAMESPACES, pods: [], policies: [] }] = small;
        const started = await startNetwork(
          workspace,
          release,
          networkOf(clusterOf(first), OUTSIDE, []),
          compile(first),
        );
        await Promise.all([
          startServer(workspace, started.outside.namespace, OUTSIDE, PORTS),
          ...[...started.pods.values()].map((namespace) => startServer(workspace, namespace, ['0.0.0.0'], PORTS)),
        ]);
        return started;
      });
    });
    afterAll(() => {
      workspace.close();
    });

    /** Tries all packets of a world, each pod its own at once; gives those that fare otherwise than expected. */
    const tryAll = async (packets: readonly TestPacket[], expected: readonly boolean[], turn: number) => {
      const numbered = packets.map((packet, index) => ({ packet, isExpected: expected[index] ?? false }));
      const wrong = [...network.pods].map(async ([pod, namespace]) => {
        const own = numbered.filter(
          ({ packet: { from } }) => typeof from !== 'string' && pod === `${from.namespace}/${from.name}`,
        );
        const probes = own.map(({ packet: { to, protocol, port }, isExpected }) => ({
          protocol: protocol === 'TCP' ? ('tcp' as const) : ('udp' as const),
          ...{ address: addressOf(to), port, isExpected },
        }));
        const answers = await sendAll(workspace, namespace, probes, SOURCES.first + SOURCES.each * turn);
        return own.filter(({ isExpected }, index) => answers[index] !== isExpected).map(({ packet }) => packet);
      });
      return (await Promise.all(wrong)).flat();
    };

    it.each(small.map((world, turn) => ({ world, turn, number: turn + 1 })))(
      'are answered and dropped as the model and the Kubernetes API say: small cluster $number',
      ({ world, turn }) =>
        showingLogs(workspace, async () => {
          const packets = packetsOf(world);
          const expected = askModel(world, packets);
          expect(packets.filter((packet, index) => passes(world, packet) !== expected[index])).toEqual([]);
          await network.replace(compile(world));
          expect((await tryAll(packets, expected, turn)).slice(0, 5)).toEqual([]);
        }),
    );
  });
});
