import { isDeepStrictEqual } from 'node:util';
import { createChunkQuery, startsGroupOfNames } from '../../engine/chunks.js';
import type { Engine } from '../../engine/engine.js';
import { type JoinedGroups, joinGroups } from '../../engine/join-groups.js';
import type { Db, MapInput, QueryInput, Query } from '../../engine/query.js';
import { createRecordedInput } from '../../engine/record-fields.js';
import { createRecordedCluster } from '../../engine/recorded-cluster.js';
import { createRecordedConfiguration } from '../../engine/recorded-configuration.js';
import { keyOfKind } from '../../model/kubernetes-object.js';
import type { Lock } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';
import { concatenate } from '../../std/concatenate.js';
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
const refusals: QueryInput<KindContext['isRefused']> = { name: 'refused addresses' };
const options: QueryInput<Options> = { name: 'options', same: isDeepStrictEqual };

/** Sets the inputs of the queries of kinds. */
export function setContext(engine: Engine, context: KindContext): void {
  const { assignmentOrder, errorsOnly, isWrittenOnce } = context;
  configuration.set(engine, context.configuration);
  cluster.set(engine, context.cluster);
  lock.set(engine, context.lock);
  for (const field of OBJECT_FIELDS) {
    engine.set(objectList(field), context[field]);
    const { groups } = engine.ask(joinedByKind, field, () => undefined);
    engine.setMap(objectsByKind(field), groups);
  }
  engine.set(refusals, context.isRefused);
  engine.set(options, { assignmentOrder, errorsOnly, isWrittenOnce });
}

const OBJECT_FIELDS: readonly (keyof Objects)[] = ['manifests', 'observed', 'live'];

const objectList = memoize((field: keyof Objects): QueryInput<readonly Manifest[]> => ({
  name: `list of ${field}`,
  same: sameItems,
}));

/** The objects of each chunk by kind. */
const groupObjects = memoize((field: keyof Objects) =>
  createChunkQuery<Manifest, ReadonlyMap<string, readonly Manifest[]>>(`${field} by kind`, {
    listIn: (db) => db.read(objectList(field)),
    startsChunk: startsGroupOfNames,
    isWholeOnce: true,
    make: (_, manifests) => groupBy(manifests, keyOfKind),
  }),
);

const joinedByKind: Query<keyof Objects, JoinedGroups<Manifest>> = {
  name: 'joined objects by kind',
  run: (db, field, before) => joinGroups(db.get(groupObjects(field), undefined), before),
};

/** The objects of a list by kind. Inputs, so that a changed object affects only what reads its kind. */
const objectsByKind = memoize((field: keyof Objects): MapInput<readonly Manifest[]> => ({
  name: `${field} of kinds`,
  same: (before = [], after = []) => sameItems(before, after),
}));

/** Returns the objects of a list that are of a kind. */
export function objectsIn(
  db: Db,
  field: keyof Objects,
  kind: Pick<Manifest, 'apiVersion' | 'kind'>,
): readonly Manifest[] {
  return db.entry(objectsByKind(field), keyOfKind(kind)) ?? [];
}

/** The objects of a kind that its feature does not turn off: those to be compiled, then those of the inventory. */
export const objectsOfKind: Query<Kind, readonly Manifest[]> = {
  name: 'objects of a kind',
  run: (db, kind) =>
    isEnabled(kind, configuration.in(db))
      ? concatenate([objectsIn(db, 'manifests', kind), objectsIn(db, 'live', kind)])
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
    return db.read(objectList('manifests'));
  },
  get observed() {
    return db.read(objectList('observed'));
  },
  get live() {
    return db.read(objectList('live'));
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
