import { memoize } from '../../std/memoize.js';

/**
 * Starts to tell whether an object is the first of its kind, namespace and name. A text of these for each would be as many
 * texts as there are objects.
 */
export function watchFirst(): (kind: string, namespace: string, name: string) => boolean {
  const namesOf = memoize<string, (namespace: string) => Set<string>>(() => memoize(() => new Set()));
  return (kind, namespace, name) => {
    const names = namesOf(kind)(namespace);
    return names.size < names.add(name).size;
  };
}
