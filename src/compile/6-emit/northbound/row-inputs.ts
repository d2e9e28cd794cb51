import type { Engine } from '../../../engine/engine.js';
import type { Db, Query, QueryInput } from '../../../engine/query.js';
import type { Cluster } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Intent } from '../../../model/intent.js';
import { groupBy } from '../../../std/group-by.js';
import { sameItems } from '../../../std/same-items.js';

/** Everything that rows are made of. */
export interface RowInputs {
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
  /** If true, rows that only one namespace has may be made when they are written. */
  readonly inBlocks: boolean;
}

type Effect = Intent['effect'];
type IntentOf<Of extends Effect> = Extract<Intent, { readonly effect: Of }>;

/** The inputs of queries of rows. */
export interface RowSource {
  readonly set: (engine: Engine, inputs: RowInputs) => void;
  readonly cluster: QueryInput<Cluster>;
  readonly configuration: QueryInput<Configuration>;
  readonly inBlocks: QueryInput<boolean>;
  /** Returns the intents with an effect: the same list while it has the same intents. */
  readonly intentsOf: <Of extends Effect>(db: Db, effect: Of) => readonly IntentOf<Of>[];
}

/** Creates inputs. One engine may have rows of several inputs: `name` distinguishes them. */
export function createRowSource(name: string): RowSource {
  const intents: QueryInput<readonly Intent[]> = { name: `intents of ${name}` };
  const cluster: QueryInput<Cluster> = { name: `cluster of ${name}` };
  const configuration: QueryInput<Configuration> = { name: `configuration of ${name}` };
  const inBlocks: QueryInput<boolean> = { name: `blocks of ${name}` };
  const byEffect: Query<undefined, ReadonlyMap<Effect, readonly Intent[]>> = {
    name: `intents by effect of ${name}`,
    run: (db) => groupBy(db.read(intents), ({ effect }) => effect),
  };
  const ofEffect: Query<Effect, readonly Intent[]> = {
    name: `intents with an effect of ${name}`,
    run: (db, effect) => db.get(byEffect, undefined).get(effect) ?? [],
    same: sameItems,
  };
  return {
    set: (engine, inputs) => {
      engine.set(intents, inputs.intents);
      engine.set(cluster, inputs.cluster);
      engine.set(configuration, inputs.configuration);
      engine.set(inBlocks, inputs.inBlocks);
    },
    cluster,
    configuration,
    inBlocks,
    // Its list has intents of this effect only.
    intentsOf: <Of extends Effect>(db: Db, effect: Of) => db.get(ofEffect, effect) as readonly IntentOf<Of>[],
  };
}
