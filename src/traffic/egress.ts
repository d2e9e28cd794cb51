import type { Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Egress } from './change.js';
import { type Family, FAMILIES } from '../net/address.js';
import type { EgressLabel, EgressSegment } from './egress-segments.js';

/** An egress segment, and the `<Kind> <name>` of the resource that it comes from. */
export interface OwnedSegment extends EgressSegment {
  readonly owner: string;
}

/** Source address of packets that no router translates. */
export const POD_ADDRESS: EgressLabel = { text: "the pod's own" };

/** The effective segments, with their next hops and sources. Empty lists: those of the pod's node. */
interface Taken {
  readonly segments: readonly OwnedSegment[];
  readonly hops: readonly EgressLabel[];
  readonly sources: readonly EgressLabel[];
}

/** The egress of a family. */
export interface EgressPath extends Taken {
  readonly family: Family;
}

type Rules = Pick<Configuration, 'gatewayMode' | 'disableSnatMultipleGateways' | 'release'>;

/** Returns the egress of a pod as texts, if all segments overlap. */
export function finishEgress(segments: readonly OwnedSegment[] = [], pod: Pod, configuration: Rules): Egress {
  const paths = egressPathsOf(segments, pod, configuration);
  return {
    sources: sort(paths.flatMap(({ sources }) => textsOf(sources))),
    hops: sort(paths.flatMap(({ hops }) => textsOf(hops))),
    owners: sort(paths.flatMap(({ segments: own }) => own.map(({ owner }) => owner))),
  };
}

/**
 * Returns the egress of a pod if all segments overlap, by the rows of OVN-Kubernetes. Skips families without a segment,
 * which leave at the pod's node.
 */
export function egressPathsOf(segments: readonly OwnedSegment[], pod: Pod, configuration: Rules): EgressPath[] {
  // All addresses of the pod lose their translation at its own gateway router, regardless of the gateways' family.
  const isBare = configuration.disableSnatMultipleGateways && segments.some(({ through }) => through === 'gateway');
  return FAMILIES.flatMap((family) => {
    const own = segments.filter((segment) => segment.family === family);
    if (own.length === 0) return takeDisplaced(family, segments, pod, configuration);
    return [{ family, ...takeSegments(own, { nodeName: pod.nodeName, isBare, configuration }) }];
  });
}

/**
 * Returns the egress of a family without segments. In some releases, a point at the node of a pod also displaces the
 * translation of the other family there.
 */
function takeDisplaced(
  family: Family,
  segments: readonly OwnedSegment[],
  { nodeName, addresses }: Pod,
  { gatewayMode, disableSnatMultipleGateways, release }: Rules,
): EgressPath[] {
  const isPossible = disableSnatMultipleGateways && gatewayMode !== 'local' && release.egressIP.displacesBothFamilies;
  if (!isPossible || !addresses.some((address) => address.family === family)) return [];
  const displacing = segments.filter(({ through, sources }) => through === 'point' && sources.some(isAt(nodeName)));
  if (displacing.length === 0) return [];
  const hops = [{ text: nodeName, gatewayOf: nodeName }];
  return [{ family, segments: displacing, hops, sources: [POD_ADDRESS] }];
}

interface EgressContext {
  readonly nodeName: string;
  readonly isBare: boolean;
  readonly configuration: Rules;
}

/**
 * Returns the effective egress segments of one family. Policies of the cluster router decide first
 * (ovn-kubernetes/priorities.ts): with local gateways, the one to the gateway router of the pod's node, then those of
 * hosts, then those of points. A gateway applies to packets at the gateway router of the pod's node. With local
 * gateways, other traffic goes to the host of the pod's node.
 */
