import { memoizeWeak } from '../std/memoize.js';
import { sameItems } from '../std/same-items.js';
import type { Engine } from './engine.js';
import type { Db, MapInput, Query, QueryInput } from './query.js';

/** A map whose reads are recorded. */
interface RecordedMap<Value> extends ReadonlyMap<string, Value> {
  readonly [LIST]: () => readonly Value[];
}

const LIST = Symbol('list of values');

const listPlain = memoizeWeak((map: ReadonlyMap<unknown, unknown>): readonly unknown[] => [...map.values()]);

/** Returns the values of a map as a list: the same list while the map has the same values. */
export function listValues<Value>(map: ReadonlyMap<unknown, Value>): readonly Value[] {
  // The list of a map contains its values.
  return LIST in map ? (map as RecordedMap<Value>)[LIST]() : (listPlain(map) as readonly Value[]);
}

/** What is recorded of the fields of an object. */
export interface FieldOptions<Value> {
  /** Returns true for values of a field, or of an entry, that are equal to every reader. */
  readonly same: (before: unknown, after: unknown) => boolean;
  /** Fields with maps whose entries are recorded one by one. */
  readonly maps?: readonly (keyof Value & string)[];
}

/** An object that is set from outside, and whose fields queries read one by one. */
export interface RecordedInput<Value> {
  readonly set: (engine: Engine, value: Value) => void;
  /** Returns the object as the running query may read it: itself if no input changes any more. */
  readonly in: (db: Db) => Value;
}

/**
 * Creates an input of an object. A read of a field depends on that field alone, and in the fields `maps` a read of an
 * entry on that entry alone.
 */
export function createRecordedInput<Value extends object>(
  name: string,
  { same, maps = [] }: FieldOptions<Value>,
): RecordedInput<Value> {
  const whole: QueryInput<Value> = { name };
  const fields: MapInput<unknown> = { name: `fields of ${name}`, same };
  const recorders = new Map(
    maps.map((field) => [field as PropertyKey, createMapRecorder(`${field} of ${name}`, same)]),
  );
  const fieldsOf = memoizeWeak(
    (value: Value): ReadonlyMap<string, unknown> =>
      // Maps are compared by their entries.
      new Map(Object.entries(value).map(([field, content]) => [field, recorders.has(field) ? undefined : content])),
  );
  const recordedIn = memoizeWeak((db: Db): Value => {
    const get = (_: object, field: PropertyKey): unknown =>
      recorders.get(field)?.in(db) ?? (typeof field === 'string' ? db.entry(fields, field) : undefined);
    const names = (): readonly string[] => [...db.map(fields).keys()];
    const handler: ProxyHandler<object> = {
      get,
      has: (_, field) => names().some((one) => one === field),
      ownKeys: names,
      getOwnPropertyDescriptor: (_, field) =>
        names().some((one) => one === field)
          ? { value: get(_, field), enumerable: true, configurable: true, writable: false }
          : undefined,
    };
    // It has the fields of the object.
    return new Proxy({}, handler) as Value;
  });
  return {
    set: (engine, value) => {
      if (engine.isForOneRound) {
        engine.set(whole, value);
        return;
      }
      engine.setMap(fields, fieldsOf(value));
      for (const [field, recorder] of recorders) recorder.set(engine, Reflect.get(value, field) as AnyMap);
    },
    in: (db) => (db.isForOneRound ? db.read(whole) : recordedIn(db)),
  };
}

type AnyMap = ReadonlyMap<string, unknown>;

function createMapRecorder(name: string, same: FieldOptions<unknown>['same']): RecordedInput<AnyMap> {
  const input: MapInput<unknown> = { name, same };
  const keys: Query<undefined, ReadonlySet<string>> = {
    name: `keys of ${name}`,
    run: (db, _, before) => {
      const map = db.map(input);
      return before && hasSameKeys(before, map) ? before : new Set(map.keys());
    },
  };
  const list: Query<undefined, readonly unknown[]> = {
    name: `values of ${name}`,
    run: (db) => [...db.map(input).values()],
    same: sameItems,
  };
  return {
    set: (engine, map) => {
      engine.setMap(input, map);
    },
    in: memoizeWeak((db): RecordedMap<unknown> => ({
      get: (key) => db.entry(input, key),
      has: (key) => db.get(keys, undefined).has(key),
      get size() {
        return db.get(keys, undefined).size;
      },
      keys: () => db.get(keys, undefined).keys(),
      values: () => db.get(list, undefined).values(),
      entries: () => db.map(input).entries(),
      forEach: (visit, self) => {
        db.map(input).forEach(visit, self);
      },
      [Symbol.iterator]: () => db.map(input)[Symbol.iterator](),
      [LIST]: () => db.get(list, undefined),
    })),
  };
}

function hasSameKeys(keys: ReadonlySet<string>, map: AnyMap): boolean {
  if (keys.size !== map.size) return false;
  const others = map.keys();
  for (const key of keys) if (key !== others.next().value) return false;
  return true;
}
