import type { HostState } from '../model/host-state.js';
import type { PortPlaces, ZoneRows } from '../model/northbound.js';
import { findGaps, formatGaps, gapsOfNodes } from '../ovn-kubernetes/paths.js';
import { managementPortName } from '../ovn-kubernetes/row-names.js';
import { once } from '../std/memoize.js';
import { readEntry } from '../northbound/row-columns.js';
import { crossHost } from './host.js';
import { type TracedNetwork, createNetwork } from './network.js';
import { type PacketOrigin, portNameOf } from './origin.js';
import type { TracedPacket } from './packet.js';
import { withReplies } from './replies.js';
import { crossRouter } from './router.js';
import { sendPacket } from './send.js';
import { crossSwitch } from './switch.js';
import type { TraceWalk } from './walk.js';
import type { SwitchPort, Zone } from './zone.js';
import {
  type PathProgress,
  type PathOutcome,
  type Path,
  type StageName,
  finishPath,
  pass,
  passPart,
  startOf,
  stop,
} from './path.js';

/** The trace of a packet. */
export interface PacketTrace {
  /** The common verdict, or `differs` if connections are shared among paths with different ends. */
  readonly verdict: PathOutcome | 'differs';
  /** The possible paths, at least one. Several if connections are shared, or if the rows do not determine one. */
  readonly paths: readonly Path[];
}

/** The state in which packets are traced. */
export interface TracedState {
  /** The rows of all zones of a cluster, with those of its base topology. */
  readonly zones: readonly ZoneRows[];
  /** The state of the hosts. A host that is not listed accepts every packet for it. */
  readonly hosts?: readonly HostState[];
  /** The location of rows. If unset, all rows are searched. */
  readonly places?: PortPlaces;
}

/** Traces packets. Created once for any number of queries. */
export interface Tracer {
  readonly tracePacket: (origin: PacketOrigin, packet: TracedPacket) => PacketTrace;
  /** Returns the possible paths of a packet, regardless of replies. */
  readonly followPacket: (origin: PacketOrigin, packet: TracedPacket) => readonly Path[];
  /** Returns the addresses of a pod, or those of a node for its pods. Returns an empty list if no row has them. */
  readonly addressesOf: (origin: PacketOrigin) => readonly string[];
  readonly network: TracedNetwork;
  /** The state of the known hosts. */
  readonly hosts: readonly HostState[];
}

/** Creates a tracer for the state of a cluster. */
export function createTracer({ zones, hosts = [], places }: TracedState): Tracer {
  const network = createNetwork(zones, places);
  const walk = createWalk(network, new Map(hosts.map((host) => [host.node, host] as const)));
  return {
    network,
    hosts,
    addressesOf: (origin) => network.findPort(portNameOf(origin))?.port.addresses ?? [],
    followPacket: (origin, packet) => start(walk, origin, startOf(packet)).map(settle),
    tracePacket: (origin, packet) => {
      const sent = start(walk, origin, startOf(packet));
      const paths = sent.flatMap((path) => withReplies(walk, origin, path, packet));
      const settled = paths.map(settle);
      return { verdict: judge(settled), paths: settled };
    },
  };
}

/** Traces the first packet of a connection through the rows of a cluster, and untracked replies. */
export function tracePacket(state: TracedState, origin: PacketOrigin, packet: TracedPacket): PacketTrace {
  return createTracer(state).tracePacket(origin, packet);
}

/** Returns the common verdict of all paths, or `unknown` if it depends on an unknown fact. */
function judge(paths: readonly Path[]): PacketTrace['verdict'] {
  const [first, ...others] = new Set(paths.map(({ verdict }) => verdict));
  if (first !== undefined && others.length === 0) return first;
  return paths.some(({ choices }) => choices.some(({ type }) => type === 'unknown')) ? 'unknown' : 'differs';
}

function createWalk(network: TracedNetwork, hosts: ReadonlyMap<string, HostState>): TraceWalk {
  const walk: TraceWalk = {
    network,
    isWhole: once(() =>
      [...hosts.keys()].every((node) => network.findPort(managementPortName(node)) && network.gatewayOf(node)),
    ),
    enterSwitch: (zone, inport, target, progress) => crossSwitch(walk, zone, inport, target, progress),
    enterRouter: (zone, name, progress) => {
      const port = zone.routerPort(name);
      return port ? crossRouter(walk, zone, port, progress) : [stop(progress, 'dropped', name)];
    },
    leave: (zone, port, progress) => leave(walk, zone, port, progress),
    enterPart: createPartNotes(hosts),
    gapsOf: (node) => hosts.get(node)?.gaps,
    untoldNetworks: () =>
      gapsOfNodes(
        [...hosts.values()].flatMap(({ node, gaps }) =>
          gaps && !network.findPort(managementPortName(node)) ? [{ ...gaps, ofZones: [], ofGateway: [] }] : [],
        ),
      ),
    enterHost: ({ datapath: node, name }, progress) => crossHost(hosts.get(node), node, name, progress),
  };
  return walk;
}

/**
 * Creates the function that records the parts of nodes. Includes nodes without gaps: their zones show which zones a
 * packet crosses.
 */
function createPartNotes(hosts: ReadonlyMap<string, HostState>): TraceWalk['enterPart'] {
  if (![...hosts.values()].some(({ gaps }) => gaps)) return (_zone, _node, _part, progress) => progress;
  return (zone, node, part, progress) => {
    const none = { node, zone: zone.name, isAbsent: false, ofPods: [], ofZones: [], ofGateway: [] };
    return hosts.has(node) ? passPart(progress, { gaps: hosts.get(node)?.gaps ?? none, part }) : progress;
  };
}

