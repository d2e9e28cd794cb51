import type { Query } from '../../../engine/query.js';
import type { Pod } from '../../../model/cluster.js';
import { sameItems } from '../../../std/same-items.js';
import { contextOf } from '../../contract/recorded-context.js';
import { compiledSelector, selectedNamespaces } from '../../shared/pod-selection.js';
import type { ParsedEgressIP } from '../parse.js';

/** The pods that an EgressIP selects. */
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

/** The selectors of an EgressIP as JSON. */
interface SelectorTexts {
  readonly namespaces: string;
  readonly pods: string;
}

/** Returns the selectors of an EgressIP as a key of `selectionOf`. Equal selectors have the same key. */
export function selectionKey({ namespaces, pods }: ParsedEgressIP): string {
  // JSON has no line break.
  return `${JSON.stringify(namespaces.written)}\n${JSON.stringify(pods.written)}`;
}

/** Returns the parts of a key of `selectionOf`. */
export function selectorTexts(key: string): SelectorTexts {
  const [namespaces = '', pods = ''] = key.split('\n');
  return { namespaces, pods };
}

/** The pods that selectors select. */
export const selectionOf: Query<string, EgressIPSelection> = {
  name: 'selection of EgressIPs',
  run: (db, key) => {
    const texts = selectorTexts(key);
    const { compiled } = db.get(compiledSelector, texts.pods);
    const names = db.get(selectedNamespaces, texts.namespaces);
    const { podsByNamespace } = contextOf(db).cluster;
    const pods: Pod[] = [];
    const onHostNetwork: Pod[] = [];
    let waiting = 0;
    for (const name of names) {
      for (const pod of podsByNamespace.get(name) ?? []) {
        if (pod.completed || !compiled.matches(pod.labels)) continue;
        if (pod.nodeName === '') waiting += pod.hostNetwork ? 0 : 1;
        else if (pod.hostNetwork) onHostNetwork.push(pod);
        else if (pod.addresses.length > 0) pods.push(pod);
        else waiting++;
      }
    }
    const [only, ...others] = names;
    // The existing list of all pods of the only namespace, if these are all of them.
    const all = only !== undefined && others.length === 0 ? podsByNamespace.get(only) : undefined;
    return {
      namespaces: names.length,
      pods: all?.length === pods.length ? all : pods,
      waiting,
      onHostNetwork,
    };
  },
  same: (a, b) =>
    a.namespaces === b.namespaces &&
    a.waiting === b.waiting &&
    sameItems(a.pods, b.pods) &&
    sameItems(a.onHostNetwork, b.onHostNetwork),
};
