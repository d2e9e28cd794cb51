import type { Cluster, Pod } from '../model/cluster.js';
import type { CompiledInput } from '../model/compiled-input.js';
import type { Configuration } from '../model/configuration.js';
import type { Intent } from '../model/intent.js';
import { type IntentEffect, type IntentWith, groupByEffect } from '../model/intents-by-effect.js';
import { ownAddressesOf } from '../model/pod-addresses.js';
import { findChange } from '../std/find-change.js';
import { groupBy } from '../std/group-by.js';
import { sortByName } from '../std/sort-by-name.js';
import { hasSameContent, hasSameFields, sameItems } from '../std/same-items.js';
import type { Engine } from './engine.js';
import { createRecordedCluster } from './recorded-cluster.js';
import { createRecordedConfiguration } from './recorded-configuration.js';
import type { Db, MapInput, Query, QueryInput, RelationInput } from './query.js';

/** What queries read of everything that a repository is compiled to. */
export interface CompiledSource<Grouped extends IntentEffect = never> {
  readonly set: (engine: Engine, input: CompiledInput) => void;
  /** True if queries depend on the whole cluster and configuration. */
  readonly readsWhole: boolean;
  /** Returns the cluster. Each read of it is recorded, unless the source reads the whole. */
  readonly clusterIn: (db: Db) => Cluster;
  /** Returns the configuration. Each read of a field is recorded, unless the source reads the whole. */
  readonly configurationIn: (db: Db) => Configuration;
  /**
   * The zones of nodes by their names. Other changes of nodes do not count. One read for all nodes, because most lists of
   * resources have pods on most nodes.
   */
  readonly zonesByNode: Query<undefined, ReadonlyMap<string, string>>;
  /** Running pods by each of their addresses. */
  readonly podsByAddress: RelationInput<Pod>;
  /** Returns the intents with an effect: the same list while it has the same intents. */
  readonly intentsOf: <Of extends IntentEffect>(db: Db, effect: Of) => readonly IntentWith<Of>[];
  /** Returns the intents with an effect by the namespaces of their causes. A change of one namespace affects no other. */
  readonly intentsByNamespace: <Of extends Grouped>(effect: Of) => MapInput<readonly IntentWith<Of>[]>;
}

type Intents = readonly Intent[];

const NO_INTENTS: Intents = [];

interface DividedIntents {
  readonly intents: Intents;
  readonly byNamespace: ReadonlyMap<string, Intents>;
}

/** Divides intents by the namespaces of their causes. Namespaces of which no intent has changed have the same lists. */
function divideByNamespace(intents: Intents, before?: DividedIntents): DividedIntents {
  const group = (some: Intents): ReadonlyMap<string, Intents> => groupBy(some, ({ cause }) => cause.namespace);
  if (!before) return { intents, byNamespace: sortByName(group(intents)) };
  const { start, end, endBefore } = findChange(before.intents, intents);
  const changed = group([...before.intents.slice(start, endBefore), ...intents.slice(start, end)]);
  const own = group(intents.filter(({ cause }) => changed.has(cause.namespace)));
  const byNamespace = new Map(before.byNamespace);
  for (const namespace of changed.keys()) {
    const list = own.get(namespace);
    if (list) byNamespace.set(namespace, list);
    else byNamespace.delete(namespace);
  }
  return { intents, byNamespace: sortByName(byNamespace) };
}

const haveSame = (before: Intents = [], after: Intents = []): boolean => sameItems(before, after);

/**
 * Creates inputs. One engine may have several: `name` distinguishes them in messages. With `readsWhole`, queries depend on
 * the whole cluster and configuration. Their results may then contain functions that are called after others were set.
 * `grouped`: the effects whose intents are asked for by namespace.
 */
export function createCompiledSource<Grouped extends IntentEffect = never>(
  name: string,
  { readsWhole = false, grouped = [] }: { readonly readsWhole?: boolean; readonly grouped?: readonly Grouped[] } = {},
): CompiledSource<Grouped> {
  const whole: QueryInput<Pick<CompiledInput, 'cluster' | 'configuration'>> = {
    name: `whole cluster of ${name}`,
    same: hasSameFields,
  };
  const intents: MapInput<Intents> = { name: `intents of ${name}`, same: haveSame };
  const recorded = createRecordedCluster(`the cluster of ${name}`);
  const settings = createRecordedConfiguration(`the configuration of ${name}`);
  const clusterIn = readsWhole ? (db: Db): Cluster => db.read(whole).cluster : recorded.in;
  const podsByAddress: RelationInput<Pod> = { name: `pods by address of ${name}`, keysOf: ownAddressesOf };
  const groups = new Map(
    grouped.map((effect) => [effect, createGroups(`${effect} intents of ${name}`, effect, intents)]),
  );
  return {
    set: (engine, input) => {
      engine.setMap(intents, groupByEffect(input.intents));
      // Inputs, so that no group is marked as changed that has the same intents.
      for (const { byNamespace, query } of groups.values())
        engine.setMap(byNamespace, engine.ask(query, undefined, () => undefined).byNamespace);
      const { cluster, configuration } = input;
      if (readsWhole) engine.set(whole, { cluster, configuration });
      else {
        recorded.set(engine, cluster);
        settings.set(engine, configuration);
      }
      engine.setRelation(podsByAddress, cluster.podsByNamespace);
    },
    readsWhole,
    clusterIn,
    zonesByNode: {
      name: `zones by node of ${name}`,
      run: (db) => new Map(clusterIn(db).nodes.map((node) => [node.name, node.zone])),
      same: hasSameContent,
    },
    configurationIn: readsWhole ? (db) => db.read(whole).configuration : settings.in,
    podsByAddress,
    // Its list has intents of this effect only.
    intentsOf: <Of extends IntentEffect>(db: Db, effect: Of) =>
      (db.entry(intents, effect) ?? []) as readonly IntentWith<Of>[],
    intentsByNamespace: <Of extends Grouped>(effect: Of) =>
      // They are created for all of these effects.
      groups.get(effect)?.byNamespace as unknown as MapInput<readonly IntentWith<Of>[]>,
  };
}

/** Creates the input of the intents with an effect by namespace, and the query that it is set to. */
function createGroups(
  name: string,
  effect: IntentEffect,
  intents: MapInput<Intents>,
): { readonly byNamespace: MapInput<Intents>; readonly query: Query<undefined, DividedIntents> } {
  return {
    byNamespace: { name: `${name} by namespace`, same: haveSame },
    query: {
      name: `${name} in groups`,
      run: (db, _, before) => divideByNamespace(db.entry(intents, effect) ?? NO_INTENTS, before),
    },
  };
}
