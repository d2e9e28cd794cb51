import type { Pod } from '../model/cluster.js';
import type { TransportSet } from '../traffic/filters/transport-set.js';
import type { PodClass } from '../traffic/policies/model.js';

/** Pods that no rule tells apart, and what is allowed of them whatever the rules say. */
export interface Group {
  readonly podClass: PodClass;
  /** Never empty. */
  readonly pods: readonly Pod[];
  readonly allowed: TransportSet;
}
