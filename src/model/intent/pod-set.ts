import type { Pod } from '../cluster.js';

/** The traffic's source: all pods of a namespace, or those that a selector picked there. */
export interface PodSet {
  readonly namespace: string;
  /** Absent: every pod of the namespace, also those that come later. */
  readonly pods?: readonly Pod[];
}
