/**
 * Returns true if two values have the same structure. Functions are equal to each other: their behaviour cannot be
 * compared. Values may refer to themselves.
 */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  return isEqual(a, b, new Map());
}

/** `assumed`: pairs that are being compared, or have been, and did not differ so far. */
function isEqual(a: unknown, b: unknown, assumed: Map<object, unknown>): boolean {
  if (Object.is(a, b) || (typeof a === 'function' && typeof b === 'function')) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (assumed.get(a) === b) return true;
  assumed.set(a, b);
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const [own, other] = [listItems(a), listItems(b)];
  return own && other ? hasEqualItems(own, other, assumed) : hasEqualFields(a, b, assumed);
}

function hasEqualItems(items: readonly unknown[], others: readonly unknown[], assumed: Map<object, unknown>): boolean {
  return items.length === others.length && items.every((item, index) => isEqual(item, others[index], assumed));
}

/** The order of fields is that of their creation, so it does not matter. */
function hasEqualFields(a: object, b: object, assumed: Map<object, unknown>): boolean {
  const [names, others] = [Object.keys(a), Object.keys(b)];
  return (
    names.length === others.length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(Reflect.get(a, name), Reflect.get(b, name), assumed))
  );
}

/** Returns the items or entries of an object in their order, or undefined if it has fields instead. */
function listItems(object: object): readonly unknown[] | undefined {
  return Array.isArray(object) || object instanceof Set || object instanceof Map ? itemsOf(object) : undefined;
}

function itemsOf(collection: Collection): readonly unknown[] {
  if (collection instanceof Map) return [...collection].flatMap((entry) => entry);
  return Array.isArray(collection) ? collection : [...collection];
}

type Collection = readonly unknown[] | ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>;
