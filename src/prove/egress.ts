import type { ZoneRows } from '../model/northbound.js';
import type { Cluster, Node, Pod } from '../model/cluster.js';
import type { ExitPath, Exits } from '../expectations/exits.js';
import type { Family } from '../net/address.js';
import { formatRange, rangeOfPrefix } from '../traffic/filters/address-range.js';
import { rangesOfNode } from '../traffic/outside.js';
import { mapOf } from '../northbound/row-columns.js';
import { groupBy } from '../std/group-by.js';
import { memoize } from '../std/memoize.js';
import { packetOf } from '../trace/packet.js';
import { type Path, arrivalOf } from '../trace/path.js';
import { allowsSource } from '../trace/switch.js';
import { type TracedState, type Tracer, createTracer } from '../trace/trace.js';
import type { ProofCollector } from './collector.js';
import { PROVEN_PORT, listDecidingRows } from './deciding-rows.js';
import { sampleDestinations } from './destinations.js';
import { proveInside } from './inside.js';
import { type PlacedPod, type ProofContext, listPlaced } from './places.js';
import type { ProofDifference } from './proof.js';
import { classifyPods } from './source-classes.js';

/**
 * Compares where packets of pods leave the cluster: source address, node and next hop. One packet of each class of
 * pods and destinations is traced through the rows without filters, which are compared separately.
 */
export function proveEgress(context: ProofContext, getTracer: () => Tracer, collector: ProofCollector): void {
  const { world } = context;
  const { skip, add } = collector;
  const known = selectKnown(context, skip);
  if (known.length === 0) return;
  const tracer = getTracer();
  for (const family of world.configuration.ipFamilies) {
    const own = known.filter((one) => one.family === family);
    const destinations = sampleDestinations(tracer.network.zones, world, family);
    const classes = [...classify(own, context, tracer, family)];
    proveInside(classes, family, context, tracer, collector);
    const ways = new Set<string>();
    for (const pods of classes) {
      const [first] = pods;
      if (!first) continue;
      const exits = context.exitsOf(first.pod, family);
      const way = JSON.stringify([first.pod.nodeName, exits.points]);
      const follow = ways.has(way) ? tracer.followPacket : withReplies(tracer);
      ways.add(way);
      const compared = destinations.map((destination) => compare(first, destination, exits, follow));
      const all = pods.map(({ pod }) => pod);
      if (compared.includes('unknown')) skip(UNDETERMINED, all);
      const differences = compared.flatMap((one) => (one === 'unknown' || !one ? [] : [withPods(one, all)]));
      add(all, { classes: destinations.length, differences });
    }
  }
}

const UNDETERMINED = 'no row determines their paths out of the cluster';
const WITHOUT_NEXT_HOP = 'the inventory has no next hop of the gateway';
const OTHER_NETWORK = 'an address of the pod is in no network of its node';
const OWN_GATEWAY = "a gateway is an address of the pod's own node";

/** Returns the pods whose egress both readings determine. Skips all others. */
function selectKnown(context: ProofContext, skip: ProofCollector['skip']): PlacedPod[] {
  const placed = [...listPlaced(context, () => undefined)];
  const addressesOf = memoize((node: Node): ReadonlySet<string> => new Set(rangesOfNode(node).map(formatRange)));
  const byReason = groupBy(placed, (one) => findObstacle(one, context, addressesOf));
  for (const [reason, all] of byReason) {
    if (reason !== undefined)
      skip(
        reason,
        all.map(({ pod }) => pod),
      );
  }
  return byReason.get(undefined) ?? [];
}

/** Returns why the egress of a pod cannot be compared. */
function findObstacle(
  { pod, family, value }: PlacedPod,
  { world, exitsOf }: ProofContext,
  addressesOf: (node: Node) => ReadonlySet<string>,
): string | undefined {
  const node = world.cluster.nodeByName.get(pod.nodeName);
  const ranges = (node?.subnets ?? []).map(rangeOfPrefix).filter((range) => range.family === family);
  if (!ranges.some(({ first, end }) => first <= value && value < end)) return OTHER_NETWORK;
  const exits = exitsOf(pod, family);
  if (lacksNextHop(exits, family, world.cluster)) return WITHOUT_NEXT_HOP;
  const hops = exits['next-hop'].values;
  return node && hops.some((hop) => addressesOf(node).has(hop)) ? OWN_GATEWAY : undefined;
}

/** Returns true if a gateway has no next hop in a family. Its rows then have no route. */
function lacksNextHop({ points }: Exits, family: Family, { nodeByName }: Cluster): boolean {
  return points.some(({ node, isHost }) => {
    const gateway = nodeByName.get(node)?.gateway;
    return !isHost && gateway?.nextHops.every((hop) => hop.family !== family) === true;
  });
}

