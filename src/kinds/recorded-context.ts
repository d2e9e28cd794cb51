import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../engine/engine.js';
import type { Db, QueryInput, Query } from '../engine/query.js';
import { createRecorder } from '../engine/record-fields.js';
import type { Cluster } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Lock } from '../model/lock.js';
import type { Manifest } from '../model/manifest.js';
import { memoizeWeak } from '../std/memoize.js';
import { hasSameContent, sameItems } from '../std/same-items.js';
import type { Kind, KindContext, ResolveContext } from './kind.js';
import { isEnabled, manifestsOf } from './manifests-of.js';

type Objects = Pick<KindContext, 'manifests' | 'observed' | 'live'>;
type Options = Pick<KindContext, 'assignmentOrder' | 'errorsOnly' | 'isWrittenOnce'>;

const configuration: QueryInput<Configuration> = { name: 'configuration' };
const cluster: QueryInput<Cluster> = { name: 'cluster' };
const lock: QueryInput<Lock> = { name: 'lock' };
const objects: QueryInput<Objects> = { name: 'objects' };
const refusals: QueryInput<KindContext['isRefused']> = { name: 'refused addresses' };
const options: QueryInput<Options> = { name: 'options', same: isDeepStrictEqual };

/** Sets the inputs of the queries of kinds. */
export function setContext(engine: Engine, context: KindContext): void {
  const { manifests, observed, live, assignmentOrder, errorsOnly, isWrittenOnce } = context;
  engine.set(configuration, context.configuration);
  engine.set(cluster, context.cluster);
  engine.set(lock, context.lock);
  engine.set(objects, { manifests, observed, live });
  engine.set(refusals, context.isRefused);
  engine.set(options, { assignmentOrder, errorsOnly, isWrittenOnce });
}

const configurationIn = createRecorder(configuration, { same: isDeepStrictEqual });
const clusterIn = createRecorder(cluster, {
  // Pods and nodes are compared by identity, also with those of the cluster itself.
  same: hasSameContent,
  maps: [
    'nodeByName',
    'zones',
    'namespaces',
    'podsByNamespace',
    'podsByNode',
    'services',
    'slices',
    'secrets',
    'dnsAnswers',
  ],
});
const lockIn = createRecorder(lock, { same: isDeepStrictEqual });

const objectList: Query<keyof Objects, readonly Manifest[]> = {
  name: 'list of objects',
  run: (db, field) => db.read(objects)[field],
  same: sameItems,
};

/** The objects of a kind that its feature does not turn off: those to be compiled, then those of the inventory. */
export const objectsOfKind: Query<Kind, readonly Manifest[]> = {
  name: 'objects of a kind',
  run: (db, kind) =>
    isEnabled(kind, configurationIn(db))
      ? [...manifestsOf(kind, db.get(objectList, 'manifests')), ...manifestsOf(kind, db.get(objectList, 'live'))]
      : [],
  same: sameItems,
};

const refusal: Query<string, boolean> = {
  name: 'refused address',
  run: (db, key) => {
    // Its own keys have three parts.
    const [kind = '', name = '', address = ''] = JSON.parse(key) as readonly string[];
    return db.read(refusals)(kind, name, address);
  },
};

/** Returns the context of the query that is running. Each read of it is recorded. */
export const contextOf = memoizeWeak((db: Db): ResolveContext => ({
  db,
  configuration: configurationIn(db),
  cluster: clusterIn(db),
  lock: lockIn(db),
  get manifests() {
    return db.get(objectList, 'manifests');
  },
  get observed() {
    return db.get(objectList, 'observed');
  },
  get live() {
    return db.get(objectList, 'live');
  },
  isRefused: (...asked) => db.get(refusal, JSON.stringify(asked)),
  get assignmentOrder() {
    return db.read(options).assignmentOrder;
  },
  get errorsOnly() {
    return db.read(options).errorsOnly;
  },
  get isWrittenOnce() {
    return db.read(options).isWrittenOnce;
  },
  report: db.report,
}));
