import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeepStrictEqual } from 'node:util';
import { asObject } from '../../src/std/json.js';
import { isAvailable } from '../../src/northbound/schema/version.js';
import { eventually } from '../rig/eventually.js';
import { type Receiver, type Sender, startReceiver, startSender } from '../rig/packets/packets.js';
import {
  type TestCluster,
  type TestNode,
  type TestPod,
  nodeOf,
  podAddress,
  podNetworkAddress,
  routerMac,
} from './cluster.js';
import { egressIP } from './egress.js';
import { type LiveCluster, startLiveCluster } from './live-egress.js';
import { describeEachRelease } from './releases.js';

/** Number of pods, and of packets that they send while a node dies. By hand: 200, and 10,000. */
const PODS = Number(process.env.WEIR_PACKETS_PODS ?? 8);
const PACKETS = Number(process.env.WEIR_PACKETS ?? 300);
/** True by hand: facts that hold within a time are tested too, which needs a machine that is not busy. */
const IS_TIMED = process.env.WEIR_PACKETS !== undefined;
/** Seconds between probes. A node is lost within two periods. */
const PERIOD = Number(process.env.WEIR_PACKETS_PERIOD ?? 5);
/** Milliseconds that a packet may have been on its way when the node died. */
const ON_THE_WAY = 1000;

const WEB = '203.0.113.10';
const EGRESS = '192.168.50.100';
const ASSIGNABLE = { 'k8s.ovn.org/egress-assignable': '' };

const OAK: TestNode = { name: 'oak', id: 2, labels: ASSIGNABLE };
const ELM: TestNode = { name: 'elm', id: 3, labels: ASSIGNABLE };
/** Has the address only for a while. */
const ASH: TestNode = { name: 'ash', id: 4 };

