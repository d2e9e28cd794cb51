import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostState } from '../../src/model/host-state.js';
import { POD_TO_NODE_MARK } from '../../src/ovn-kubernetes/numbers.js';
import { crossHost } from '../../src/trace/host.js';
import { type TracedPacket, packetOf } from '../../src/trace/packet.js';
import { startOf } from '../../src/trace/path.js';
import { createTracer } from '../../src/trace/trace.js';
import type { Family } from '../ovn/cluster.js';
import { podAddress } from '../ovn/cluster.js';
import { findTools } from '../apply/node/host.js';
import { eventually } from '../rig/eventually.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { compileRows } from '../trace/compile-rows.js';
import { listDisagreements } from './agreement.js';
import { type HostPacket, hostNetworkOf, packetsThrough } from './host-cluster.js';
import { type HostRig, type Outcome, openHostRig } from './host-rig.js';
import type { HostNetwork } from './host-network.js';
import { CLUSTER_IPS, MODES, OTHERS, OWN, SCHEMA, TABLE, TABLE_ROUTES, ofFamilies } from './mixed-cluster.js';
import { NODE_PORT } from './services.js';

/** The node that is the host. */
const ELM = 'elm';
/** OVN-Kubernetes: the address of a host for which it keeps traffic local. */
const KEPT_LOCAL = ['169.254.169.3', 'fd69::3'];
const WEB = { IPv4: '203.0.113.10', IPv6: '2001:db8:a::10' };

/** What leaves, literally: a namespace (with the digit of the family where it is one family's), to whom, and how. */
const FACTS: Readonly<Record<Family, readonly (readonly [namespace: string, to: string, ...Left])[]>> = {
  IPv4: [
    ['depot4', WEB.IPv4, 'ens4', '10.20.30.200', '10.20.30.1'],
    ['depot4', '10.20.30.77', 'ens4', '10.20.30.200', '10.20.30.77'],
    ['attic4', WEB.IPv4, 'ens5', '10.20.40.200', WEB.IPv4],
    ['attic4', '10.99.1.1', 'ens5', '10.20.40.200', '10.20.40.9'],
    ['both4', WEB.IPv4, 'ens4', '192.0.2.81', '10.20.30.1'],
    ['harbor', WEB.IPv4, 'br-ex', '192.0.2.80', '192.168.50.1'],
    ['quay', WEB.IPv4, 'ens6', '192.0.2.83', '10.20.50.9'],
  ],
  IPv6: [
    ['depot6', WEB.IPv6, 'ens4', 'fd20::200', 'fd20::1'],
    ['depot6', 'fd20::77', 'ens4', 'fd20::200', 'fd20::77'],
    ['attic6', WEB.IPv6, 'ens5', 'fd21::200', WEB.IPv6],
    ['attic6', 'fd99::1', 'ens5', 'fd21::200', 'fd21::9'],
    ['both6', WEB.IPv6, 'ens4', '2001:db8:80::2', 'fd20::1'],
    ['harbor', WEB.IPv6, 'br-ex', '2001:db8:80::1', 'fd00:50::1'],
    ['quay', WEB.IPv6, 'ens6', '2001:db8:80::4', 'fd22::9'],
  ],
};
type Left = readonly [through: string, source: string, nextHop: string];

const available = findTools();
if (available.length === 0) it.skip('packets: left out, making network namespaces needs root', () => undefined);