function takeSegments(segments: readonly OwnedSegment[], place: EgressContext): Taken {
  const by = (through: EgressSegment['through']): OwnedSegment[] =>
    segments.filter((segment) => segment.through === through);
  const [gateways, hosts, points, tables] = [by('gateway'), by('host'), by('point'), by('table')];
  const isLocal = place.configuration.gatewayMode === 'local';
  if (gateways.length > 0 && isLocal) return takeGateways(gateways, points, place);
  if (hosts.some(({ hops }) => hops.length > 0)) return takeHosts(hosts, place);
  if (points.length > 0) return takePoints(points, gateways, tables, place);
  if (gateways.length > 0) return takeGateways(gateways, [], place);
  return takeHosts(isLocal ? [...hosts.filter(({ host }) => host === place.nodeName), ...tables] : [], place);
}

/** Returns the gateways. All traffic reaches the gateway router of the pod's node, and a point there translates it. */
function takeGateways(gateways: readonly OwnedSegment[], points: readonly OwnedSegment[], place: EgressContext): Taken {
  const translations = place.isBare ? [] : points.filter(({ sources }) => sources.some(isAt(place.nodeName)));
  return {
    segments: [...gateways, ...translations],
    hops: gateways.flatMap(({ hops }) => hops),
    sources: place.isBare ? [POD_ADDRESS] : translations.flatMap(({ sources }) => sources).filter(isAt(place.nodeName)),
  };
}

/** Returns the hosts. A route table of the host is a part of the path through it. */
function takeHosts(segments: readonly OwnedSegment[], { nodeName }: EgressContext): Taken {
  const hops = segments.flatMap((segment) => segment.hops);
  const tables = segments.flatMap((segment) => tableOf(segment, nodeName));
  const words = tables.map(({ text }) => text);
  return {
    segments,
    hops: hops.length > 0 ? hops.map((hop) => ({ ...hop, text: [hop.text, ...words].join(', ') })) : tables,
    sources: segments.flatMap(({ sources }) => sources),
  };
}

/**
 * Returns the points. On the pod's own node, traffic to a point passes gateways on the gateway router, or route tables
 * on the host. Rules of route tables precede those of egress addresses (ovn-kubernetes/priorities.ts), and bypass the
 * translating interface.
 */
function takePoints(
  points: readonly OwnedSegment[],
  gateways: readonly OwnedSegment[],
  tables: readonly OwnedSegment[],
  place: EgressContext,
): Taken {
  const [hops, sources] = [points.flatMap((segment) => segment.hops), points.flatMap((segment) => segment.sources)];
  const [isOwn, isOnHost] = [isAt(place.nodeName), isOnHostOf(place.nodeName)];
  const byGateway = gateways.length > 0 && hops.some(isOwn) ? gateways : [];
  const byTable = hops.some(isOnHost) ? tables : [];
  const stays = (exit: EgressLabel): boolean => byTable.length === 0 || !isOnHost(exit);
  const others = hops.filter((hop) => stays(hop) && (byGateway.length === 0 || !isOwn(hop)));
  return {
    segments: [...points, ...byGateway, ...byTable],
    hops: [
      ...others,
      ...byGateway.flatMap((segment) => segment.hops),
      ...byTable.flatMap((segment) => tableOf(segment, place.nodeName)),
    ],
    sources: sources.filter(stays).map((source) => (place.isBare && isOwn(source) ? POD_ADDRESS : source)),
  };
}

/** Returns the route table of a host as a next hop. */
function tableOf({ table, host }: OwnedSegment, nodeName: string): EgressLabel[] {
  return table === undefined ? [] : [{ text: table, hostOf: host ?? nodeName }];
}

function isAt(nodeName: string): (exit: EgressLabel) => boolean {
  return ({ gatewayOf }) => nodeName !== '' && gatewayOf === nodeName;
}

function isOnHostOf(nodeName: string): (exit: EgressLabel) => boolean {
  return ({ hostOf }) => nodeName !== '' && hostOf === nodeName;
}

function textsOf(exits: readonly EgressLabel[]): string[] {
  return exits.map(({ text }) => text);
}

function sort(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
