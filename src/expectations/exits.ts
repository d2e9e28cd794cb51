import type { Cluster, Node, Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Cause } from '../model/intent/cause.js';
import { titleOf } from '../model/kubernetes-object.js';
import { type Family, formatAddress } from '../net/address.js';
import type { ExitPoint } from '../ovn-kubernetes/paths.js';
import type { EgressIntent } from '../traffic/collect-traffic.js';
import { type EgressPath, type OwnedSegment, POD_ADDRESS, egressPathsOf } from '../traffic/egress.js';
import { type EgressLabel, createPodFinder, segmentsOf } from '../traffic/egress-segments.js';

/** Possible values of packets at egress. `unknown` describes values that cannot be determined. */
export interface Possible {
  readonly values: readonly string[];
  readonly unknown?: string;
  /** True if the unknown value is certainly an address of the pod's node. */
  readonly isOfNode?: boolean;
}

/** Egress of the packets of a pod in a family. */
export interface Exits {
  readonly source: Possible;
  readonly node: Possible;
  readonly 'next-hop': Possible;
  /** Known addresses that the pod's node uses for source translation. */
  readonly nodeAddresses: readonly string[];
  /** Nodes by which they leave. */
  readonly points: readonly ExitPoint[];
  /** Resources that decide it. If empty, the pod's node routes them like all other packets. */
  readonly causes: readonly Cause[];
  /** Returns the combinations of the values: the source on each node, and the next hop from there. */
  readonly listPaths: () => readonly ExitPath[];
  /**
   * Returns the possible sources of packets to other nodes, which leave by the gateway router of the pod's node. Empty if
   * they are unknown. Returns undefined if the host of the node routes these packets.
   */
  readonly sourcesToNodes: () => readonly string[] | undefined;
}

/** An egress path of the cluster. Unknown values are unset. */
export interface ExitPath {
  readonly source?: string;
  readonly node?: string;
  readonly nextHop?: string;
}

export type FindExits = (pod: Pod, family: Family) => Exits;

