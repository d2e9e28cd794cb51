/** Paths of packets through the network of OVN-Kubernetes that are unknown from the inventory, and the reasons. */
import type { Cluster } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Gap, NodeGaps } from '../model/gap.js';
import { groupBy } from '../std/group-by.js';
import { plural } from '../std/plural.js';
import { listNames } from '../std/list-text.js';
import { memoizeWeak } from '../std/memoize.js';
import { createNodeGapFinder, describesNetwork } from './node-annotations.js';

/** Part of a node's network that packets pass. */
export interface PassedPart {
  readonly gaps: NodeGaps;
  readonly part: 'pods' | 'gateway';
}

/** Exit of packets from the cluster: through the gateway router or the host of a node. */
export interface ExitPoint {
  readonly node: string;
  readonly isHost: boolean;
}

/** Known paths of an inventory. If no Node has a pod subnet, it describes no network, and no connection has gaps. */
export interface KnownPaths {
  /** Nodes that lack annotations. Nodes that only pods name are at the end. */
  readonly incomplete: readonly NodeGaps[];
  /**
   * Returns the zone of a node, and whether the inventory describes all paths between its pods and those of other such
   * nodes.
   */
  readonly knowledgeOf: (node: string) => { readonly zone: string; readonly isWhole: boolean };
  /** Returns the gaps of connections between the pods of two nodes. '' means no node. */
  readonly between: (from: string, to: string) => readonly Gap[];
  /** Returns the gaps of connections from any of some nodes to any of others. Takes time linear in their number. */
  readonly amongAll: (from: Iterable<string>, to: Iterable<string>) => readonly Gap[];
  /** Returns the gaps of connections between the pods of a node and the outside. */
  readonly outside: (node: string, exit: ExitPoint) => readonly Gap[];
}

const NO_GAPS: readonly Gap[] = [];

/** Returns the known paths of an inventory. Memoized. */
export function knownPathsOf(cluster: Cluster, configuration: Configuration): KnownPaths {
  return pathsOf(cluster)(configuration);
}

const pathsOf = memoizeWeak((cluster: Cluster) =>
  memoizeWeak((configuration: Configuration) => findPaths(cluster, configuration)),
);

function findPaths({ nodes, podsByNode }: Cluster, configuration: Configuration): KnownPaths {
  const findNodeGaps = createNodeGapFinder(nodes, configuration);
  const known = new Map(nodes.map((node) => [node.name, findNodeGaps(node)] as const));
  const isDescribed = describesNetwork(nodes);
  for (const name of isDescribed ? podsByNode.keys() : []) {
    if (name !== '' && !known.has(name)) known.set(name, absentNode(name));
  }
  const incomplete = [...known.values()].filter(hasGap);
  if (!isDescribed || incomplete.length === 0) {
    const knowledge = { zone: '', isWhole: true };
    const none = (): readonly Gap[] => NO_GAPS;
    return { incomplete, knowledgeOf: () => knowledge, between: none, amongAll: none, outside: none };
  }
  const listGaps = (names: Iterable<string>): readonly NodeGaps[] =>
    [...new Set(names)].flatMap((name) => known.get(name) ?? []);
  const on = (...parts: readonly (readonly [node: string, part: PassedPart['part']])[]): readonly Gap[] =>
    findGaps(
      parts.flatMap(([node, part]) => {
        const gaps = known.get(node);
        return gaps ? [{ gaps, part }] : [];
      }),
    );
  return {
    incomplete,
    knowledgeOf: (node) => {
      const gaps = known.get(node);
      return { zone: gaps?.zone ?? '', isWhole: !gaps || !lacksPaths(gaps) };
    },
    between: (from, to) => on([from, 'pods'], [to, 'pods']),
    amongAll: (from, to) => findGapsAmong(listGaps(from), listGaps(to)),
    outside: (node, exit) => on([node, 'pods'], [exit.node, exit.isHost ? 'pods' : 'gateway']),
  };
}

