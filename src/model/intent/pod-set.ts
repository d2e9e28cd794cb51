import type { Pod } from '../cluster.js';
import type { LabelSelector } from '../label-selector.js';

/** Selection of pods as the resource writes it. */
export interface WrittenSelection {
  /** A namespace's name, or the selector of namespaces as written. */
  readonly namespaces: string | LabelSelector;
  /** Selector of pods as in the input. If unset, every pod. */
  readonly podSelector?: LabelSelector;
}

/** The traffic's source: all pods of a namespace, or those that a selector picked there. */
export interface PodSet {
  readonly namespace: string;
  /** The selector as written. If unset, every pod. */
  readonly podSelector?: LabelSelector;
  /** If unset, every pod of the namespace, also those that come later. */
  readonly pods?: readonly Pod[];
}
