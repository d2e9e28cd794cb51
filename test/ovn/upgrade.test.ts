import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Upgrade } from '../../src/compare/upgrade.js';
import type { Comparison } from '../../src/compare/comparison.js';
import { parseAddress } from '../../src/net/address.js';
import { RELEASES, releaseCalled } from '../../src/ovn-kubernetes/releases/index.js';
import { transportPointOf } from '../../src/traffic/filters/transport-range.js';
import type { PacketClasses } from '../../src/traffic/packets.js';
import type { Pod } from '../../src/model/cluster.js';
import { findOvnReleases } from '../rig/ovn.js';
import { createRandom } from '../rig/random.js';
import { startDatabases } from '../rig/databases.js';
import { type Tracer, startTracer } from '../rig/trace.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { type TestCluster, type TestPod, chassisIn, nodeOf, podAddress, zoneOf } from './cluster.js';
import type { Connection } from './evaluate.js';
import { microflowFromZone, microflowOf } from './microflow.js';
import { showingLogs } from './releases.js';
import { CLUSTER, INTERCONNECTED, upgradeCluster } from './upgrade-cluster.js';

/** Packets of each upgrade. WEIR_PACKETS asks for more. */
const PACKETS = Number(process.env.WEIR_PACKETS ?? 60);
const OUTSIDE = [
  ...['203.0.113.5', '203.0.113.70', '203.0.113.130', '203.0.113.200', '198.51.100.9', '198.51.100.200', '192.0.2.40'],
  // The addresses of a node: in its own network, and in a second one.
  ...['192.168.50.13', '10.20.30.13'],
];
const PORTS: readonly Pick<Connection, 'protocol' | 'port'>[] = [
  { protocol: 'TCP', port: 443 },
  { protocol: 'TCP', port: 80 },
  { protocol: 'UDP', port: 53 },
];

interface TestPacket extends Pick<Connection, 'protocol' | 'port'> {
  readonly pod: TestPod;
  readonly to: TestPod | string;
}

function choosePackets({ pods }: TestCluster): TestPacket[] {
  const random = createRandom(415);
  const choose = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  return Array.from({ length: PACKETS }, () => {
    const pod = choose(pods);
    return { pod, to: choose([...pods, ...OUTSIDE].filter((to) => to !== pod)), ...choose(PORTS) };
  });
}

const titleOf = ({ pod, to, protocol, port }: TestPacket): string =>
  `${pod.namespace}/${pod.name} → ${typeof to === 'string' ? to : `${to.namespace}/${to.name}`} ${protocol} ${port}`;

/** What becomes of a packet in the rows of a side. */
interface Fate {
  readonly passes: boolean;
  readonly dscp: number | undefined;
  readonly source: string | undefined;
}

