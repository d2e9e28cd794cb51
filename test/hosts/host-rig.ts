import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeTarget } from '../../src/apply/node/target.js';
import { type TracedPacket, packetOf } from '../../src/trace/packet.js';
import { eventually } from '../rig/eventually.js';
import { inNamespace } from '../rig/ovn.js';
import { writeRenderedFolder } from '../rig/rendered-folder.js';
import type { Family } from '../ovn/cluster.js';
import type { Workspace } from '../rig/workspace.js';
import {
  type HostNetwork,
  clusterLines,
  hostLines,
  linkLines,
  managementPortOf,
  neighbourMac,
  settingsOf,
  wayBackLines,
  wireLines,
} from './host-network.js';
import { hostTable, keyOf, readArrivals, readNoted, wireTable } from './observed.js';

/** What became of a packet that came by the management port. */
export type Outcome =
  /** The host took it for itself. */
  | { readonly end: 'host' }
  | { readonly end: 'dropped' }
  /** It left: by which interface, from which address, and by the frame's destination to whom. */
  | { readonly end: 'wire'; readonly interface: string; readonly source: string; readonly nextHop: string };

/** A host that runs. Packets are known by their protocols and source ports. */
export interface HostRig {
  /** Makes the host what its files of a rendered folder say (path → text), as its applier does. Throws what is refused. */
  readonly apply: (files: ReadonlyMap<string, string>) => Promise<void>;
  /** Sends packets by the management port, with their marks, and waits until the host has taken each. */
  readonly send: (packets: readonly TracedPacket[]) => Promise<void>;
  /** What has become of a packet so far. */
  readonly outcomes: () => Promise<(packet: TracedPacket) => Outcome>;
  /** Answers those packets of UDP that have left, from where they went; gives them when all answers came to their sources. */
  readonly answer: (packets: readonly TracedPacket[]) => Promise<readonly TracedPacket[]>;
  /** Loads lines with `ip -batch`. */
  readonly load: (family: Family, lines: readonly string[]) => Promise<void>;
  /** The rules of the host, as `ip` lists them. */
  readonly rules: (family: Family) => Promise<string>;
}

const FLAGS = { IPv4: '-4', IPv6: '-6' } as const;
const SENDER = fileURLToPath(new URL('send-packets.mjs', import.meta.url));
const TIMER = fileURLToPath(new URL('../../dist/rollback-timer.js', import.meta.url));

/**
 * Makes three network namespaces: the host; the cluster, which sends what OVN would hand to the host's management port; and
 * the wire behind the host's other interfaces. Every neighbour has a MAC of its own there, so that a frame tells its next hop.
 */
