import type { JsonObject } from '../../std/json.js';

/** Objects by `<namespace>/<name>`, or `<name>`. */
export type NamedObjects = ReadonlyMap<string, JsonObject>;

/** Objects that change one by one. */
export interface ObjectStore {
  /** Sets or removes (`undefined`) an object. Returns true if that is a change. */
  readonly set: (name: string, object: JsonObject | undefined) => boolean;
  /** Replaces all objects. Returns true if that is a change. */
  readonly replace: (objects: NamedObjects) => boolean;
  /** Returns the objects. They are not changed afterwards, and are the same map until the next change. */
  readonly view: () => NamedObjects;
}

/** Creates an empty store. A view is copied when it is first asked for after a change, so that a change costs no copy. */
export function createObjectStore(): ObjectStore {
  const objects = new Map<string, JsonObject>();
  let viewed: NamedObjects | undefined;
  const set: ObjectStore['set'] = (name, object) => {
    const known = objects.get(name);
    const isSame = object ? known && JSON.stringify(known) === JSON.stringify(object) : !known;
    if (isSame) return false;
    if (object) objects.set(name, object);
    else objects.delete(name);
    viewed = undefined;
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
    view: () => (viewed ??= new Map(objects)),
  };
}
