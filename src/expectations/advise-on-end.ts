import { adviseOnNamespace, adviseOnPods } from '../kinds/shared/label-advice.js';
import type { Cluster } from '../model/cluster.js';
import { pathOfName } from '../model/kubernetes-object.js';
import { suggestionText, suggest } from '../std/suggest.js';
import type { ExpectationPeer, WordPeer } from './expectation.js';

/** Returns a suggestion for a peer that selects nothing, or undefined if there is none. */
export function adviseOnEnd(end: ExpectationPeer, cluster: Cluster): string | undefined {
  switch (end.type) {
    case 'pods': {
      const podSelector = end.pods?.written;
      return typeof end.namespaces === 'string'
        ? adviseOnPods({ podSelector }, end.namespaces, cluster)
        : adviseOnPods({ namespaceSelector: end.namespaces.written, podSelector }, undefined, cluster);
    }
    case 'service': {
      const path = pathOfName(end);
      if (cluster.services.has(path)) return undefined;
      return `the inventory has no Service ${path}${suggestionText(path, [...cluster.services.keys()])}`;
    }
    case 'word':
      return adviseOnWord(end.word, end.peer, cluster);
    default:
      return undefined;
  }
}

function adviseOnWord(word: string, peer: WordPeer, cluster: Cluster): string | undefined {
  const nodes = [...cluster.nodeByName.keys()];
  switch (peer.type) {
    case 'node':
      if (cluster.nodeByName.has(peer.name)) return undefined;
      return `the inventory has no node ${peer.name}${suggestionText(peer.name, nodes)}`;
    case 'name':
      if (cluster.nodeByName.has(word) || namespacesOf(cluster).includes(word)) return undefined;
      return `the inventory has no namespace or node ${word}${suggestionText(word, [...namespacesOf(cluster), ...nodes])}`;
    case 'object': {
      const near = objectsNear(peer, cluster);
      if (near.length === 0) return adviseOnNamespace(peer.namespace, cluster);
      const what = peer.kind ?? 'workload, pod or Service';
      const path = pathOfName(peer);
      return near.includes(path) ? undefined : `the inventory has no ${what} ${path}${suggestionText(path, near)}`;
    }
  }
}

/** Returns the namespaces that the inventory contains, or contains pods of. */
function namespacesOf({ namespaces, podsByNamespace }: Cluster): readonly string[] {
  const own = [...namespaces.values()].flatMap(({ name, manifest }) => (manifest ? [name] : []));
  return [...new Set([...own, ...podsByNamespace.keys()])];
}

/**
 * Returns the pods, workloads and Services in the namespace of a word, or in the most similar namespace, as
 * `<namespace>/<name>`.
 */
function objectsNear({ kind, namespace }: WordPeer & { readonly type: 'object' }, cluster: Cluster): readonly string[] {
  const meant = namespacesOf(cluster).includes(namespace) ? namespace : suggest(namespace, namespacesOf(cluster));
  if (meant === undefined) return [];
  const pods = cluster.podsByNamespace.get(meant) ?? [];
  const isOfKind = (one: string): boolean => kind === undefined || kind === one.toLowerCase();
  const names = pods.flatMap(({ name, workload }) => [
    ...(workload && isOfKind(workload.kind) ? [workload.name] : []),
    ...(isOfKind('pod') ? [name] : []),
  ]);
  const services = kind === undefined ? [...cluster.services.values()].filter((one) => one.namespace === meant) : [];
  return [...new Set([...names, ...services.map(({ name }) => name)])].map((name) => `${meant}/${name}`);
}