export async function openHostRig(workspace: Workspace, network: HostNetwork): Promise<HostRig> {
  const { node } = network;
  const [host, cluster, wire] = (await Promise.all(
    ['host', 'cluster', 'wire'].map((part) => workspace.addNamespace(`${node}-${part}`)),
  )) as [string, string, string];
  const write = (label: string, text: string): string => {
    const path = join(workspace.folder, `${node}-${label}`);
    writeFileSync(path, text);
    return path;
  };
  const runIn = (namespace: string, ...command: readonly [string, ...string[]]): Promise<string> =>
    workspace.run(inNamespace(namespace, command));
  const batch = (namespace: string, lines: readonly string[]): Promise<string> =>
    runIn(namespace, 'ip', '-batch', write('batch', `${lines.join('\n')}\n`));
  const names = network.interfaces.map(({ name }) => name);
  await batch(host, linkLines(network, cluster, wire));
  await batch(host, hostLines(network));
  await batch(cluster, clusterLines(network));
  await batch(wire, wireLines(network));
  await runIn(host, 'sysctl', '-qw', ...settingsOf(network));
  await runIn(host, 'nft', '-f', write('nft', hostTable(network, managementPortOf(network))));
  // The kernel forgets in half a minute what is not answered: a busy machine takes longer.
  await runIn(host, 'sysctl', '-qw', 'net.netfilter.nf_conntrack_udp_timeout=3600');
  await runIn(wire, 'nft', '-f', write('nft', wireTable(names, 'sport')));
  await runIn(cluster, 'nft', '-f', write('nft', wireTable(['ovn'], 'dport')));

  const list = (namespace: string, family: 'inet' | 'netdev'): Promise<string> =>
    runIn(namespace, 'nft', '-j', 'list', 'table', family, 'rig');
  const sendFrom = (namespace: string, packets: readonly TracedPacket[]): Promise<string> =>
    runIn(namespace, process.execPath, SENDER, write('packets', JSON.stringify(packets)));
  const nextHops = new Map(network.neighbours.map((address, place) => [neighbourMac(place), address] as const));
  const outcomes: HostRig['outcomes'] = async () => {
    const stayed = readNoted(await list(host, 'inet'), 'stayed');
    const left = readArrivals(await list(wire, 'netdev'), names);
    return (packet) => {
      if (stayed.has(keyOf(packet))) return { end: 'host' };
      const arrival = left.get(keyOf(packet));
      if (!arrival) return { end: 'dropped' };
      const { interface: name, source, mac } = arrival;
      return { end: 'wire', interface: name, source, nextHop: nextHops.get(mac) ?? mac };
    };
  };
  return {
    rules: (family) => runIn(host, 'ip', FLAGS[family], 'rule'),
    load: async (family, lines) => {
      await runIn(host, 'ip', FLAGS[family], '-batch', write('batch', `${lines.join('\n')}\n`));
    },
    apply: (files) => applyTo(host, node, join(workspace.folder, `${node}-rendered`), files),
    send: async (packets) => {
      const marks = packets.filter(({ mark }) => mark !== 0).map(({ sourcePort, mark }) => `${sourcePort} : ${mark}`);
      await runIn(host, 'nft', 'flush set inet rig came');
      if (marks.length > 0) await runIn(host, 'nft', `add element inet rig marks { ${marks.join(', ')} }`);
      await sendFrom(cluster, packets);
      await eventually('the host has all packets', async () => {
        const came = readNoted(await list(host, 'inet'), 'came');
        return packets.every((packet) => came.has(keyOf(packet)));
      });
    },
    outcomes,
    answer: async (packets) => {
      const outcomeOf = await outcomes();
      const answered: TracedPacket[] = [];
      for (const name of names) {
        const own = packets.flatMap((packet) => {
          const outcome = outcomeOf(packet);
          return packet.protocol === 'UDP' && outcome.end === 'wire' && outcome.interface === name
            ? [{ packet, source: outcome.source }]
            : [];
        });
        if (own.length === 0) continue;
        const sources = [...new Set(own.map(({ source }) => source))];
        await batch(
          wire,
          sources.flatMap((source) => wayBackLines(network, name, source)),
        );
        await sendFrom(
          wire,
          own.map(({ packet, source }) => replyTo(packet, source)),
        );
        answered.push(...own.map(({ packet }) => packet));
      }
      await eventually('all answers are back', async () => {
        const back = readArrivals(await list(cluster, 'netdev'), ['ovn']);
        return answered.every((packet) => {
          const arrival = back.get(keyOf(packet));
          return arrival?.source === packet.destination && arrival.destination === packet.source;
        });
      });
      return answered;
    },
  };
}

function replyTo({ destination, destinationPort, sourcePort, protocol }: TracedPacket, source: string): TracedPacket {
  return packetOf(destination, source, protocol, sourcePort, destinationPort);
}

async function applyTo(
  namespace: string,
  node: string,
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  writeRenderedFolder(folder, files, { nodes: [node] });
  const access = { enter: ['ip', 'netns', 'exec', namespace], tools: [] };
  const timer = [process.execPath, TIMER];
  const planned = await createNodeTarget({
    output: folder,
    node,
    access,
    stateFolder: `${folder}.state`,
    timer,
  }).plan();
  if (planned.result === 'failed') throw new Error(planned.problems.join('\n'));
  const outcome = await planned.plan.apply();
  if (outcome.result !== 'applied') throw new Error(JSON.stringify(outcome));
}
