import type { Cluster, Node, Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Cause } from '../model/intent/cause.js';
import { titleOf } from '../model/kubernetes-object.js';
import { type Family, formatAddress } from '../net/address.js';
import type { ExitPoint } from '../ovn-kubernetes/paths.js';
import type { EgressIntent } from '../traffic/collect-traffic.js';
import { type EgressPath, type OwnedSegment, POD_ADDRESS, egressPathsOf } from '../traffic/egress.js';
import { type EgressLabel, createPodFinder, segmentsOf } from '../traffic/egress-segments.js';

/** Values that packets may have when they leave; `unknown` says of what nobody knows it. */
export interface Possible {
  readonly values: readonly string[];
  readonly unknown?: string;
  /** Whether what nobody knows is surely an address of the pod's node. */
  readonly isOfNode?: boolean;
}

/** How packets of a pod leave the cluster in a family. */
export interface Exits {
  readonly source: Possible;
  readonly node: Possible;
  readonly 'next-hop': Possible;
  /** The addresses that the pod's node gives to what it translates, as far as they are known. */
  readonly nodeAddresses: readonly string[];
  /** The nodes that they leave by. */
  readonly points: readonly ExitPoint[];
  /** What says so; none: the pod's node routes them as it does everything. */
  readonly causes: readonly Cause[];
  /** Which source they have on which node, and where they go from there: the same values, put together. */
  readonly listPaths: () => readonly ExitPath[];
}

/** One path out of the cluster; what nobody knows is absent. */
export interface ExitPath {
  readonly source?: string;
  readonly node?: string;
  readonly nextHop?: string;
}

export type FindExits = (pod: Pod, family: Family) => Exits;

interface Meaning {
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

/** Makes the function that finds how packets of pods leave; all intents are looked through when it is first asked. */
export function createExitFinder(egress: readonly EgressIntent[], meaning: Meaning): FindExits {
  let segments: ReadonlyMap<Pod, readonly CausedSegment[]> | undefined;
  return (pod, family) => {
    segments ??= collectSegments(egress, meaning.cluster);
    const own = segments.get(pod) ?? [];
    const departure = egressPathsOf(own, pod, meaning.configuration).find((one) => one.family === family);
    if (!departure) return exitsOfNode(pod, family, meaning);
    const taken = new Set<OwnedSegment>(departure.segments);
    const { nodeAddresses } = exitsOfNode(pod, family, meaning);
    const causes = own.flatMap((one) => (taken.has(one) ? [one.cause] : []));
    return { ...exitsOf(departure, pod, meaning), nodeAddresses, causes };
  };
}

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

function exitsOfNode({ nodeName }: Pod, family: Family, { cluster, configuration }: Meaning): Exits {
  const node = cluster.nodeByName.get(nodeName);
  const own = addressesOfNode(node, nodeName, family);
  // With local gateways the host of the node routes and translates them, by routes that nothing here tells.
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
  };
}

function placeOf(nodeName: string): Possible {
  return nodeName === '' ? { values: [], unknown: 'the node of the pod' } : { values: [nodeName] };
}

/** Every source with every next hop of a node; of those that nobody knows there is one. */
function pathsAt(nodeName: string, sources: readonly string[], nextHops: readonly string[]): ExitPath[] {
  const at = nodeName === '' ? {} : { node: nodeName };
  const froms = sources.length > 0 ? sources.map((source) => ({ source, ...at })) : [at];
  return froms.flatMap((from) => (nextHops.length > 0 ? nextHops.map((nextHop) => ({ ...from, nextHop })) : [from]));
}

/** The address that the host of a node gives packets of a pod of a node. */
function addressOfHost(host: string, nodeName: string): Possible {
  const unknown = `the address that the host of ${titleOfNode(host)} gives them`;
  return { values: [], unknown, isOfNode: host === nodeName };
}

function routesOfHost(host: string): Possible {
  return { values: [], unknown: `the routes of the host of ${titleOfNode(host)}` };
}

function exitsOf(
  { family, hops, sources }: EgressPath,
  pod: Pod,
  { cluster: { nodeByName }, configuration }: Meaning,
): Omit<Exits, 'causes' | 'nodeAddresses'> {
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

/** The source of what a node translates: the address of its gateway, which is the node's own. */
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
