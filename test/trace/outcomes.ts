import type { TracedPacket } from '../../src/trace/packet.js';
import type { PacketOrigin } from '../../src/trace/origin.js';
import type { Tracer } from '../../src/trace/trace.js';
import type { PathStage, Path } from '../../src/trace/path.js';
import type { Tracer as OvnTracer } from '../rig/trace.js';
import { type TestCluster, gatewayMac, managementMac, podMac, podNetworkAddress, zoneOf } from '../ovn/cluster.js';
import { familyOf } from '../ovn/evaluate.js';

/** What is compared of a path inside of one zone. */
export interface Outcome {
  /** The logical port that the packet leaves by, or what else happens to it. */
  readonly end: string;
  /** Where it leaves by a port. */
  readonly source?: string;
  readonly dscp?: number;
  readonly mark?: number;
}

/** A packet that comes into a zone: for the model, and for ovn-trace. */
export interface Entry {
  readonly zone: string;
  readonly datapath: string;
  readonly inport: string;
  readonly from: string;
  readonly to: string;
  readonly packet: TracedPacket;
}

/** A stretch of paths inside of one zone, and all that the model takes for possible there. */
export interface Stretch {
  readonly entry: Entry;
  readonly outcomes: readonly Outcome[];
}

/** The stretches of all paths of a packet, each with what may come of it. */
export function stretchesOf(
  cluster: TestCluster,
  tracer: Tracer,
  origin: PacketOrigin,
  packet: TracedPacket,
): Stretch[] {
  const { paths } = tracer.tracePacket(origin, packet);
  const found = new Map<string, { entry: Entry; outcomes: Outcome[] }>();
  for (const path of paths) {
    let entry: Entry | undefined = entryOf(cluster, origin, packet);
    for (const stretch of cut(path)) {
      if (!entry) break;
      const key = JSON.stringify(entry);
      const known = found.get(key) ?? { entry, outcomes: [] };
      known.outcomes.push(outcomeOf(stretch, entry.packet));
      found.set(key, known);
      entry = stretch.transit && entryByTransit(cluster, stretch.transit);
    }
  }
  return [...found.values()];
}

interface Cut {
  readonly stages: readonly PathStage[];
  /** The stage that ends it; absent for the last part of a path. */
  readonly transit?: PathStage;
  /** The first stage on a host, which is not OVN's any more. */
  readonly host?: PathStage;
  readonly path: Path;
}

function cut(path: Path): Cut[] {
  const cuts: Cut[] = [];
  let stages: PathStage[] = [];
  for (const stage of path.stages) {
    if (stage.stage === 'reply') continue;
    if (stage.stage.startsWith('host-')) return [...cuts, { stages, host: stage, path }];
    if (stage.stage !== 'transit') {
      stages.push(stage);
      continue;
    }
    cuts.push({ stages, transit: stage, path });
    stages = [];
  }
  // What arrives at a node is not OVN's any more.
  const isArrived = path.end.type === 'node' && path.end.port === undefined && stages.length === 0;
  return isArrived ? cuts : [...cuts, { stages, path }];
}

function outcomeOf({ stages, transit, host, path }: Cut, entered: TracedPacket): Outcome {
  const { end, verdict } = path;
  if (host) return leaving(host.at.replace('host ', 'k8s-'), host.before, stages, entered);
  if (transit) return leaving(transit.row?.key ?? '', transit.before, stages, entered);
  if (verdict !== 'delivered') return { end: verdict };
  if (end.type === 'router') return { end: 'answered' };
  return leaving(end.port ?? '', end.packet, stages, entered);
}

function leaving(port: string, packet: TracedPacket, stages: readonly PathStage[], entered: TracedPacket): Outcome {
  // ovn-trace knows no chassis, so it keeps marks.
  const marks = stages.map(({ after }) => after.mark).filter((mark) => mark !== 0);
  return { end: port, source: packet.source, dscp: packet.dscp, mark: marks.at(-1) ?? entered.mark };
}

/** Where a packet of an origin comes into the zone of its node. */
export function entryOf(cluster: TestCluster, origin: PacketOrigin, packet: TracedPacket): Entry {
  const node = cluster.nodes.find(({ name }) => name === nodeNameOf(cluster, origin));
  if (!node) throw new Error('a packet from nowhere');
  const zone = zoneOf(cluster, node);
  const router = routerMac(podNetworkAddress(node, 1, 'IPv4'));
  if (origin.type === 'outside') {
    const place = { datapath: `ext_${node.name}`, inport: `br-ex_${node.name}` };
    return { zone, ...place, from: '52:54:00:00:ff:01', to: gatewayMac(node), packet };
  }
  const near = cluster.pods.find(
    (pod) =>
      pod.node === node.name &&
      podNetworkAddress(node, pod.number, familyOf(packet.destination)) === packet.destination,
  );
  const to = near ? podMac(cluster, near) : router;
  if (origin.type === 'node') {
    return { zone, datapath: node.name, inport: `k8s-${node.name}`, from: managementMac(node), to, packet };
  }
  const pod = cluster.pods.find(({ namespace, name }) => namespace === origin.namespace && name === origin.name);
  if (!pod) throw new Error('a packet of no pod');
  const inport = `${pod.namespace}_${pod.name}`;
  return { zone, datapath: node.name, inport, from: podMac(cluster, pod), to, packet };
}

