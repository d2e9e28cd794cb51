import type { Cluster, Namespace, Pod } from '../../../model/cluster.js';
import { type WrittenSelector, indexNamespaces } from '../../../selectors/namespaces.js';
import { memoize } from '../../../std/memoize.js';
import type { ParsedEgressIP } from '../parse.js';

/** The pods that an EgressIP selects. Equal selectors get the same object. */
export interface EgressIPSelection {
  /** Number of namespaces that the namespace selector matches. */
  readonly namespaces: number;
  /** Scheduled pods on the pod network that have not ended and have an address, by namespace and name. */
  readonly pods: readonly Pod[];
  /** Number of selected pods without a node or an address yet. */
  readonly waiting: number;
  /** Selected pods that are on the network of their host. */
  readonly onHostNetwork: readonly Pod[];
}

/** Returns a function that returns the selection of each EgressIP. Results are memoized. */
export function createSelection(cluster: Cluster): (parsed: ParsedEgressIP) => EgressIPSelection {
  const findNamespaces = indexNamespaces([...cluster.namespaces.values()]);
  // Equal selectors of namespaces find the same list, and most EgressIPs select all pods there.
  const whole = new Map<readonly Namespace[], EgressIPSelection>();
  const knownOf = memoize<readonly Namespace[], Map<string, EgressIPSelection>>(() => new Map());
  const selectAll = (found: readonly Namespace[], pods: WrittenSelector): EgressIPSelection => {
    let selection = whole.get(found);
    if (!selection) whole.set(found, (selection = select(found, pods, cluster)));
    return selection;
  };
  return ({ namespaces, pods }) => {
    const found = findNamespaces(namespaces);
    if (pods.compiled.isEmpty) return selectAll(found, pods);
    const known = knownOf(found);
    const key = JSON.stringify(pods.written);
    let selection = known.get(key);
    if (!selection) known.set(key, (selection = select(found, pods, cluster)));
    return selection;
  };
}

function select(namespaces: readonly Namespace[], { compiled }: WrittenSelector, cluster: Cluster): EgressIPSelection {
  const pods: Pod[] = [];
  const onHostNetwork: Pod[] = [];
  let waiting = 0;
  for (const { name } of namespaces) {
    for (const pod of cluster.podsByNamespace.get(name) ?? []) {
      if (pod.completed || !compiled.matches(pod.labels)) continue;
      if (pod.nodeName === '') waiting += pod.hostNetwork ? 0 : 1;
      else if (pod.hostNetwork) onHostNetwork.push(pod);
      else if (pod.addresses.length > 0) pods.push(pod);
      else waiting++;
    }
  }
  const own = wholeOf(namespaces, pods, cluster) ?? pods;
  return { namespaces: namespaces.length, pods: own, waiting, onHostNetwork };
}

/** Returns the existing list of all pods of the only namespace, if these are all of them. */
function wholeOf(
  [only, ...others]: readonly Namespace[],
  pods: readonly Pod[],
  { podsByNamespace }: Cluster,
): readonly Pod[] | undefined {
  const all = only && others.length === 0 ? podsByNamespace.get(only.name) : undefined;
  return all?.length === pods.length ? all : undefined;
}