/** Returns the gaps of a node that the inventory does not contain. */
function absentNode(node: string): NodeGaps {
  return { node, zone: node, isAbsent: true, ofPods: [], ofZones: [], ofGateway: [] };
}

function lacksPaths({ isAbsent, ofPods, ofZones }: NodeGaps): boolean {
  return isAbsent || ofPods.length + ofZones.length > 0;
}

function hasGap({ isAbsent, ofPods, ofZones, ofGateway }: NodeGaps): boolean {
  return isAbsent || ofPods.length + ofZones.length + ofGateway.length > 0;
}

/**
 * Returns the gaps of a path through parts of nodes, by node. Replies need the same parts. Each node occurs once, in
 * the given order.
 */
export function findGaps(passed: readonly PassedPart[]): readonly Gap[] {
  const [first, ...others] = passed;
  if (!first) return NO_GAPS;
  const crossesZones = others.some(({ gaps }) => gaps.zone !== first.gaps.zone);
  const found = new Map<string, Set<string> | 'absent'>();
  for (const { gaps, part } of passed) {
    const own = found.get(gaps.node) ?? (gaps.isAbsent ? 'absent' : new Set<string>());
    found.set(gaps.node, own);
    if (own === 'absent') continue;
    for (const one of part === 'pods' ? gaps.ofPods : gaps.ofGateway) own.add(one);
    for (const one of crossesZones ? gaps.ofZones : []) own.add(one);
  }
  return [...found].flatMap(([node, annotations]): Gap[] => {
    if (annotations === 'absent') return [{ node, annotations: [] }];
    return annotations.size > 0 ? [{ node, annotations: [...annotations] }] : [];
  });
}

function findGapsAmong(from: readonly NodeGaps[], to: readonly NodeGaps[]): readonly Gap[] {
  const toOthers = (own: readonly NodeGaps[], others: readonly NodeGaps[]): readonly (readonly Gap[])[] => {
    const zones = new Set(others.map(({ zone }) => zone));
    return own.map((gaps) => {
      const crossesZones = zones.size > (zones.has(gaps.zone) ? 1 : 0);
      return gapsOfNodes([{ ...gaps, ofZones: crossesZones ? gaps.ofZones : [], ofGateway: [] }]);
    });
  };
  return joinGaps([...toOthers(from, to), ...toOthers(to, from)]);
}

/** Joins the gaps of several paths into one for each node. */
export function joinGaps(all: readonly (readonly Gap[])[]): readonly Gap[] {
  const byNode = groupBy(all.flat(), ({ node }) => node);
  return Array.from(byNode, ([node, own]) => ({
    node,
    annotations: [...new Set(own.flatMap(({ annotations }) => annotations))],
  }));
}

/** Returns everything that nodes lack, as one gap for each incomplete node. */
export function gapsOfNodes(nodes: readonly NodeGaps[]): readonly Gap[] {
  return nodes.filter(hasGap).map(({ node, isAbsent, ofPods, ofZones, ofGateway }) => ({
    node,
    annotations: isAbsent ? [] : [...new Set([...ofPods, ...ofZones, ...ofGateway])],
  }));
}

/** Maximum nodes whose gaps are listed. */
const MAX_NODES = 5;

/** Formats gaps, such as `Node worker-b lacks k8s.ovn.org/node-chassis-id`. */
export function formatGaps(gaps: readonly Gap[]): string {
  const texts = gaps
    .slice(0, MAX_NODES)
    .map(({ node, annotations }) =>
      annotations.length === 0 ? `the inventory has no Node ${node}` : `Node ${node} lacks ${listNames(annotations)}`,
    );
  const more = gaps.length - texts.length;
  return [...texts, ...(more > 0 ? [`and so for ${plural(more, 'more node')}`] : [])].join('; ');
}

/** Returns the gaps of the inventory if it describes a network. Packets over these nodes are unknown. */
export function findMissing(cluster: Cluster, configuration: Configuration): readonly Gap[] {
  return describesNetwork(cluster.nodes) ? gapsOfNodes(knownPathsOf(cluster, configuration).incomplete) : [];
}
