import { quote } from './json-text.js';

/** The property names of an object, sorted, and the same as JSON. */
export interface KeyOrder {
  readonly names: readonly string[];
  readonly quoted: readonly string[];
}

/** Sorts the property names of an object. */
export type KeySorter = (object: object) => KeyOrder;

/**
 * Returns a sorter for objects of one sort: they mostly have the same names in the same order, so it tries the order of
 * the last one first.
 */
export function createKeySorter(): KeySorter {
  let given: readonly string[] = [];
  let order: KeyOrder = { names: [], quoted: [] };
  return (object) => {
    const keys = Object.keys(object);
    let same = keys.length === given.length;
    for (let index = 0; same && index < keys.length; index++) same = keys[index] === given[index];
    if (!same) {
      const names = [...keys].sort();
      given = keys;
      order = { names, quoted: names.map(quote) };
    }
    return order;
  };
}
