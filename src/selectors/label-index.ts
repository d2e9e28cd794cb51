import type { Labels } from '../model/cluster.js';
import type { LabelSelector } from './selector.js';

/**
 * Returns a function that narrows down the objects that a selector can match, with one look-up for each required label.
 * It returns the shortest list that contains all of them, in no order, possibly with others. Without a required label
 * it returns the list of all objects itself.
 */
export function indexByLabels<T extends { readonly labels: Labels }>(
  objects: readonly T[],
): (selector: LabelSelector) => readonly T[] {
  const groups = new Map<string, T[]>();
  const add = (id: string, object: T): void => {
    const group = groups.get(id);
    if (!group) groups.set(id, [object]);
    // Unchecked labels may give one object the same text twice.
    else if (group.at(-1) !== object) group.push(object);
  };
  for (const object of objects) {
    for (const [key, value] of Object.entries(object.labels)) {
      add(key, object);
      add(`${key}=${value}`, object);
    }
  }
  return (selector) => {
    let best: readonly (readonly T[])[] = [objects];
    let fewest = objects.length;
    for (const ids of requiredLabels(selector)) {
      const lists = ids.map((id) => groups.get(id) ?? []);
      const size = lists.reduce((sum, list) => sum + list.length, 0);
      if (size >= fewest) continue;
      [best, fewest] = [lists, size];
    }
    const [first = [], ...others] = best;
    // A label that all objects have is used by thousands of selectors, so its list is not copied for each.
    return others.length === 0 ? first : best.flat();
  };
}

/**
 * Returns, for each requirement that an object without the label does not meet, the key or all `key=value`. One of them
 * must exist.
 */
function requiredLabels({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string[][] {
  return [
    ...Object.entries(matchLabels).map(([key, value]) => [`${key}=${value}`]),
    ...matchExpressions.flatMap(({ key, operator, values = [] }) => {
      if (operator === 'Exists') return [[key]];
      return operator === 'In' ? [[...new Set(values)].map((value) => `${key}=${value}`)] : [];
    }),
  ];
}
