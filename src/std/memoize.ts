/** Memoizes a function by its argument. */
export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    let found = known.get(key);
    if (!found) known.set(key, (found = { value: make(key) }));
    return found.value;
  };
}

/** Memoizes a function by its last argument. */
export function memoizeLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

/** Memoizes a function without arguments. Computes the value at the first call. */
export function once<Value>(make: () => Value): () => Value {
  const remembered = memoize<undefined, Value>(make);
  return () => remembered(undefined);
}

/** Memoizes a function by its argument, an object, for the lifetime of the object. */
export function memoizeWeak<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let found = known.get(key);
    if (!found) known.set(key, (found = { value: make(key) }));
    return found.value;
  };
}

/** Memoizes a function by the items of its argument, a list of objects, for as long as all of them live. */
export function memoizeItems<Item extends object, Value>(
  make: (items: readonly Item[]) => Value,
): (items: readonly Item[]) => Value {
  const nodeAfter = (): ItemNode<Item, Value> => ({ next: memoizeWeak(nodeAfter), known: undefined });
  const root = nodeAfter();
  return (items) => {
    const node = items.reduce((before, item) => before.next(item), root);
    return (node.known ??= { value: make(items) }).value;
  };
}

/** What is known of the lists that begin with the same items. */
interface ItemNode<Item, Value> {
  readonly next: (item: Item) => ItemNode<Item, Value>;
  known: { readonly value: Value } | undefined;
}
