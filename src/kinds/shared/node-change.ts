import type { Cluster, Node } from '../../model/cluster.js';
import type { Lock } from '../../model/lock.js';
import type { KindContext } from '../contract/kind-context.js';
import type { ChangeNodes } from '../contract/kind-placement.js';

/** Lets a node take nothing any more, as when it is drained and not ready. */
export function drainNode(name: string): ChangeNodes {
  return (nodes) => nodes.map((node) => (node.name === name ? { ...node, ready: false } : node));
}

/** Returns a change that adds nodes. A node of the same name is replaced. */
export function addNodes(added: readonly Node[]): ChangeNodes {
  const names = new Set(added.map(({ name }) => name));
  return (nodes) =>
    [...nodes.filter(({ name }) => !names.has(name)), ...added].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Returns the context after a change of its nodes. Its lock precedes the status of the live cluster. Nothing is
 * reported.
 */
export function withNodes(context: KindContext, change: ChangeNodes, lock: Lock): KindContext {
  const nodes = change(context.cluster.nodes);
  const cluster: Cluster = { ...context.cluster, nodes, nodeByName: new Map(nodes.map((node) => [node.name, node])) };
  return { ...context, cluster, lock, report: () => undefined };
}