function nodeNameOf(cluster: TestCluster, origin: PacketOrigin): string {
  if (origin.type === 'outside') return origin.node;
  if (origin.type === 'node') return origin.name;
  return cluster.pods.find(({ namespace, name }) => namespace === origin.namespace && name === origin.name)?.node ?? '';
}

/** Where a packet comes into the next zone, or back from the physical network into a node's gateway router. */
function entryByTransit(cluster: TestCluster, { row, after, text }: PathStage): Entry | undefined {
  const node = cluster.nodes.find(({ name }) => row?.key === `tstor-${name}`);
  if (node) {
    const other = cluster.nodes.find(({ name }) => name !== node.name)?.name ?? '';
    const to = routerMac(`100.88.0.${node.id}`);
    const place = { datapath: 'transit_switch', inport: `tstor-${other}` };
    return { zone: node.name, ...place, from: '0a:58:64:58:00:63', to, packet: after };
  }
  const arrived = cluster.nodes.find(({ name }) => text === `to node ${name}`);
  return arrived && entryOf(cluster, { type: 'outside', node: arrived.name }, after);
}

/** OVN-Kubernetes derives the MAC of a router port from its IPv4 address. */
export function routerMac(address: string): string {
  const octets = address.split('.').map((octet) => Number(octet).toString(16).padStart(2, '0'));
  return ['0a', '58', ...octets].join(':');
}

/** What ovn-trace says of a packet that comes into a zone. */
export async function askOvn(tracer: OvnTracer, entry: Entry): Promise<Outcome & { readonly text: string }> {
  const { packet } = entry;
  const { text } = await tracer.trace(entry.datapath, microflowOf(entry));
  const own = withoutQuestions(text);
  if (/\b(reject|tcp_reset|sctp_abort) ?[{(]/.test(own)) return { end: 'rejected', text };
  if (/icmp4\.type = 0;|icmp6_reply|icmp6\.type = 129;|icmp4_reply/.test(own)) return { end: 'answered', text };
  const outputs = [...own.matchAll(/\/\* output to "([^"]+)", type "([^"]*)"/g)].filter(
    ([, , type]) => type !== 'patch' && type !== 'l3gateway' && type !== 'chassisredirect',
  );
  const port = outputs.at(-1)?.[1];
  if (port === undefined) return { end: 'dropped', text };
  const source = [...own.matchAll(/^ct_snat\(ip[46]\.src=([^)]+)\)/gm)].at(-1)?.[1] ?? packet.source;
  const dscp = [...own.matchAll(/ip\.dscp = (\d+);/g)].at(-1)?.[1] ?? packet.dscp;
  const mark = [...own.matchAll(/pkt\.mark = (\d+);/g)].at(-1)?.[1] ?? packet.mark;
  return { end: port, source, dscp: Number(dscp), mark: Number(mark), text };
}

/** A trace without the packets by which routers ask who has an address. */
function withoutQuestions(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  let hidden: number | undefined;
  for (const line of lines) {
    const depth = line.search(/\S/);
    if (hidden === 0 || (hidden !== undefined && (depth < 0 || depth >= hidden))) continue;
    hidden = undefined;
    if (/^(arp|nd_ns)$/.test(line.trim())) hidden = depth;
    else kept.push(line);
  }
  return kept.join('\n');
}

/** The packet of an entry, as ovn-trace takes it. */
export function microflowOf({ inport, from, to, packet }: Entry): string {
  const { source, destination, protocol, sourcePort, destinationPort, dscp, mark } = packet;
  const ip = destination.includes(':') ? 'ip6' : 'ip4';
  const name = protocol.toLowerCase();
  const flags = protocol === 'TCP' ? ' && tcp.flags == 2' : '';
  const transport =
    protocol === 'ICMP'
      ? ip === 'ip4'
        ? 'icmp4.type == 8 && icmp4.code == 0'
        : 'icmp6.type == 128 && icmp6.code == 0'
      : `${name}.src == ${sourcePort} && ${name}.dst == ${destinationPort}${flags}`;
  return [
    `inport == "${inport}"`,
    `eth.src == ${from}`,
    `eth.dst == ${to}`,
    `${ip}.src == ${source}`,
    `${ip}.dst == ${destination}`,
    'ip.ttl == 64',
    `ip.dscp == ${dscp}`,
    ...(mark === 0 ? [] : [`pkt.mark == ${mark}`]),
    transport,
  ].join(' && ');
}
