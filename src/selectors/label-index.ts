import type { Labels } from '../model/cluster.js';
import type { LabelSelector } from './selector.js';

/**
 * Narrows down which objects a selector can match, by one look-up for each label that it asks for. Gives the shortest list
 * that holds all of them, in no order, and others too; all objects, the list itself, where a selector asks for no label.
 */
export function indexByLabels<T extends { readonly labels: Labels }>(
  objects: readonly T[],
): (selector: LabelSelector) => readonly T[] {
  const groups = new Map<string, T[]>();
  const add = (id: string, object: T): void => {
    const group = groups.get(id);
    if (!group) groups.set(id, [object]);
    // Labels that nobody has checked may give one object the same text twice.
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
    // A label that all have is asked for by thousands of selectors: its list is not copied for each.
    return others.length === 0 ? first : best.flat();
  };
}

/** For each requirement that no object without the label meets: the key, or all `key=value` of which one must be there. */
function requiredLabels({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string[][] {
  return [
    ...Object.entries(matchLabels).map(([key, value]) => [`${key}=${value}`]),
    ...matchExpressions.flatMap(({ key, operator, values = [] }) => {
      if (operator === 'Exists') return [[key]];
      return operator === 'In' ? [[...new Set(values)].map((value) => `${key}=${value}`)] : [];
    }),
  ];
}
