import type { Cluster, Pod } from '../model/cluster.js';
import type { CompiledInput } from '../model/compiled-input.js';
import type { Configuration } from '../model/configuration.js';
import type { Intent } from '../model/intent.js';
import { ownAddressesOf } from '../model/pod-addresses.js';
import { groupBy } from '../std/group-by.js';
import { createGroupQueries } from './group-queries.js';
import type { Engine } from './engine.js';
import { createRecordedCluster } from './recorded-cluster.js';
import type { Db, QueryInput, RelationInput } from './query.js';

type Effect = Intent['effect'];
type IntentOf<Of extends Effect> = Extract<Intent, { readonly effect: Of }>;

/** What queries read of everything that a repository is compiled to. */
export interface CompiledSource {
  readonly set: (engine: Engine, input: CompiledInput) => void;
  /** True if queries depend on the whole cluster. */
  readonly readsWhole: boolean;
  /** Returns the cluster. Each read of it is recorded, unless the source reads the whole. */
  readonly clusterIn: (db: Db) => Cluster;
  /** Running pods by each of their addresses. */
  readonly podsByAddress: RelationInput<Pod>;
  readonly configuration: QueryInput<Configuration>;
  /** Returns the intents with an effect: the same list while it has the same intents. */
  readonly intentsOf: <Of extends Effect>(db: Db, effect: Of) => readonly IntentOf<Of>[];
}

/**
 * Creates inputs. One engine may have several: `name` distinguishes them in messages. With `readsWhole`, queries depend on
 * the whole cluster. Their results may then contain functions that are called after another cluster was set.
 */
export function createCompiledSource(name: string, readsWhole = false): CompiledSource {
  const whole: QueryInput<Cluster> = { name: `whole cluster of ${name}` };
  const intents: QueryInput<readonly Intent[]> = { name: `intents of ${name}` };
  const configuration: QueryInput<Configuration> = { name: `configuration of ${name}` };
  const recorded = createRecordedCluster(`the cluster of ${name}`);
  const podsByAddress: RelationInput<Pod> = { name: `pods by address of ${name}`, keysOf: ownAddressesOf };
  const { group: ofEffect } = createGroupQueries<Intent>(`intents of ${name}`, (db) =>
    groupBy(db.read(intents), ({ effect }) => effect),
  );
  return {
    set: (engine, input) => {
      engine.set(intents, input.intents);
      if (readsWhole) engine.set(whole, input.cluster);
      else recorded.set(engine, input.cluster);
      engine.setRelation(podsByAddress, input.cluster.podsByNamespace);
      engine.set(configuration, input.configuration);
    },
    readsWhole,
    clusterIn: readsWhole ? (db) => db.read(whole) : recorded.in,
    podsByAddress,
    configuration,
    // Its list has intents of this effect only.
    intentsOf: <Of extends Effect>(db: Db, effect: Of) => db.get(ofEffect, effect) as readonly IntentOf<Of>[],
  };
}
