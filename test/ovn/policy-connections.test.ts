import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningNetwork, startNetwork } from '../rig/network.js';
import { findOvnReleases } from '../rig/ovn.js';
import { sampleOf } from '../rig/random.js';
import { sendAll, startServer } from '../rig/traffic.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { type TestPacket, connects, passes } from '../traffic/policies/brute-force.js';
import type { TestWorld } from '../traffic/policies/objects.js';
import { NAMESPACES, withStateless, worlds } from '../traffic/policies/worlds.js';
import { networkOf } from './cluster.js';
import { compileCluster, transactionsOf } from './compile.js';
import { askModel } from './model-verdicts.js';
import { showingLogs } from './releases.js';
import { OUTSIDE, PORTS, addressOf, clusterOf, packetsOf, placed } from './small-cluster.js';

const WORLDS = 10;
const STATELESS_WORLDS = 5;
/** The first Northbound schema whose ACLs have tiers. */
const FIRST_WITH_TIERS = '7.0.4';
/** Ports that the probes of one pod in one small cluster are sent from: such as Linux gives to clients. */
const SOURCES = { first: 33_000, each: 100 };

const small = [...sampleOf(worlds, WORLDS), ...sampleOf(withStateless(worlds), STATELESS_WORLDS)].map(placed);
describe('connections in small clusters with policies', () => {
  const { available } = findOvnReleases();
  const suitable = available.filter(({ schemaVersion }) => schemaVersion >= FIRST_WITH_TIERS);
  it.skipIf(suitable.length > 0)('need an OVN with tiers of ACLs');

  it('pass, are dropped, and lack nothing but replies', () => {
    const verdicts = small.flatMap((world) =>
      packetsOf(world).map((packet) => `${passes(world, packet)} ${connects(world, packet)}`),
    );
    expect(new Set(verdicts)).toEqual(new Set(['true true', 'true false', 'false false']));
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
          expect(packets.filter((packet, index) => connects(world, packet) !== expected[index])).toEqual([]);
          await network.replace(compile(world));
          expect((await tryAll(packets, expected, turn)).slice(0, 5)).toEqual([]);
        }),
    );
  });
});
