import { memoize } from '../../std/memoize.js';

/**
 * Creates a function that returns true for the first object of each kind, namespace and name. Nested sets avoid a key
 * text for every object.
 */
export function watchFirst(): (kind: string, namespace: string, name: string) => boolean {
  const namesOf = memoize<string, (namespace: string) => Set<string>>(() => memoize(() => new Set()));
  return (kind, namespace, name) => {
    const names = namesOf(kind)(namespace);
    return names.size < names.add(name).size;
  };
}
