import { concatenate } from '../../std/concatenate.js';
import { firstFrom } from '../../std/find-sorted.js';
import type { JsonObject } from '../../std/json.js';

/** An object by `<namespace>/<name>`, or `<name>`. */
export interface KeyedObject {
  readonly key: string;
  readonly object: JsonObject;
}

/** Objects in byte order of their keys. An unchanged object has the same item in later lists. */
export type NamedObjects = readonly KeyedObject[];

/** Objects that change one by one. */
export interface ObjectStore {
  /** Sets or removes (`undefined`) an object. Returns true if that is a change. */
  readonly set: (name: string, object: JsonObject | undefined) => boolean;
  /** Replaces all objects. Returns true if that is a change. */
  readonly replace: (objects: ReadonlyMap<string, JsonObject>) => boolean;
  /** Returns the objects. They are not changed afterwards, and are the same list until the next change. */
  readonly view: () => NamedObjects;
}

/** Creates an empty store. Changes are merged into the list when it is next asked for. */
export function createObjectStore(): ObjectStore {
  const objects = new Map<string, JsonObject>();
  const changed = new Set<string>();
  let viewed: NamedObjects = [];
  const set: ObjectStore['set'] = (name, object) => {
    const known = objects.get(name);
    const isSame = object ? known && JSON.stringify(known) === JSON.stringify(object) : !known;
    if (isSame) return false;
    if (object) objects.set(name, object);
    else objects.delete(name);
    changed.add(name);
    return true;
  };
  return {
    set,
    replace: (next) => {
      const removed = [...objects.keys()].filter((name) => !next.has(name));
      const changes = [
        ...removed.map((name) => set(name, undefined)),
        ...Array.from(next, ([name, one]) => set(name, one)),
      ];
      return changes.includes(true);
    },
    view: () => {
      if (changed.size > 0) viewed = merge(viewed, [...changed].sort(), objects);
      changed.clear();
      return viewed;
    },
  };
}

/** Returns a sorted list after changes of objects, whose names are sorted. */
function merge(
  before: NamedObjects,
  changed: readonly string[],
  objects: ReadonlyMap<string, JsonObject>,
): NamedObjects {
  const pieces: NamedObjects[] = [];
  let start = 0;
  for (const key of changed) {
    const end = firstFrom(before, key, start);
    const object = objects.get(key);
    pieces.push(before.slice(start, end), object ? [{ key, object }] : []);
    start = before[end]?.key === key ? end + 1 : end;
  }
  return concatenate([...pieces, before.slice(start)]);
}
