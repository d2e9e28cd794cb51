import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { HostState } from '../../model/host-state.js';
import type { Intent } from '../../model/intent.js';
import { type Memo, noMemo } from '../../engine/memo.js';
import type { PortPlaces, ZoneRows } from '../../model/northbound.js';
import { completeNodes, replaceNodes } from './complete-nodes.js';
import { emitHostStates } from './host-states.js';
import { placesOfPorts } from './port-places.js';
import { emitWholeRows } from './zone-rows.js';

export interface TracedStateOptions {
  readonly memo?: Memo;
  /** If true, placeholders of missing values of nodes count as known, so every path is known. */
  readonly isComplete?: boolean;
}

interface EmittedState {
  readonly zones: readonly ZoneRows[];
  readonly hosts: readonly HostState[];
  readonly places: PortPlaces;
  /** The input with placeholders, if the state is complete. */
  readonly completed?: { readonly intents: readonly Intent[]; readonly cluster: Cluster };
}

/** Returns the state of a cluster for a model of packets: the rows of its zones, and the configuration of its hosts. */
export function emitTracedState(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  { memo = noMemo, isComplete = false }: TracedStateOptions = {},
): EmittedState {
  const completed = memo('completed nodes', undefined, [cluster, configuration, isComplete], () =>
    completeNodes(cluster, configuration, isComplete),
  );
  const own = completed === cluster ? intents : replaceNodes(intents, completed, memo);
  const zones = emitWholeRows(own, completed, configuration, memo);
  const places = placesOfPorts(completed);
  if (!isComplete) return { zones, hosts: emitHostStates(intents, cluster, configuration), places };
  const hosts = emitHostStates(own, completed, configuration);
  return { zones, hosts, places, completed: { intents: own, cluster: completed } };
}
