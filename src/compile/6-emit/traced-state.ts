import { type Engine, createEngine } from '../../engine/engine.js';
import type { Query, QueryInput } from '../../engine/query.js';
import type { Cluster } from '../../model/cluster.js';
import type { CompiledInput } from '../../model/compiled-input.js';
import type { HostState } from '../../model/host-state.js';
import type { Intent } from '../../model/intent.js';
import type { PortPlaces, ZoneRows } from '../../model/northbound.js';
import { completeNodes, createReplacement } from './complete-nodes.js';
import { emitHostStates } from './host-states.js';
import { placesOfPorts } from './port-places.js';
import { emitWholeRows } from './zone-rows.js';

export interface TracedStateOptions {
  /** The engine with the results for earlier inputs. If unset, there are none. */
  readonly engine?: Engine | undefined;
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
  input: CompiledInput,
  { engine = createEngine({ isForOneRound: true }), isComplete = false }: TracedStateOptions = {},
): EmittedState {
  const { configuration } = input;
  engine.set(compiled, input);
  const query = isComplete ? fullCompletion : completion;
  const whole = { ...engine.ask(query, undefined, () => undefined), configuration };
  const zones = emitWholeRows(whole, engine);
  const places = placesOfPorts(whole.cluster);
  const { intents, cluster } = isComplete ? whole : input;
  const hosts = emitHostStates(intents, cluster, configuration);
  return { zones, hosts, places, ...(isComplete && { completed: { intents, cluster } }) };
}

const compiled: QueryInput<CompiledInput> = { name: 'compiled input' };

const facts: Query<undefined, Omit<CompiledInput, 'intents'>> = {
  name: 'facts of the compiled input',
  run: (db) => {
    const { cluster, configuration } = db.read(compiled);
    return { cluster, configuration };
  },
  same: (a, b) => a.cluster === b.cluster && a.configuration === b.configuration,
};

type CompletedInput = Omit<CompiledInput, 'configuration'>;

/** Creates the query of the compiled input with completed nodes. With `isComplete`, every node is completed. */
function createCompletionQuery(isComplete: boolean): Query<undefined, CompletedInput> {
  const completed: Query<undefined, Cluster> = {
    name: 'completed nodes',
    run: (db) => {
      const { cluster, configuration } = db.get(facts, undefined);
      return completeNodes(cluster, configuration, isComplete);
    },
  };
  const replacement: Query<undefined, (intent: Intent) => Intent> = {
    name: 'replacement of nodes',
    run: (db) => createReplacement(db.get(completed, undefined)),
  };
  const replaced: Query<Intent, Intent> = {
    name: 'intent on completed nodes',
    run: (db, intent) => db.get(replacement, undefined)(intent),
  };
  return {
    name: 'completed input',
    run: (db) => {
      const { intents } = db.read(compiled);
      const cluster = db.get(completed, undefined);
      if (cluster === db.get(facts, undefined).cluster) return { intents, cluster };
      return { intents: intents.map((intent) => db.get(replaced, intent)), cluster };
    },
  };
}

const completion = createCompletionQuery(false);
const fullCompletion = createCompletionQuery(true);
