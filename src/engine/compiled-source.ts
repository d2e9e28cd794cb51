import type { Cluster, Pod } from '../model/cluster.js';
import type { CompiledInput } from '../model/compiled-input.js';
import type { Configuration } from '../model/configuration.js';
import type { Intent } from '../model/intent.js';
import { ownAddressesOf } from '../model/pod-addresses.js';
import { groupBy } from '../std/group-by.js';
import { sameItems } from '../std/same-items.js';
import type { Engine } from './engine.js';
import { createRecordedCluster } from './recorded-cluster.js';
import type { Db, Query, QueryInput, RelationInput } from './query.js';

type Effect = Intent['effect'];
type IntentOf<Of extends Effect> = Extract<Intent, { readonly effect: Of }>;

/** What queries read of everything that a repository is compiled to. */
export interface CompiledSource {
  readonly set: (engine: Engine, input: CompiledInput) => void;
  /** Returns the cluster, of which each read is recorded. */
  readonly clusterIn: (db: Db) => Cluster;
  /** Running pods by each of their addresses. */
  readonly podsByAddress: RelationInput<Pod>;
  readonly configuration: QueryInput<Configuration>;
  /** Returns the intents with an effect: the same list while it has the same intents. */
  readonly intentsOf: <Of extends Effect>(db: Db, effect: Of) => readonly IntentOf<Of>[];
}

/** Creates inputs. One engine may have several: `name` distinguishes them in messages. */
export function createCompiledSource(name: string): CompiledSource {
  const intents: QueryInput<readonly Intent[]> = { name: `intents of ${name}` };
  const configuration: QueryInput<Configuration> = { name: `configuration of ${name}` };
  const recorded = createRecordedCluster(`the cluster of ${name}`);
  const podsByAddress: RelationInput<Pod> = { name: `pods by address of ${name}`, keysOf: ownAddressesOf };
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
    set: (engine, input) => {
      engine.set(intents, input.intents);
      recorded.set(engine, input.cluster);
      engine.setRelation(podsByAddress, input.cluster.podsByNamespace);
      engine.set(configuration, input.configuration);
    },
    clusterIn: recorded.in,
    podsByAddress,
    configuration,
    // Its list has intents of this effect only.
    intentsOf: <Of extends Effect>(db: Db, effect: Of) => db.get(ofEffect, effect) as readonly IntentOf<Of>[],
  };
}
