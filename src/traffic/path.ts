import type { Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Path } from './change.js';
import { type Exit, FAMILIES, type PathSegment } from './path-segments.js';

/** A path segment, and the `<Kind> <name>` of the resource that it comes from. */
export interface OwnedSegment extends PathSegment {
  readonly owner: string;
}

/** Segments that traffic takes, with its next hops and sources there. */
interface Taken {
  readonly segments: readonly OwnedSegment[];
  readonly hops: readonly string[];
  readonly sources: readonly string[];
}

type Rules = Pick<Configuration, 'gatewayMode' | 'disableSnatMultipleGateways'>;

/** The path of a pod's traffic where all segments overlap, as the rows of OVN-Kubernetes v1.3 define it. */
export function finishPath(segments: readonly OwnedSegment[] = [], pod: Pod, configuration: Rules): Path {
  // The translations of all of the pod's addresses go at its own gateway router, whatever the family of the gateways.
  const isBare = configuration.disableSnatMultipleGateways && segments.some(({ through }) => through === 'gateway');
  const taken = FAMILIES.flatMap((family) => {
    const own = segments.filter((segment) => segment.family === family);
    return own.length > 0 ? [takeSegments(own, { nodeName: pod.nodeName, isBare, configuration })] : [];
  });
  return {
    sources: sort(taken.flatMap(({ sources }) => sources)),
    hops: sort(taken.flatMap(({ hops }) => hops)),
    owners: sort(taken.flatMap(({ segments: own }) => own.map(({ owner }) => owner))),
  };
}

interface PathContext {
  readonly nodeName: string;
  readonly isBare: boolean;
  readonly configuration: Rules;
}

/**
 * The ways of one family that traffic takes. Policies of the cluster router decide first (ovn-kubernetes/priorities.ts): with
 * local gateways that to the gateway router of the pod's node, then those of hosts, then those of points. A gateway gets what
 * comes to the gateway router of the pod's node. What nothing leads elsewhere comes, with local gateways, to the host of
 * the pod's node.
 */
function takeSegments(segments: readonly OwnedSegment[], place: PathContext): Taken {
  const by = (through: PathSegment['through']): OwnedSegment[] =>
    segments.filter((segment) => segment.through === through);
  const [gateways, hosts, points, tables] = [by('gateway'), by('host'), by('point'), by('table')];
  const isLocal = place.configuration.gatewayMode === 'local';
  if (gateways.length > 0 && isLocal) return takeGateways(gateways, points, place);
  if (hosts.some(({ hops }) => hops.length > 0)) return takeHosts(hosts);
  if (points.length > 0) return takePoints(points, gateways, tables, place);
  if (gateways.length > 0) return takeGateways(gateways, [], place);
  return takeHosts(isLocal ? [...hosts.filter(({ host }) => host === place.nodeName), ...tables] : []);
}

/** All traffic comes to the gateway router of the pod's node; a point there translates it. */
function takeGateways(gateways: readonly OwnedSegment[], points: readonly OwnedSegment[], place: PathContext): Taken {
  const translations = place.isBare ? [] : points.filter(({ sources }) => sources.some(isAt(place.nodeName)));
  return {
    segments: [...gateways, ...translations],
    hops: textsOf(gateways.flatMap(({ hops }) => hops)),
    sources: place.isBare
      ? ["the pod's own"]
      : textsOf(translations.flatMap(({ sources }) => sources).filter(isAt(place.nodeName))),
  };
}

/** A route table of the host is a part of the way through it. */
function takeHosts(segments: readonly OwnedSegment[]): Taken {
  const [hops, tables] = [
    textsOf(segments.flatMap((segment) => segment.hops)),
    segments.flatMap(({ table }) => table ?? []),
  ];
  return {
    segments,
    hops: hops.length > 0 ? hops.map((hop) => [hop, ...tables].join(', ')) : tables,
    sources: textsOf(segments.flatMap(({ sources }) => sources)),
  };
}

/**
 * What goes to a point on the pod's own node meets there: on its gateway router the gateways; on its host, before the
 * rules of egress addresses, those of route tables (ovn-kubernetes/priorities.ts), which lead past the interface that is translated.
 */
function takePoints(
  points: readonly OwnedSegment[],
  gateways: readonly OwnedSegment[],
  tables: readonly OwnedSegment[],
  place: PathContext,
): Taken {
  const [hops, sources] = [points.flatMap((segment) => segment.hops), points.flatMap((segment) => segment.sources)];
  const [isOwn, isOnHost] = [isAt(place.nodeName), isOnHostOf(place.nodeName)];
  const byGateway = gateways.length > 0 && hops.some(isOwn) ? gateways : [];
  const byTable = hops.some(isOnHost) ? tables : [];
  const stays = (exit: Exit): boolean => byTable.length === 0 || !isOnHost(exit);
  const others = hops.filter((hop) => stays(hop) && (byGateway.length === 0 || !isOwn(hop)));
  return {
    segments: [...points, ...byGateway, ...byTable],
    hops: [
      ...textsOf(others),
      ...textsOf(byGateway.flatMap((segment) => segment.hops)),
      ...byTable.flatMap(({ table }) => table ?? []),
    ],
    sources: sources.filter(stays).map((source) => (place.isBare && isOwn(source) ? "the pod's own" : source.text)),
  };
}

function isAt(nodeName: string): (exit: Exit) => boolean {
  return ({ gatewayOf }) => nodeName !== '' && gatewayOf === nodeName;
}

function isOnHostOf(nodeName: string): (exit: Exit) => boolean {
  return ({ hostOf }) => nodeName !== '' && hostOf === nodeName;
}

function textsOf(exits: readonly Exit[]): string[] {
  return exits.map(({ text }) => text);
}

function sort(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
