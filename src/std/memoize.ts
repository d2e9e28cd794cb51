/** The same function, which makes each answer once. */
export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    let found = known.get(key);
    if (!found) known.set(key, (found = { value: make(key) }));
    return found.value;
  };
}

/** The same function, which makes an answer again unless it is the last one that it gave. */
export function memoizeLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

/** The same function without a parameter, which makes its answer when it is first asked. */
export function once<Value>(make: () => Value): () => Value {
  const remembered = memoize<undefined, Value>(make);
  return () => remembered(undefined);
}

/** The same function, which makes one answer for each object as long as the object is there. */
export function memoizeWeak<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let found = known.get(key);
    if (!found) known.set(key, (found = { value: make(key) }));
    return found.value;
  };
}