/** Creates a tracer for packets to which no filter applies, nor QoS rules that affect no route. */
export function createRouteTracer({ zones, ...state }: TracedState): Tracer {
  return createTracer({ ...state, zones: zones.map(withoutFilters) });
}

function withoutFilters(zone: ZoneRows): ZoneRows {
  const rows = [...zone.rows].filter(([table]) => table !== 'ACL');
  const marks = (zone.rows.get('QoS') ?? []).filter(({ columns }) => 'mark' in mapOf(columns, 'action'));
  return { ...zone, rows: new Map(rows.map(([table, own]) => [table, table === 'QoS' ? marks : own])) };
}

/** Returns the pods of each class: those with the same exits on the same switch, in the same rows. */
function classify(
  placed: readonly PlacedPod[],
  { exitsOf }: ProofContext,
  { network, hosts }: Tracer,
  family: Family,
): Iterable<readonly PlacedPod[]> {
  const rows = classifyPods(placed, network.zones, hosts, family);
  const keys = new Map(placed.map((one, index) => [one, rows[index] ?? ''] as const));
  const keyOf = (one: PlacedPod): string => {
    const exits = exitsOf(one.pod, family);
    const paths = exits.causes.length === 0 ? '' : exits.listPaths().map(textOf).sort().join('|');
    const { zone, port } = one.found;
    return JSON.stringify([zone.name, port.datapath, keys.get(one), paths, allowsSource(port, one.own)]);
  };
  return groupBy(placed, keyOf).values();
}

/** Returns the function that follows packets and their replies. */
function withReplies({ tracePacket }: Tracer): Tracer['followPacket'] {
  return (origin, packet) => tracePacket(origin, packet).paths;
}

/** Compares the paths of a packet. Returns undefined if they are the same, or `unknown` if no row determines them. */
function compare(
  { pod, own }: PlacedPod,
  destination: string,
  exits: Exits,
  followPacket: Tracer['followPacket'],
): KeyedDifference | 'unknown' | undefined {
  const origin = { type: 'pod', namespace: pod.namespace, name: pod.name } as const;
  const paths = followPacket(origin, packetOf(own, destination, 'TCP', PROVEN_PORT));
  if (paths.some(({ verdict }) => verdict === 'unknown')) return 'unknown';
  const said = exits.listPaths();
  const seen = paths.map(pathOf);
  const areRepliesLost = paths.some(({ arrived }) => arrived !== undefined);
  const isSame =
    !areRepliesLost &&
    seen.every((one) => one !== undefined && said.some((other) => fits(other, one))) &&
    said.every((one) => seen.some((other) => other !== undefined && fits(one, other)));
  if (isSame) return undefined;
  const difference = {
    packet: { pod, direction: 'to', address: destination, protocol: 'TCP', port: PROVEN_PORT },
    resources: { text: textOfAll(said), by: exits.causes.map((cause) => ({ cause, text: '' })) },
    rows: { text: `${textOfAll(seen)}${areRepliesLost ? ', replies are lost' : ''}`, by: listDecidingRows(paths) },
  } as const;
  return { key: JSON.stringify(['egress', difference.resources.text, difference.rows.text]), difference };
}

interface KeyedDifference {
  readonly key: string;
  readonly difference: Omit<ProofDifference, 'pods'>;
}

function withPods({ key, difference }: KeyedDifference, pods: readonly Pod[]): readonly [string, ProofDifference] {
  return [key, { ...difference, pods }];
}

/** Returns the egress of a path. Returns undefined if the packet does not leave the cluster. */
function pathOf(path: Path): ExitPath | undefined {
  const end = arrivalOf(path);
  if (end?.type !== 'outside') return undefined;
  const { node, nextHop, unknown = [], packet } = end;
  return {
    ...(unknown.includes('source') ? {} : { source: packet.source }),
    ...(node === undefined ? {} : { node }),
    ...(nextHop === undefined || unknown.includes('next hop') ? {} : { nextHop }),
  };
}

/**
 * Returns true if a path of the rows has everything that the resources determine. A host whose interface is unknown
 * determines neither the next hop nor the source.
 */
function fits(said: ExitPath, seen: ExitPath): boolean {
  if (said.node !== undefined && said.node !== seen.node) return false;
  if (said.nextHop === undefined && seen.nextHop === undefined && seen.source === undefined) return true;
  return (['source', 'nextHop'] as const).every((name) => said[name] === undefined || said[name] === seen[name]);
}

function textOfAll(paths: readonly (ExitPath | undefined)[]): string {
  return [...new Set(paths.map((path) => (path ? textOf(path) : 'stays in the cluster')))].sort().join(' or ');
}

function textOf({ source, node, nextHop }: ExitPath): string {
  return `source ${source ?? 'unknown'}, node ${node ?? 'unknown'}, next hop ${nextHop ?? 'unknown'}`;
}
