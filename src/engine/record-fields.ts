import { isDeepStrictEqual } from 'node:util';
import { memoizeWeak } from '../std/memoize.js';
import type { Db, QueryInput, Query } from './query.js';

/** A map whose reads are recorded. */
interface RecordedMap<Key, Value> extends ReadonlyMap<Key, Value> {
  readonly [LIST]: () => readonly Value[];
}

const LIST = Symbol('list of values');

const listPlain = memoizeWeak((map: ReadonlyMap<unknown, unknown>): readonly unknown[] => [...map.values()]);

/** Returns the values of a map as a list: the same list while the map has the same values. */
export function listValues<Value>(map: ReadonlyMap<unknown, Value>): readonly Value[] {
  // The list of a map contains its values.
  return LIST in map ? (map as RecordedMap<unknown, Value>)[LIST]() : (listPlain(map) as readonly Value[]);
}

/** What is recorded of the fields of an input. */
export interface FieldOptions<Value> {
  /** Returns true for values of a field, or of an entry, that are equal to every reader. */
  readonly same: (before: unknown, after: unknown) => boolean;
  /** Fields with maps whose entries are recorded one by one. */
  readonly maps?: readonly (keyof Value & string)[];
}

/**
 * Returns a function that gives the object of an input as queries may read it. A read of a field depends on that field
 * alone, and in the fields `maps` a read of an entry on that entry alone.
 */
export function createRecorder<Value extends object>(
  input: QueryInput<Value>,
  { same, maps = [] }: FieldOptions<Value>,
): (db: Db) => Value {
  const field: Query<PropertyKey, unknown> = {
    name: `field of ${input.name}`,
    run: (db, name) => Reflect.get(db.read(input), name),
    same,
  };
  const names: Query<undefined, readonly (string | symbol)[]> = {
    name: `fields of ${input.name}`,
    run: (db) => Reflect.ownKeys(db.read(input)),
    same: isDeepStrictEqual,
  };
  const recorders = new Map<PropertyKey, (db: Db) => unknown>(
    maps.map((name) => [name, createMapRecorder(`${name} of ${input.name}`, input, name, same)]),
  );
  return memoizeWeak((db) => {
    const get = (_: object, name: PropertyKey): unknown => recorders.get(name)?.(db) ?? db.get(field, name);
    const namesIn = (): readonly (string | symbol)[] => db.get(names, undefined);
    const handler: ProxyHandler<object> = {
      get,
      has: (_, name) => namesIn().includes(name),
      ownKeys: namesIn,
      getOwnPropertyDescriptor: (_, name) =>
        namesIn().includes(name)
          ? { value: get(_, name), enumerable: true, configurable: true, writable: false }
          : undefined,
    };
    // It has the fields of the input.
    return new Proxy({}, handler) as Value;
  });
}

type AnyMap = ReadonlyMap<unknown, unknown>;

function createMapRecorder<Value extends object>(
  name: string,
  input: QueryInput<Value>,
  field: keyof Value,
  same: FieldOptions<Value>['same'],
): (db: Db) => RecordedMap<unknown, unknown> {
  // Only named for fields with maps.
  const mapIn = (db: Db): AnyMap => db.read(input)[field] as AnyMap;
  const entry: Query<unknown, unknown> = {
    name: `entry of ${name}`,
    run: (db, key) => mapIn(db).get(key),
    same,
  };
  const whole: Query<undefined, AnyMap> = { name, run: mapIn, same };
  const keys: Query<undefined, ReadonlyMap<unknown, true>> = {
    name: `keys of ${name}`,
    run: (db) => new Map([...mapIn(db).keys()].map((key) => [key, true])),
    same: hasSameKeys,
  };
  const list: Query<undefined, readonly unknown[]> = {
    name: `values of ${name}`,
    run: (db) => [...db.get(whole, undefined).values()],
  };
  return memoizeWeak((db) => {
    const all = (): AnyMap => db.get(whole, undefined);
    return {
      get: (key) => db.get(entry, key),
      has: (key) => db.get(keys, undefined).has(key),
      get size() {
        return db.get(keys, undefined).size;
      },
      keys: () => db.get(keys, undefined).keys(),
      values: () => db.get(list, undefined).values(),
      entries: () => all().entries(),
      forEach: (visit, self) => {
        all().forEach(visit, self);
      },
      [Symbol.iterator]: () => all()[Symbol.iterator](),
      [LIST]: () => db.get(list, undefined),
    };
  });
}

function hasSameKeys(a: ReadonlyMap<unknown, true>, b: ReadonlyMap<unknown, true>): boolean {
  if (a.size !== b.size) return false;
  const others = b.keys();
  for (const key of a.keys()) if (key !== others.next().value) return false;
  return true;
}
