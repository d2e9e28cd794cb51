import type { Cluster, Namespace, Pod } from '../../model/cluster.js';
import type { LabelSelector } from '../../selectors/selector.js';
import type { Request, WrittenSelector } from './request.js';

/** The pods that an EgressIP selects. Equal selectors get the same object. */
export interface Selection {
  /** How many namespaces the namespace selector picks. */
  readonly namespaces: number;
  /** Scheduled pods on the pod network that have not ended and have an address, by namespace and name. */
  readonly pods: readonly Pod[];
  /** Selected pods that are on the network of their host. */
  readonly onHostNetwork: readonly Pod[];
}

/** Returns the selection of each EgressIP; what was asked before is remembered. */
export function createSelection(cluster: Cluster): (request: Request) => Selection {
  const findNamespaces = indexNamespaces(cluster.namespaces);
  const known = new Map<string, Selection>();
  return ({ namespaces, pods }) => {
    const key = JSON.stringify([namespaces.written, pods.written]);
    let selection = known.get(key);
    if (!selection) {
      selection = select(findNamespaces(namespaces), pods, cluster);
      known.set(key, selection);
    }
    return selection;
  };
}

function select(namespaces: readonly Namespace[], { compiled }: WrittenSelector, cluster: Cluster): Selection {
  const pods: Pod[] = [];
  const onHostNetwork: Pod[] = [];
  for (const { name } of namespaces) {
    for (const pod of cluster.podsByNamespace.get(name) ?? []) {
      if (pod.completed || pod.nodeName === '' || !compiled.matches(pod.labels)) continue;
      if (pod.hostNetwork) onHostNetwork.push(pod);
      else if (pod.addresses.length > 0) pods.push(pod);
    }
  }
  return { namespaces: namespaces.length, pods, onHostNetwork };
}

/** Finds namespaces by a selector, looking only at those that have one of the labels it asks for. */
function indexNamespaces(all: ReadonlyMap<string, Namespace>): (selector: WrittenSelector) => readonly Namespace[] {
  const everything = [...all.values()];
  const byLabel = new Map<string, Namespace[]>();
  for (const namespace of everything) {
    for (const [key, value] of Object.entries(namespace.labels)) {
      const id = `${key}=${value}`;
      const group = byLabel.get(id);
      if (group) group.push(namespace);
      else byLabel.set(id, [namespace]);
    }
  }
  const known = new Map<string, readonly Namespace[]>();
  return ({ written, compiled }) => {
    const key = JSON.stringify(written);
    let found = known.get(key);
    if (!found) {
      const groups = requiredLabels(written).map((ids) => ids.flatMap((id) => byLabel.get(id) ?? []));
      const smallest = groups.reduce((best, group) => (group.length < best.length ? group : best), everything);
      const matching = smallest.filter(({ labels }) => compiled.matches(labels));
      // Groups of several values hold the namespaces of one value after those of another.
      found = smallest === everything ? matching : matching.sort((a, b) => (a.name < b.name ? -1 : 1));
      known.set(key, found);
    }
    return found;
  };
}

/** For each requirement on values the labels `key=value` of which one must be there. */
function requiredLabels({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string[][] {
  return [
    ...Object.entries(matchLabels).map(([key, value]) => [`${key}=${value}`]),
    ...matchExpressions.flatMap(({ key, operator, values = [] }) =>
      operator === 'In' ? [[...new Set(values)].map((value) => `${key}=${value}`)] : [],
    ),
  ];
}