const CLUSTER: TestCluster = {
  families: ['IPv4'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [OAK, ELM],
  namespaces: ['harbor', 'open'],
  pods: [{ namespace: 'open', name: 'gull', node: 'oak', number: 4 }],
  resources: [egressIP('harbor', EGRESS, 'harbor')],
};
const LOCK = `egressIPs:\n  harbor:\n    mark: 50000\n    addresses:\n      ${EGRESS}: elm\n`;

const PODS_OF_HARBOR = Array.from({ length: PODS }, (_, index): TestPod => {
  const node = index % 2 === 0 ? 'oak' : 'elm';
  return { namespace: 'harbor', name: `${node}-${index}`, node, number: 5 + index };
});
const ON_OAK = PODS_OF_HARBOR.filter(({ node }) => node === 'oak');
const ON_ELM = PODS_OF_HARBOR.filter(({ node }) => node === 'elm');

/** Northbound schema of OVN 24.03, whose QoS rules can set the mark that replies of an EgressIP's pods carry. */
const MARK_SINCE = '7.3.0';

describeEachRelease('packets of pods that live appliers serve', (release) => {
  if (!isAvailable(MARK_SINCE, release.schemaVersion)) {
    it.skip(`left out: schema ${release.schemaVersion} has no QoS mark, so Weir compiles no EgressIP for it`);
    return;
  }
  describe.each([
    [
      'with one zone per node',
      { ...CLUSTER, interconnect: true, nodes: [OAK, ELM, ASH], dropUntranslatedEgress: true },
    ],
    ['with one zone', { ...CLUSTER, nodes: [OAK, ELM, ASH] }],
  ])('%s', (topology, cluster) => {
    let live: LiveCluster;
    let receiver: Receiver;
    const namespaces = new Map<TestPod, string>();
    beforeAll(async () => {
      const placed = { lock: LOCK, outside: WEB, clusterApplierOn: 'oak' };
      live = await startLiveCluster(release, cluster, { ...placed, period: PERIOD });
      receiver = await startReceiver(live.workspace, live.network.outside.namespace, WEB);
    });
    afterAll(() => live.close());

    /** Tests one fact; a failure prints the logs of every program. */
    const fact = (name: string, test: () => Promise<void>): void => {
      it(name, async () => {
        try {
          await test();
        } catch (error) {
          console.log(live.logs(), live.workspace.logs());
          throw error;
        }
      });
    };
    const send = (pod: TestPod, how: { readonly count: number; readonly pause: number }): Sender =>
      startSender(live.workspace, namespaces.get(pod) ?? '', pod.name, WEB, how);
    /** The next hop of pods of other nodes to a node: on the transit switch, or its gateway router. */
    const hopOf = ({ id }: TestNode): string => `100.${cluster.interconnect ? 88 : 64}.0.${id}`;
    /** Number of packets of a pod that have arrived. */
    const arrivedOf = (pod: TestPod): number => receiver.received().filter(({ sender }) => sender === pod.name).length;
    const sources = (): Set<string> => new Set(receiver.received().map(({ source }) => source));

    /**
     * Gives a pod its interface, and lets it send from before the switch has that until packets arrive. It knows its
     * neighbour, so that no packet waits for it.
     */
    const startPod = async (pod: TestPod): Promise<void> => {
      const senders: Sender[] = [];
      await live.plugPod(pod, async (namespace) => {
        namespaces.set(pod, namespace);
        const node = nodeOf(cluster, pod);
        const neighbour = [podNetworkAddress(node, 1, 'IPv4'), 'lladdr', routerMac(node), 'dev', 'eth0'];
        await live.workspace.run(['ip', '-n', namespace, 'neigh', 'replace', ...neighbour]);
        senders.push(send(pod, { count: 1_000_000, pause: 2 }));
      });
      await eventually(`packets of ${pod.name} arrive`, () => arrivedOf(pod) > 5);
      for (const { stop } of senders) stop();
    };

    fact('have the address from the first on if it is on their node, however early they send', async () => {
      for (const pod of ON_ELM) {
        live.createPod(pod);
        await startPod(pod);
      }
      expect(sources()).toEqual(new Set([EGRESS]));
    });

    fact('have the address from the first on that leaves, if it is on another node', async () => {
      for (const pod of ON_OAK) {
        live.createPod(pod);
        // With one zone, each node installs the rows at its own time.
        if (!cluster.interconnect) await live.waitForReroute(podAddress(cluster, pod, 'IPv4'), hopOf(ELM));
        await startPod(pod);
      }
      expect(sources()).toEqual(new Set([EGRESS]));
    });

    // With one zone, nodes have a second for each stage. With a zone per node, a busy node lets single packets out early.
    const moves = IS_TIMED ? fact : it.skip;
    moves('leave with the address while it moves to another node, and back', async () => {
      const senders = ON_OAK.map((pod) => send(pod, { count: 1_000_000, pause: 5 }));
      const oneMore = async (): Promise<void> => {
        const before = ON_OAK.map(arrivedOf);
        await eventually('packets arrive', () => ON_OAK.every((pod, index) => arrivedOf(pod) > (before[index] ?? 0)));
      };
      /** Waits until the address is at a node, which is behind the next hop, for all pods. */
      const isAt = async (name: string, hop: string): Promise<void> => {
        const wanted = [{ egressIP: EGRESS, node: name }];
        const items = () => asObject(live.rig.server.find('EgressIP', 'harbor')?.status)?.items;
        await eventually(`the address is at ${name}`, () => isDeepStrictEqual(items(), wanted));
        for (const pod of ON_OAK) await live.waitForReroute(podAddress(cluster, pod, 'IPv4'), hop);
        await oneMore();
      };
      await oneMore();
      live.putNode({ ...ASH, labels: ASSIGNABLE });
      for (const node of [OAK, ELM]) live.putNode({ ...node, labels: {} });
      await isAt('ash', hopOf(ASH));
      for (const node of [OAK, ELM, ASH]) live.putNode(node);
      await isAt('elm', hopOf(ELM));
      for (const { stop } of senders) stop();
      expect(sources()).toEqual(new Set([EGRESS]));
    });

    fact(
      'are lost only until the probes have found that its node is dead, and leave with no other address',
      async () => {
        const before = receiver.received().length;
        const count = Math.ceil(PACKETS / ON_OAK.length);
        const pause = (2.25 * PERIOD * 1000) / count;
        const senders = new Map(ON_OAK.map((pod) => [pod.name, send(pod, { count, pause })]));
        const total = count * ON_OAK.length;
        await eventually('packets arrive', () => receiver.received().length > before + total / 20);
        const died = Date.now();
        live.killNode('elm');
        await eventually('all are sent', () => [...senders.values()].every(({ hasEnded }) => hasEnded()));
        const received = (): readonly string[] =>
          receiver
            .received()
            .slice(before)
            .map(({ sender, number }) => `${sender} ${number}`);
        await eventually('the last one arrives', () =>
          ON_OAK.every(({ name }) => received().includes(`${name} ${count}`)),
        );
        const arrived = new Set(received());
        const sent = [...senders].flatMap(([name, { sent }]) => sent().map((one) => ({ name, ...one })));
        const lost = sent.filter(({ name, number }) => !arrived.has(`${name} ${number}`)).map(({ at }) => at - died);
        if (IS_TIMED) {
          const [first, last] = [Math.min(...lost), Math.max(...lost)].map(Math.round);
          process.stdout.write(`${topology}: ${sent.length} sent, ${lost.length} lost from ${first} to ${last} ms\n`);
        }
        expect(sent).toHaveLength(total);
        expect(sources()).toEqual(new Set([EGRESS]));
        expect(lost).not.toHaveLength(0);
        if (!IS_TIMED) return;
        expect(Math.min(...lost)).toBeGreaterThan(-ON_THE_WAY);
        expect(Math.max(...lost)).toBeLessThan(2 * PERIOD * 1000);
      },
    );
  });
});
