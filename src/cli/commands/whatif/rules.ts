import { asList, asObject } from '../../../std/json.js';
import type { NamedRule, RuleListName } from '../../run/rule-name.js';
import { type Alter, mapObjects, pathOf, withObject } from './alter.js';

/** Rules of a resource to remove. */
export interface RemovedRules {
  readonly path: string;
  /** Their indexes in the lists. */
  readonly rules: readonly NamedRule[];
}

/** Removes rules of an object. Locations in the object stay those of its text. */
export function removeRules({ path, rules }: RemovedRules): Alter {
  return (found) =>
    mapObjects(found, (one) => {
      if (pathOf(one) !== path) return one;
      const spec = { ...asObject(one.object.spec) };
      const kept = new Map<RuleListName, readonly number[]>();
      for (const list of new Set(rules.map((rule) => rule.list))) {
        const gone = new Set(rules.flatMap((rule) => (rule.list === list ? [rule.index] : [])));
        const indexes = [...asList(spec[list]).keys()].filter((index) => !gone.has(index));
        kept.set(list, indexes);
        spec[list] = indexes.flatMap((index) => asList(spec[list])[index] ?? []);
      }
      const changed = withObject(one, { ...one.object, spec });
      return { ...changed, origin: { ...one.origin, toWritten: createPointerMap(kept) } };
    });
}

/** Creates a function that returns the pointer before rules were removed, for one afterwards. */
function createPointerMap(kept: ReadonlyMap<string, readonly number[]>): (pointer: string) => string {
  return (pointer) => {
    const [, list = '', index = '', rest = ''] = /^\/spec\/(\w+)\/(\d+)(.*)$/.exec(pointer) ?? [];
    const written = kept.get(list)?.[Number(index)];
    return written === undefined ? pointer : `/spec/${list}/${written}${rest}`;
  };
}