describe.skipIf(available.length === 0).each(MODES)('a host of a cluster with %s', (_, cluster) => {
  const { families, gatewayMode } = cluster;
  const [family = 'IPv4'] = families;
  const node = cluster.nodes.find(({ name }) => name === ELM);
  const sources = cluster.pods.flatMap((pod) => families.map((one) => podAddress(cluster, pod, one)));
  const services = ofFamilies(families, [...CLUSTER_IPS, ...KEPT_LOCAL]);
  /** What a pod of an EgressIP sends before Weir has done anything. */
  const early = packetOf(sources[family === 'IPv4' ? 0 : 1] ?? '', WEB[family], 'UDP', 9090, 51_500);
  let workspace: Workspace;
  let rig: HostRig;
  let network: HostNetwork;
  let own: HostState;
  let packets: readonly HostPacket[];
  let files: ReadonlyMap<string, string>;
  let last = 52_000;

  beforeAll(async () => {
    workspace = openWorkspace();
    const { state, hostFiles } = compileRows(cluster, SCHEMA);
    const found = state.hosts?.find((host) => host.node === ELM);
    if (!node || !found) throw new Error(`no node ${ELM}`);
    own = found;
    files = hostFiles;
    network = hostNetworkOf(cluster, node, own, {
      sources: services,
      destinations: [...OTHERS, ...OWN],
      table: TABLE,
      tableRoutes: TABLE_ROUTES,
    });
    packets = [
      ...packetsThrough(cluster, ELM, createTracer(state), [...OTHERS, ...OWN]),
      ...[...marked(), ...replies()].map((packet) => ({ from: packet.source, packet, path: cross(own, packet) })),
    ];
    rig = await openHostRig(workspace, network);
    await rig.send([early]);
    await rig.apply(files);
    await rig.send(packets.map(({ packet }) => packet));
  });
  afterAll(() => {
    workspace.close();
  });

  /** What Open vSwitch hands over with the mark of packets to nodes, from every pod. */
  function marked(): TracedPacket[] {
    const mark = POD_TO_NODE_MARK;
    return sources.map((source, index) => {
      const to = source.includes(':') ? WEB.IPv6 : WEB.IPv4;
      return { ...packetOf(source, to, index % 2 === 0 ? 'UDP' : 'TCP', 8080, 50_000 + index), mark };
    });
  }

  /** What the host gets of Services: from their addresses, and from where it keeps traffic local. */
  function replies(): TracedPacket[] {
    const sent = services.flatMap((source) => {
      const to = source.includes(':') ? WEB.IPv6 : WEB.IPv4;
      return KEPT_LOCAL.includes(source)
        ? [packetOf(source, to, source.includes(':') ? 'TCP' : 'UDP', 8080, NODE_PORT)]
        : [packetOf(source, to, 'UDP', 8080, source.includes(':') ? 51_001 : 51_000)];
    });
    const others = ofFamilies(families, KEPT_LOCAL).map((source, index) =>
      packetOf(source, source.includes(':') ? WEB.IPv6 : WEB.IPv4, 'UDP', 8080, NODE_PORT + 1 + index),
    );
    return [...sent, ...others];
  }

  /** Sends packets again, then one of a pod without any rule, and waits until that has left. */
  async function sendAgain(...again: readonly TracedPacket[]): Promise<(packet: TracedPacket) => Outcome> {
    last++;
    const source = sources.at(-1) ?? '';
    const to = source.includes(':') ? WEB.IPv6 : WEB.IPv4;
    const plain = packetOf(source, to, 'UDP', 8080, last);
    await rig.send([...again, plain]);
    await eventually('the last packet has left', async () => (await rig.outcomes())(plain).end === 'wire');
    return rig.outcomes();
  }

  function find(from: string, destination: string, isMarked = false): TracedPacket {
    const found = packets.find(
      (one) => one.from === from && one.packet.destination === destination && (one.packet.mark !== 0) === isMarked,
    );
    if (!found) throw new Error(`no packet from ${from} to ${destination}`);
    return found.packet;
  }

  it('does with every packet what the model says', async () => {
    expect((await listDisagreements(rig, network, packets, own)).slice(0, 3)).toEqual([]);
    expect(packets.length).toBeGreaterThan(60);
  });

  it.each(families.flatMap((one) => FACTS[one]))(
    'sends what %s sends to %s out of %s, from %s, to %s',
    async (namespace, to, through, source, nextHop) => {
      const outcomeOf = await rig.outcomes();
      expect(outcomeOf(find(`${namespace}/oak`, to))).toEqual({ end: 'wire', interface: through, source, nextHop });
    },
  );

  it('takes what is for an egress address of its own', async () => {
    const outcomeOf = await rig.outcomes();
    const digit = family === 'IPv4' ? 4 : 6;
    const address = family === 'IPv4' ? '10.20.30.200' : 'fd20::200';
    expect(outcomeOf(find(`depot${digit}/oak`, address))).toEqual({ end: 'host' });
  });

  it.skipIf(gatewayMode === 'local')(
    'drops what a pod goes on to send that began before its address was translated',
    async () => {
      await eventually('it has left by the bridge', async () => {
        const outcome = (await rig.outcomes())(early);
        return outcome.end === 'wire' && outcome.interface === 'br-ex' && outcome.source === early.source;
      });
      const outcomeOf = await sendAgain(early);
      expect(outcomeOf(early)).toMatchObject({ interface: 'br-ex' });
    },
  );

  it.each(families.flatMap((one) => [5000, 6000].map((priority) => [one, priority] as const)))(
    'drops packets of %s while a load of routes.batch replaces the rules of priority %i',
    async (one, priority) => {
      const file = one === 'IPv4' ? 'routes.batch' : 'routes6.batch';
      const lines = (files.get(`nodes/${ELM}/${file}`) ?? '').trim().split('\n');
      const before = await rig.rules(one);
      const away = lines.indexOf(`rule flush priority ${priority}`);
      await rig.load(one, lines.slice(0, away + 1));
      const digit = one === 'IPv4' ? 4 : 6;
      const namespace = priority === 5000 ? 'quay' : `depot${digit}`;
      const { source } = find(`${namespace}/oak`, WEB[one]);
      const packet = packetOf(source, WEB[one], 'UDP', 8080, ++last);
      expect((await sendAgain(packet))(packet)).toEqual({ end: 'dropped' });
      await rig.load(one, lines);
      expect(await rig.rules(one)).toBe(before);
      const next = packetOf(source, WEB[one], 'UDP', 8080, ++last);
      expect((await sendAgain(next))(next)).toMatchObject({
        end: 'wire',
        interface: priority === 5000 ? 'ens6' : 'ens4',
      });
    },
  );

  it('brings every answer back to the pod that is answered', async () => {
    const sent = packets.map(({ packet }) => packet);
    // What comes from a Service is an answer itself.
    const answered = await rig.answer(sent.filter(({ source }) => !services.includes(source)));
    expect(answered.length).toBeGreaterThan(15);
  });
});

function cross(state: HostState, packet: TracedPacket): HostPacket['path'] {
  const [path] = crossHost(state, ELM, `k8s-${ELM}`, startOf(packet));
  if (!path) throw new Error('a packet without a path');
  return path;
}
