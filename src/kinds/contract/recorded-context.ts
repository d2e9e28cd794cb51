import { isDeepStrictEqual } from 'node:util';
import { createChunkQuery, startsGroupOfNames } from '../../engine/chunks.js';
import type { Engine } from '../../engine/engine.js';
import { type JoinedGroups, joinGroups } from '../../engine/join-groups.js';
import type { Db, QueryInput, Query } from '../../engine/query.js';
import { createRecordedInput } from '../../engine/record-fields.js';
import { createRecordedCluster } from '../../engine/recorded-cluster.js';
import { createRecordedConfiguration } from '../../engine/recorded-configuration.js';
import { keyOfKind } from '../../model/kubernetes-object.js';
import type { Lock } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';
import { groupBy } from '../../std/group-by.js';
import { memoize, memoizeWeak } from '../../std/memoize.js';
import { sameItems } from '../../std/same-items.js';
import type { Kind } from './kind.js';
import type { KindContext, ResolveContext } from './kind-context.js';
import { isEnabled } from './manifests-of.js';

type Objects = Pick<KindContext, 'manifests' | 'observed' | 'live'>;
type Options = Pick<KindContext, 'assignmentOrder' | 'errorsOnly' | 'isWrittenOnce'>;

const configuration = createRecordedConfiguration('the configuration');
const cluster = createRecordedCluster('the cluster');
const lock = createRecordedInput<Lock>('the lock', { same: isDeepStrictEqual });
const objects: QueryInput<Objects> = { name: 'objects' };
const refusals: QueryInput<KindContext['isRefused']> = { name: 'refused addresses' };
const options: QueryInput<Options> = { name: 'options', same: isDeepStrictEqual };

/** Sets the inputs of the queries of kinds. */
export function setContext(engine: Engine, context: KindContext): void {
  const { manifests, observed, live, assignmentOrder, errorsOnly, isWrittenOnce } = context;
  configuration.set(engine, context.configuration);
  cluster.set(engine, context.cluster);
  lock.set(engine, context.lock);
  engine.set(objects, { manifests, observed, live });
  engine.set(refusals, context.isRefused);
  engine.set(options, { assignmentOrder, errorsOnly, isWrittenOnce });
}

const objectList: Query<keyof Objects, readonly Manifest[]> = {
  name: 'list of objects',
  run: (db, field) => db.read(objects)[field],
  same: sameItems,
};

/** The objects of each chunk by kind. */
const groupObjects = memoize((field: keyof Objects) =>
  createChunkQuery<Manifest, ReadonlyMap<string, readonly Manifest[]>>(`${field} by kind`, {
    listIn: (db) => db.get(objectList, field),
    startsChunk: startsGroupOfNames,
    isWholeOnce: true,
    make: (_, manifests) => groupBy(manifests, keyOfKind),
  }),
);

/** The objects of a list by kind. */
const objectsByKind: Query<keyof Objects, JoinedGroups<Manifest>> = {
  name: 'objects by kind',
  run: (db, field, before) => joinGroups(db.get(groupObjects(field), undefined), before),
};

/** The objects of a kind that its feature does not turn off: those to be compiled, then those of the inventory. */
export const objectsOfKind: Query<Kind, readonly Manifest[]> = {
  name: 'objects of a kind',
  run: (db, kind) =>
    isEnabled(kind, configuration.in(db))
      ? (['manifests', 'live'] as const).flatMap(
          (field) => db.get(objectsByKind, field).groups.get(keyOfKind(kind)) ?? [],
        )
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
  configuration: configuration.in(db),
  cluster: cluster.in(db),
  lock: lock.in(db),
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
