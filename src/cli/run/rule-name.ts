import { pathOfName } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { type JsonObject, asList, asObject, asString } from '../../std/json.js';
import { listNames } from '../../std/list-text.js';

/** Fields of `spec` with rules of a resource. */
const LISTS = ['ingress', 'egress'] as const;
export type RuleListName = (typeof LISTS)[number];

/** A rule of a resource. */
export interface NamedRule {
  readonly list: RuleListName;
  readonly index: number;
}

/**
 * Finds a rule of an object by its list and index (`egress/0`), by its name, or by its index if the object has one list.
 * Returns a sentence if there is no such rule.
 */
export function findRule(manifest: Manifest, rule: string): NamedRule | string {
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

function listRules({ spec }: JsonObject): (NamedRule & { readonly name: string | undefined })[] {
  return LISTS.flatMap((list) =>
    asList(asObject(spec)?.[list]).map((rule, index) => ({ list, index, name: asString(asObject(rule)?.name) })),
  );
}

/** Splits `NAME:RULE`. Returns no rule for a name without a colon. */
export function splitRule(name: string): { readonly name: string; readonly rule?: string } {
  const colon = name.lastIndexOf(':');
  return colon < 0 ? { name } : { name: name.slice(0, colon), rule: name.slice(colon + 1) };
}
