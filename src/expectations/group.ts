import type { Pod } from '../model/cluster.js';
import type { TransportSet } from '../traffic/filters/transport-set.js';
import type { PodClass } from '../traffic/policies/model.js';

/** Pods that no rule distinguishes, and the transport that is allowed for them regardless of rules. */
export interface Group {
  readonly podClass: PodClass;
  /** Contains at least one pod. */
  readonly pods: readonly Pod[];
  readonly allowed: TransportSet;
}
