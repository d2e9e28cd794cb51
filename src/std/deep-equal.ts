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
  const [own, other] = [partsOf(a), partsOf(b)];
  return (
    Object.getPrototypeOf(a) === Object.getPrototypeOf(b) &&
    own.length === other.length &&
    own.every((part, index) => isEqual(part, other[index], assumed))
  );
}

/** Returns the parts of an object in their order: items, entries, or fields with their names in alphabetical order. */
function partsOf(object: object): readonly unknown[] {
  if (Array.isArray(object)) return object;
  if (object instanceof Set) return [...object];
  if (object instanceof Map) return [...object].flatMap((entry) => entry);
  return Object.entries(object)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap((entry) => entry);
}