interface ExitContext {
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

/** Creates the function that finds the egress of pods. It indexes all intents at the first call. */
export function createExitFinder(egress: readonly EgressIntent[], context: ExitContext): FindExits {
  let segments: ReadonlyMap<Pod, readonly CausedSegment[]> | undefined;
  return (pod, family) => {
    segments ??= collectSegments(egress, context.cluster);
    const own = segments.get(pod) ?? [];
    const path = egressPathsOf(own, pod, context.configuration).find((one) => one.family === family);
    if (!path) return exitsOfNode(pod, family, context);
    const taken = new Set<OwnedSegment>(path.segments);
    const { nodeAddresses } = exitsOfNode(pod, family, context);
    const causes = own.flatMap((one) => (taken.has(one) ? [one.cause] : []));
    const sourcesToNodes = (): readonly string[] | undefined =>
      sourcesToNodesOf(own, path, pod, { ...context.configuration, family, nodeAddresses });
    return { ...exitsOf(path, pod, context), nodeAddresses, causes, sourcesToNodes };
  };
}

type SourceContext = Pick<Configuration, 'gatewayMode' | 'disableSnatMultipleGateways'> &
  Pick<Exits, 'nodeAddresses'> & { readonly family: Family };

interface CausedSegment extends OwnedSegment {
  readonly cause: Cause;
}

function collectSegments(
  egress: readonly EgressIntent[],
  cluster: Cluster,
): ReadonlyMap<Pod, readonly CausedSegment[]> {
  const findPod = createPodFinder(cluster);
  const all = new Map<Pod, CausedSegment[]>();
  for (const intent of egress) {
    const { cause } = intent;
    const owner = titleOf(cause.kind, cause);
    for (const { pod, segment } of segmentsOf(intent, findPod)) {
      const own = all.get(pod);
      if (own) own.push({ ...segment, owner, cause });
      else all.set(pod, [{ ...segment, owner, cause }]);
    }
  }
  return all;
}

function exitsOfNode({ nodeName }: Pod, family: Family, { cluster, configuration }: ExitContext): Exits {
  const node = cluster.nodeByName.get(nodeName);
  const own = addressesOfNode(node, nodeName, family);
  // With local gateways, the host of the node routes and translates them, by routes that the input does not contain.
  const isLocal = configuration.gatewayMode === 'local';
  const source = isLocal ? addressOfHost(nodeName, nodeName) : own;
  const nextHop = isLocal ? routesOfHost(nodeName) : nextHopsOfNode(node, nodeName, family);
  return {
    source,
    nodeAddresses: own.values,
    node: placeOf(nodeName),
    points: [{ node: nodeName, isHost: isLocal }],
    'next-hop': nextHop,
    causes: [],
    listPaths: () => pathsAt(nodeName, source.values, nextHop.values),
    sourcesToNodes: () => (isLocal ? undefined : own.values),
  };
}

function placeOf(nodeName: string): Possible {
  return nodeName === '' ? { values: [], unknown: 'the node of the pod' } : { values: [nodeName] };
}

/** Returns each combination of the sources and next hops of a node. Unknown values give one combination. */
function pathsAt(nodeName: string, sources: readonly string[], nextHops: readonly string[]): ExitPath[] {
  const at = nodeName === '' ? {} : { node: nodeName };
  const froms = sources.length > 0 ? sources.map((source) => ({ source, ...at })) : [at];
  return froms.flatMap((from) => (nextHops.length > 0 ? nextHops.map((nextHop) => ({ ...from, nextHop })) : [from]));
}

/** Returns the address that the host of a node gives to packets of a pod of a node. It is always unknown. */
function addressOfHost(host: string, nodeName: string): Possible {
  const unknown = `the source address that the host of ${titleOfNode(host)} assigns`;
  return { values: [], unknown, isOfNode: host === nodeName };
}

function routesOfHost(host: string): Possible {
  return { values: [], unknown: `the routes of the host of ${titleOfNode(host)}` };
}

/**
 * Returns the sources of packets to other nodes. They pass the gateway router of the pod's node, also if packets to the
 * outside leave by another one, except with local gateways.
 */
function sourcesToNodesOf(
  segments: readonly OwnedSegment[],
  { sources }: EgressPath,
  { nodeName, addresses }: Pod,
  { family, gatewayMode, disableSnatMultipleGateways, nodeAddresses }: SourceContext,
): readonly string[] | undefined {
  const own = segments.filter((segment) => segment.family === family);
  if (gatewayMode === 'local' && !own.some(({ through }) => through === 'gateway')) return undefined;
  const isBare = disableSnatMultipleGateways && segments.some(({ through }) => through === 'gateway');
  if (isBare || sources.includes(POD_ADDRESS)) {
    return addresses.filter((address) => address.family === family).map(({ text }) => text);
  }
  const points = own.filter(({ through }) => through === 'point').flatMap((segment) => segment.sources);
  const here = points.filter(({ gatewayOf }) => gatewayOf === nodeName).map(({ text }) => text);
  return here.length > 0 ? here : nodeAddresses;
}

function exitsOf(
  { family, hops, sources }: EgressPath,
  pod: Pod,
  { cluster: { nodeByName }, configuration }: ExitContext,
): Omit<Exits, 'causes' | 'nodeAddresses' | 'sourcesToNodes'> {
  const nodeOf = ({ gatewayOf, hostOf }: EgressLabel): string => gatewayOf ?? hostOf ?? pod.nodeName;
  const own =
    configuration.gatewayMode === 'local' ? { hostOf: pod.nodeName, text: '' } : { gatewayOf: pod.nodeName, text: '' };
  const exits = hops.length > 0 ? hops : sources.length > 0 ? sources : [own];
  const source = (exit: EgressLabel): Possible =>
    exit === POD_ADDRESS
      ? { values: pod.addresses.flatMap((address) => (address.family === family ? [address.text] : [])) }
      : { values: [exit.text] };
  const withoutSource = (exit: EgressLabel): Possible =>
    exit.hostOf === undefined
      ? addressesOfNode(nodeByName.get(nodeOf(exit)), nodeOf(exit), family)
      : addressOfHost(exit.hostOf, pod.nodeName);
  const hop = (exit: EgressLabel): Possible => {
    if (exit.gatewayOf !== undefined) return nextHopsOfNode(nodeByName.get(exit.gatewayOf), exit.gatewayOf, family);
    if (exit.hostOf !== undefined) return routesOfHost(exit.hostOf);
    return { values: [exit.text] };
  };
  return {
    source: join(sources.length > 0 ? sources.map(source) : exits.map(withoutSource)),
    node: join(exits.map((exit) => placeOf(nodeOf(exit)))),
    points: exits.map((exit) => ({
      node: nodeOf(exit),
      isHost: exit.gatewayOf === undefined && exit.hostOf !== undefined,
    })),
    'next-hop': join(exits.map(hop)),
    listPaths: () =>
      exits.flatMap((exit) => {
        const here = sources.filter((other) => nodeOf(other) === nodeOf(exit));
        const given = sources.length > 0 ? join((here.length > 0 ? here : sources).map(source)) : withoutSource(exit);
        return pathsAt(nodeOf(exit), given.values, hop(exit).values);
      }),
  };
}

function join(all: readonly Possible[]): Possible {
  const open = all.filter(({ unknown }) => unknown !== undefined);
  const [first] = open.filter(({ isOfNode = false }) => !isOfNode).concat(open);
  return { ...first, values: [...new Set(all.flatMap(({ values }) => values))].sort() };
}

/** Returns the source of packets that a node translates: its gateway address, which is the node's own. */
function addressesOfNode(node: Node | undefined, name: string, family: Family): Possible {
  const known = [...(node?.gateway?.ipAddresses ?? []), ...(node?.primaryAddresses ?? [])];
  const first = known.find(({ address }) => address.family === family);
  return first
    ? { values: [formatAddress(first.address)] }
    : { values: [], unknown: `the address of ${titleOfNode(name)}` };
}

function nextHopsOfNode(node: Node | undefined, name: string, family: Family): Possible {
  const hops = (node?.gateway?.nextHops ?? []).filter((hop) => hop.family === family).map(formatAddress);
  return hops.length > 0 ? { values: hops } : { values: [], unknown: `the next hop of ${titleOfNode(name)}` };
}

function titleOfNode(name: string): string {
  return name === '' ? "the pod's node" : `node ${name}`;
}
