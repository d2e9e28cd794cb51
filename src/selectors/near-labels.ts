import type { Labels } from '../model/cluster.js';
import type { LabelSelector } from '../model/label-selector.js';
import { compareText } from '../std/compare-text.js';
import { memoizeWeak } from '../std/memoize.js';
import { suggest } from '../std/suggest.js';

/** Objects with labels, of which a selector selects none. */
type Labelled = readonly { readonly labels: Labels }[];

/** Maximum number of names that are listed. */
const MAX_LISTED = 5;
/** Maximum number of names that a suggestion is chosen from. */
const MAX_CHOICES = 200;

/** Returns the keys of labels, and the values of each, as sorted lists. Collected once for each list of objects. */
const labelsOf = memoizeWeak((objects: Labelled) => {
  const found = new Map<string, Set<string>>();
  for (const { labels } of objects) {
    for (const [key, value] of Object.entries(labels)) {
      const values = found.get(key);
      if (values) values.add(value);
      else found.set(key, new Set([value]));
    }
  }
  const sorted = (names: Iterable<string>): readonly string[] => [...names].sort(compareText);
  return { keys: sorted(found.keys()), values: new Map([...found].map(([key, values]) => [key, sorted(values)])) };
});

/**
 * Returns what may be meant by the first label of a selector that none of the objects has: a similar label, or those that exist.
 * Returns undefined if each label exists, and for selectors that require none. `noun` is that of an object: `pod of shop`.
 */
export function adviseOnLabels(selector: LabelSelector, objects: Labelled, noun: string): string | undefined {
  const { keys, values: valuesOf } = labelsOf(objects);
  for (const { key, values } of requiredLabels(selector)) {
    const existing = valuesOf.get(key);
    if (!existing) return `no ${noun} has the label '${key}'${nameNear(key, keys, '', 'labels')}`;
    if (values.length === 0 || values.some((value) => existing.includes(value))) continue;
    const [value = ''] = values;
    return `no ${noun} has the label ${key}=${value}${nameNear(value, existing, `${key}=`, `values of '${key}'`)}`;
  }
  return undefined;
}

/** Returns the keys that a selected object has, each with its possible values. Without values, any is possible. */
function requiredLabels({ matchLabels = {}, matchExpressions = [] }: LabelSelector): {
  readonly key: string;
  readonly values: readonly string[];
}[] {
  return [
    ...Object.entries(matchLabels).map(([key, value]) => ({ key, values: [value] })),
    ...matchExpressions.flatMap(({ key, operator, values = [] }) =>
      operator === 'In' || operator === 'Exists' ? [{ key, values: operator === 'In' ? values : [] }] : [],
    ),
  ];
}

/** Returns `: did you mean app=web?`, else `: the labels that exist are app, team`. */
function nameNear(word: string, choices: readonly string[], prefix: string, what: string): string {
  const meant = suggest(word, choices.slice(0, MAX_CHOICES));
  if (meant !== undefined) return `: did you mean '${prefix}${meant}'?`;
  if (choices.length === 0) return '';
  const listed = choices.slice(0, MAX_LISTED).join(', ');
  const left = choices.length - MAX_LISTED;
  return `: the ${what} that exist are ${listed}${left > 0 ? ` and ${left} more` : ''}`;
}
