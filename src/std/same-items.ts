/** Returns true if two lists have the same items in the same order. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  // A loop, because lists of a hundred thousand items are compared.
  for (let index = 0; index < a.length; index++) if (!Object.is(a[index], b[index])) return false;
  return true;
}

/** Returns true if two lists have items in the same order that are identical, or the same by `isSame`. */
export function sameList<T>(a: readonly T[], b: readonly T[], isSame: (a: T, b: T) => boolean): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    // The index is within both lists.
    const [item, other] = [a[index] as T, b[index] as T];
    if (!Object.is(item, other) && !isSame(item, other)) return false;
  }
  return true;
}

/** Returns true if two values are identical, or lists of the same items, or maps of the same entries in the same order. */
export function hasSameContent(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return sameItems(a, b);
  if (!(a instanceof Map && b instanceof Map) || a.size !== b.size) return false;
  const others = b.entries();
  for (const [key, value] of a) {
    const [otherKey, other] = others.next().value as [unknown, unknown];
    if (!Object.is(key, otherKey) || !hasSameContent(value, other)) return false;
  }
  return true;
}

/** Returns true if two objects have identical fields. */
export function hasSameFields(a: object, b: object): boolean {
  const [before, after] = [Object.entries(a), Object.entries(b)] as const;
  const others = new Map<string, unknown>(after);
  return (
    before.length === after.length &&
    before.every(([name, value]) => others.has(name) && Object.is(others.get(name), value))
  );
}
