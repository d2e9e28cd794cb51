import { pathOfName } from '../../../model/kubernetes-object.js';
import type { Manifest } from '../../../model/manifest.js';
import { type JsonObject, asList, asObject, asString } from '../../../std/json.js';
import { listNames } from '../../../std/list-text.js';
import { type Alter, mapObjects, pathOf, withObject } from './alter.js';

/** Lists of rules of a resource. */
const LISTS = ['ingress', 'egress'] as const;
type RuleList = (typeof LISTS)[number];

/** Rules of a resource to remove. */
export interface RemovedRules {
  readonly path: string;
  /** Their indexes in the lists. */
  readonly rules: readonly RuleIndex[];
}

interface RuleIndex {
  readonly list: RuleList;
  readonly index: number;
}

/**
 * Finds a rule of an object by its list and index (`egress/0`), by its name, or by its index if the object has one list.
 * Returns a sentence if there is no such rule.
 */
export function findRule(manifest: Manifest, rule: string): RuleIndex | string {
  const rules = listRules(manifest.object);
  const lists = new Set(rules.map(({ list }) => list));
  const found = rules.filter(
    ({ list, index, name }) =>
      rule === `${list}/${index}` || rule === name || (lists.size === 1 && rule === `${index}`),
  );
  const [first, ...others] = found;
  if (first && others.length === 0) return { list: first.list, index: first.index };
  const known = listNames(rules.map(({ list, index }) => (lists.size === 1 ? `${index}` : `${list}/${index}`)));
  const title = `${manifest.kind} ${pathOfName(manifest)}`;
  return `${title} has ${first ? 'several rules' : 'no rule'} ${rule}, only ${known || 'an empty list'}`;
}

function listRules({ spec }: JsonObject): (RuleIndex & { readonly name: string | undefined })[] {
  return LISTS.flatMap((list) =>
    asList(asObject(spec)?.[list]).map((rule, index) => ({ list, index, name: asString(asObject(rule)?.name) })),
  );
}

/** Removes rules of an object. Locations in the object stay those of its text. */
export function removeRules({ path, rules }: RemovedRules): Alter {
  return (found) =>
    mapObjects(found, (one) => {
      if (pathOf(one) !== path) return one;
      const spec = { ...asObject(one.object.spec) };
      const kept = new Map<RuleList, readonly number[]>();
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