async function trace(
  cluster: TestCluster,
  tracers: ReadonlyMap<string, Tracer>,
  { pod, to, ...transport }: TestPacket,
): Promise<Fate> {
  const tracerOf = (one: TestPod): Tracer => {
    const tracer = tracers.get(zoneOf(cluster, nodeOf(cluster, one)));
    if (!tracer) throw new Error(`no zone of ${one.name}`);
    return tracer;
  };
  const destination = typeof to === 'string' ? to : podAddress(cluster, to, 'IPv4');
  const sent = await tracerOf(pod).trace(pod.node, microflowOf(cluster, { pod, destination, ...transport }));
  const goesOn = typeof to !== 'string' && sent.outputs.includes(`tstor-${to.node}`);
  const arrived = goesOn ? await tracerOf(to).trace(...microflowFromZone(cluster, pod, to, transport)) : sent;
  const { outputs } = arrived;
  const passes = typeof to === 'string' ? outputs.some(isOfNode) : outputs.includes(`${to.namespace}_${to.name}`);
  const source = [...arrived.text.matchAll(/ct_snat\(([0-9.]+)/g)].at(-1)?.[1];
  return { passes, dscp: passes ? (arrived.dscp ?? sent.dscp) : undefined, source: passes ? source : undefined };
}

/** The ports to the networks of a node, and to its host. */
const isOfNode = (port: string): boolean => /^(?:br-ex_|k8s-)/.test(port);

/** What a comparison says about a packet. */
function claimsOf(cluster: TestCluster, { traffic }: Comparison, packet: TestPacket) {
  const { pod, to } = packet;
  const place = transportPointOf(packet.protocol, packet.port);
  const isPod = ({ namespace, name }: Pod, other: TestPod): boolean =>
    namespace === other.namespace && name === other.name;
  const isIn = (pods: readonly Pod[] | undefined, other: TestPod): boolean =>
    pods === undefined || pods.some((one) => isPod(one, other));
  const concerns = (range: Pick<PacketClasses, 'transport'>): boolean =>
    range.transport.some(({ first, end }) => first <= place && place < end);
  const includes = (range: PacketClasses, text: string): boolean => {
    const address = parseAddress(text);
    return range.addresses.some(
      ({ family, first, end }) =>
        family === address?.family && BigInt(first) <= address.value && address.value < BigInt(end),
    );
  };
  const destination = typeof to === 'string' ? to : podAddress(cluster, to, 'IPv4');
  const isOwn = ({ source }: { readonly source: { readonly namespace: string; readonly pods?: readonly Pod[] } }) =>
    source.namespace === pod.namespace && isIn(source.pods, pod);
  const flow = traffic.flows
    .filter(isOwn)
    .flatMap(({ flows }) => flows)
    .find((one) => concerns(one) && includes(one, destination));
  const connection =
    typeof to === 'string'
      ? undefined
      : traffic.connections.changes.find(
          (one) =>
            one.from !== undefined &&
            isIn(one.from, pod) &&
            isIn(one.to, to) &&
            concerns(one) &&
            !(one.except ?? []).some((except) => isIn(except.from, pod) && isIn(except.to, to)),
        );
  const mark = traffic.marks
    .filter(isOwn)
    .flatMap(({ marks }) => marks)
    .find((one) => concerns(one) && includes(one, destination));
  const egress = traffic.egress.find(({ pods }) => isIn(pods, pod));
  return {
    change: (typeof to === 'string' ? flow : connection)?.change ?? 'same',
    isMarked: mark !== undefined,
    hasOtherSource: egress !== undefined && egress.before.sources.join() !== egress.after.sources.join(),
  };
}

/** The upgrade after which rules have address sets of their own. */
const INTO_13: Upgrade = { from: releaseCalled('1.2'), to: releaseCalled('1.3') };
const upgrades: readonly Upgrade[] = [
  ...RELEASES.slice(1).map((to, index) => ({ from: RELEASES[index] ?? to, to })),
  { from: releaseCalled('openshift-4.15'), to: releaseCalled('1.3') },
];

describe('what weir diff --upgrade says of packets', () => {
  const { available } = findOvnReleases();
  it.skipIf(available.length > 0)('needs an OVN');
  const newest = available.slice(-1);
  const all = [
    ...available.flatMap((ovn) =>
      upgrades.map((upgrade) => ({ ovn, upgrade, cluster: CLUSTER, zones: 'in one zone' })),
    ),
    ...newest.map((ovn) => ({ ovn, upgrade: INTO_13, cluster: INTERCONNECTED, zones: 'in zones of nodes' })),
  ].map((one) => ({
    ...one,
    title: `${one.upgrade.from.name}..${one.upgrade.to.name} ${one.zones} on OVN ${one.ovn.version}`,
  }));

  describe.each(all)('$title', ({ ovn, upgrade, cluster }) => {
    const packets = choosePackets(cluster);
    const { comparison, transactions } = upgradeCluster(cluster, upgrade, ovn.schemaVersion);
    const fates = { before: [] as Fate[], after: [] as Fate[] };
    const workspaces: Workspace[] = [];

    beforeAll(async () => {
      for (const side of ['before', 'after'] as const) {
        const workspace = openWorkspace();
        workspaces.push(workspace);
        await showingLogs(workspace, async () => {
          const tracers = new Map<string, Tracer>();
          for (const [zone, transaction] of transactions[side]) {
            const databases = await startDatabases(workspace, ovn, zone, transaction, chassisIn(cluster, zone));
            databases.startNorthd();
            await databases.waitForNorthd();
            tracers.set(zone, await startTracer(workspace, ovn, databases));
          }
          for (const packet of packets) fates[side].push(await trace(cluster, tracers, packet));
          for (const tracer of tracers.values()) expect(tracer.warnings()).toEqual([]);
        });
        workspace.close();
      }
    }, 240_000);
    afterAll(() => {
      for (const workspace of workspaces) workspace.close();
    });

    it('is what ovn-trace sees in the rows of both releases', () => {
      const seen = packets.map((packet, index) => {
        const [before, after] = [fates.before[index], fates.after[index]];
        const change = before?.passes === after?.passes ? 'same' : after?.passes === true ? 'opened' : 'closed';
        const isSame = change === 'same' && before?.passes === true;
        return {
          packet: titleOf(packet),
          change,
          isMarked: isSame && before.dscp !== after?.dscp,
          hasOtherSource: isSame && before.source !== after?.source,
        };
      });
      const said = packets.map((packet, index) => {
        const { change, isMarked, hasOtherSource } = claimsOf(cluster, comparison, packet);
        const isSame = change === 'same' && fates.before[index]?.passes === true;
        return {
          packet: titleOf(packet),
          change,
          isMarked: isSame && isMarked,
          hasOtherSource: isSame && typeof packet.to === 'string' && hasOtherSource,
        };
      });
      expect(said).toEqual(seen);
      expect(new Set(fates.before.map(({ passes }) => passes))).toEqual(new Set([true, false]));
      const changes = new Set(seen.map(({ change }) => change));
      // The addresses of nodes that a rule selects are others only in the oldest release.
      const isOldest = upgrade.from === RELEASES[0];
      expect(changes).toEqual(new Set(isOldest ? [...changes, 'same', 'opened'] : ['same']));
      // Packets to another zone are marked there again by rules for the pods of all zones.
      expect(seen.some(({ isMarked }) => isMarked)).toBe(cluster.interconnect);
    });
  });
});
