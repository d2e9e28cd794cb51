/** An order of property names that was worked out for the object before. */
export interface KeyOrder {
  given: readonly string[];
  sorted: readonly string[];
}

/** No order yet; use one for all objects of one sort. */
export function keyOrder(): KeyOrder {
  return { given: [], sorted: [] };
}

/**
 * The property names of an object, sorted. Objects of one sort mostly have the same names in the same order, so the
 * order of the last one is tried first.
 */
export function orderedKeys(object: object, order: KeyOrder): readonly string[] {
  const keys = Object.keys(object);
  const { given } = order;
  let same = keys.length === given.length;
  for (let index = 0; same && index < keys.length; index++) same = keys[index] === given[index];
  if (!same) {
    order.given = keys;
    order.sorted = [...keys].sort();
  }
  return order.sorted;
}
