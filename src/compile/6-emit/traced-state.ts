import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { HostState } from '../../model/host-state.js';
import type { Intent } from '../../model/intent.js';
import type { Memo } from '../../model/memo.js';
import type { ZoneRows } from '../../model/northbound.js';
import { completeNodes, replaceNodes } from './complete-nodes.js';
import { emitHostStates } from './host-states.js';
import { emitWholeRows } from './zone-rows.js';

export interface TracedStateOptions {
  readonly memo?: Memo;
  /** If true, every node has a network, so that the filters of all pods can be evaluated. */
  readonly isForFilters?: boolean;
}

/** Returns the state of a cluster for a model of packets: the rows of its zones, and the configuration of its hosts. */
export function emitTracedState(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  { memo, isForFilters }: TracedStateOptions = {},
): { readonly zones: readonly ZoneRows[]; readonly hosts: readonly HostState[] } {
  const completed = completeNodes(cluster, configuration, isForFilters);
  const own = completed === cluster ? intents : replaceNodes(intents, completed);
  return {
    zones: emitWholeRows(own, completed, configuration, memo),
    hosts: emitHostStates(intents, cluster, configuration),
  };
}