/** Stages at which rules drop a packet on every path. */
const RULES: ReadonlySet<StageName> = new Set<StageName>(['filter', 'policy', 'load-balancer']);

/**
 * Returns the final verdict of a path. A packet that arrives over a gap is unknown. A packet that a rule drops stays
 * dropped, because it never arrives.
 */
function settle(path: Path): Path {
  const { gap, verdict, stages } = path;
  if (!gap) return path;
  const isByRule = path.arrived !== undefined || RULES.has(stages.at(-1)?.stage ?? 'end');
  if (verdict !== 'delivered' && isByRule) return path;
  const known = stages.slice(0, gap.knownStages);
  const packet = known.at(-1)?.after ?? stages[0]?.before ?? path.end.packet;
  const { missing, part } = gap;
  const name = missing[0]?.node ?? '';
  const isEntry = known.length === 0 && part === 'gateway';
  const text = `${isEntry ? 'no gateway router is known' : 'unknown from here'}: ${formatGaps(missing)}`;
  const stage = isEntry ? 'port' : 'transit';
  return {
    ...path,
    verdict: 'unknown',
    stages: [...known, { stage, at: name, text, before: packet, after: packet }],
    end: { type: 'nowhere', name, missing, packet },
  };
}

function start(walk: TraceWalk, origin: PacketOrigin, progress: PathProgress): Path[] {
  if (origin.type === 'outside') return arrive(walk, origin.node, progress);
  const name = portNameOf(origin);
  const found = walk.network.findPort(name);
  if (!found) {
    const gaps = origin.type === 'pod' && origin.node !== undefined ? walk.gapsOf(origin.node) : undefined;
    const missing = gaps ? findGaps([{ gaps, part: 'pods' }]) : [];
    const why = missing.length === 0 ? '' : `: ${formatGaps(missing)}`;
    const path = pass(progress, { stage: 'port', at: '', text: `no row is for the port ${name}${why}` });
    return [finishPath(path, 'unknown', { type: 'nowhere', name, ...(missing.length === 0 ? {} : { missing }) })];
  }
  const { port } = found;
  if (port.addresses.includes(progress.packet.destination)) {
    const end = origin.type === 'pod' ? `${origin.namespace}/${origin.name}` : origin.name;
    return [finishPath(progress, 'delivered', { type: origin.type, name: end, node: port.datapath })];
  }
  return sendPacket(walk, found, progress);
}

/** Traces a packet that leaves the logical network. A packet for another node of the cluster arrives there. */
function leave(walk: TraceWalk, zone: Zone, port: SwitchPort, progress: PathProgress): Path[] {
  const { destination } = progress.packet;
  const node = port.datapath.replace(/^(exgw-)?ext_/, '');
  const [holder] = walk.network.gatewaysWith(destination);
  if (holder !== undefined && holder !== node) {
    const row = { zone: zone.name, table: 'Logical_Switch_Port', key: port.row.key };
    const stage = { stage: 'transit', at: port.datapath, text: `to node ${holder}`, row } as const;
    return arrive(walk, holder, pass(progress, stage, { mark: 0 }));
  }
  const nextHop = progress.hop?.nextHop;
  const end = { type: 'outside', name: destination, node, port: port.name } as const;
  return [finishPath(progress, 'delivered', nextHop === undefined ? end : { ...end, nextHop })];
}

/**
 * Traces a packet that arrives at a node from its physical network. OVN receives packets for load balancers of the
 * gateway router, and those for no address of the node. The host receives all others. See the flows of the external
 * bridge in OVN-Kubernetes.
 */
function arrive(walk: TraceWalk, node: string, progress: PathProgress): Path[] {
  const found = walk.network.gatewayOf(node);
  if (!found) return [stopWithoutGateway(walk, node, progress)];
  const { zone, port } = found;
  const entered = walk.enterPart(zone, node, 'gateway', progress);
  const router = zone.routerPort(port.routerPort ?? '')?.datapath ?? '';
  const chassis = readEntry(zone.row('Logical_Router', router)?.columns ?? {}, 'options', 'chassis') ?? '';
  const { destination, protocol, destinationPort } = progress.packet;
  const virtual = walk.network.balancers(
    zone,
    'Logical_Router',
    router,
    chassis,
  )(protocol, destination, destinationPort);
  if (!virtual && port.addresses.includes(destination)) {
    return [finishPath(entered, 'delivered', { type: 'node', name: node, node })];
  }
  const localnet = zone.portsOfSwitch(port.datapath).find(({ type }) => type === 'localnet');
  if (!localnet) return [finishPath(entered, 'delivered', { type: 'node', name: node, node })];
  return walk.enterSwitch(zone, localnet, port, { ...entered, chassis });
}

function stopWithoutGateway(walk: TraceWalk, node: string, progress: PathProgress): Path {
  const gaps = walk.gapsOf(node);
  const missing = gaps ? findGaps([{ gaps, part: 'gateway' }]) : [];
  const text =
    missing.length === 0
      ? `no row is for the gateway router of node ${node}`
      : `no gateway router is known: ${formatGaps(missing)}`;
  const path = pass(progress, { stage: 'port', at: node, text });
  const end = { type: 'nowhere', name: node } as const;
  return finishPath(path, 'unknown', missing.length === 0 ? end : { ...end, missing });
}
