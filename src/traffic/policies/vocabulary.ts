import type { Pod } from '../../model/cluster.js';
import type { PodSelection } from '../../model/intent/policy.js';
import { type AddressRange, rangeOfAddress } from '../filters/address-range.js';
import { type TransportSet, intersectTransport } from '../filters/transport-set.js';
import { pointsOf } from './boundaries.js';

/** Numbers for texts, the same number for the same text. Equal texts of two sides of a comparison have one number. */
export interface Vocabulary {
  readonly numberOf: (text: string) => number;
  /** Returns the number of a selection's content, independent of the pods that it picks. */
  readonly selectionOf: (selection: PodSelection) => number;
  /**
   * Returns the addresses of the selected pods on the host network. Rules match these by the addresses of their nodes.
   */
  readonly hostsOf: (selection: PodSelection) => readonly AddressRange[];
  /** Returns the point of each family in which a pod has an address. */
  readonly pointsOf: (pod: Pod) => ReturnType<typeof pointsOf>;
  /** Returns the canonical list of a set of transports. Equal sets are the same list. */
  readonly setOf: (set: TransportSet) => TransportSet;
  /** Returns the intersection of two canonical lists, as a canonical list. */
  readonly intersect: (a: TransportSet, b: TransportSet) => TransportSet;
}

/** Creates an empty vocabulary. */
export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const selections = new Map<PodSelection, number>();
  const selectionOf = (selection: PodSelection): number => {
    const known = selections.get(selection);
    if (known !== undefined) return known;
    const { namespaces, podSelector } = selection;
    const number = numberOf(`selection ${JSON.stringify([namespaces, podSelector ?? null])}`);
    selections.set(selection, number);
    return number;
  };
  // Policies share the lists of pods of equal selectors.
  const hosts = new Map<PodSelection['pods'], readonly AddressRange[]>();
  const hostsOf = ({ pods }: PodSelection): readonly AddressRange[] => {
    const ranges =
      hosts.get(pods) ??
      pods.flatMap(({ hostNetwork, addresses }) => (hostNetwork ? addresses.map(rangeOfAddress) : []));
    hosts.set(pods, ranges);
    return ranges;
  };
  // Sides of a comparison share most of their pods.
  const points = new WeakMap<Pod, ReturnType<typeof pointsOf>>();
  const pointsOfPod = (pod: Pod): ReturnType<typeof pointsOf> => {
    let own = points.get(pod);
    if (!own) points.set(pod, (own = pointsOf(pod.addresses)));
    return own;
  };
  const sets = new Map<string, TransportSet>();
  const setOf = (set: TransportSet): TransportSet => {
    const text = set.map(({ first, end }) => `${first}-${end}`).join();
    const known = sets.get(text) ?? set;
    sets.set(text, known);
    return known;
  };
  const intersections = new Map<TransportSet, Map<TransportSet, TransportSet>>();
  const intersect = (a: TransportSet, b: TransportSet): TransportSet => {
    if (a === b) return a;
    const own = intersections.get(a) ?? new Map<TransportSet, TransportSet>();
    intersections.set(a, own);
    const known = own.get(b) ?? setOf(intersectTransport(a, b));
    own.set(b, known);
    return known;
  };
  return { numberOf, selectionOf, hostsOf, pointsOf: pointsOfPod, setOf, intersect };
}
