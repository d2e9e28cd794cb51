import { createListQuery, startsGroupOfNames } from '../../engine/chunks.js';
import type { Db, Query } from '../../engine/query.js';
import type { Intent } from '../../model/intent.js';
import type { Manifest } from '../../model/manifest.js';
import { sameList } from '../../std/same-items.js';
import type { Kind } from '../contract/kind.js';
import { objectsOfKind } from '../contract/recorded-context.js';

type Intents = readonly Intent[];

/** How the objects of a kind are resolved and lowered one by one. */
interface EachObject<Resolved extends object | undefined> {
  readonly kindOf: () => Kind;
  /** Undefined for an object without effects. */
  readonly resolved: Query<Manifest, Resolved>;
  /** Returns the effects of an object. `before`: its effects before. */
  readonly lower: (db: Db, resolved: NonNullable<Resolved>, before: Intents) => Intents;
}

/** Creates the resolution of a kind whose objects do not depend on each other. A changed object leads only to its chunk. */
export function resolveEach<Resolved extends object | undefined>({
  kindOf,
  resolved,
  lower,
}: EachObject<Resolved>): NonNullable<Kind['resolve']> {
  const ofObject: Query<Manifest, Intents> = {
    name: 'effects of an object',
    hasOneReader: true,
    run: (db, manifest, before = NO_INTENTS) => {
      const one = db.get(resolved, manifest);
      return one ? lower(db, one, before) : NO_INTENTS;
    },
    // Both are statuses of the same object.
    same: (before, after) =>
      sameList(before, after, (a, b) => a.effect === 'status' && b.effect === 'status' && a.status === b.status),
  };
  const ofObjects = createListQuery<Manifest, Intent>('effects of objects', {
    listIn: (db) => db.get(objectsOfKind, kindOf()),
    startsChunk: startsGroupOfNames,
    isWholeOnce: true,
    hasOneReader: true,
    make: (db, manifests) => {
      const intents: Intent[] = [];
      for (const manifest of manifests) for (const intent of db.get(ofObject, manifest)) intents.push(intent);
      return intents;
    },
  });
  return (_, { db }) => ({ lower: () => db.get(ofObjects, undefined) });
}

const NO_INTENTS: Intents = [];
