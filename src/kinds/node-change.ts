import type { Cluster, Node } from '../model/cluster.js';
import type { Lock } from '../model/lock.js';
import type { KindContext } from './kind.js';

/** Nodes after a change. */
export type ChangeNodes = (nodes: readonly Node[]) => readonly Node[];

/** Lets a node take no egress addresses any more, and be the host of no service, as when it is drained and not ready. */
export function drainNode(name: string): ChangeNodes {
  return (nodes) => nodes.map((node) => (node.name === name ? { ...node, ready: false } : node));
}

/** Adds nodes; one of the same name is replaced. */
export function addNodes(added: readonly Node[]): ChangeNodes {
  const names = new Set(added.map(({ name }) => name));
  return (nodes) =>
    [...nodes.filter(({ name }) => !names.has(name)), ...added].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What kinds may look at after a change of the nodes, when `lock` is all that is known of what was assigned before. */
export function withNodes(context: KindContext, change: ChangeNodes, lock: Lock): KindContext {
  const nodes = change(context.cluster.nodes);
  const cluster: Cluster = { ...context.cluster, nodes, nodeByName: new Map(nodes.map((node) => [node.name, node])) };
  return { ...context, cluster, lock, observed: [], report: () => undefined };
}
