/** The same function, which makes each answer once. */
export function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    let found = known.get(key);
    if (!found) known.set(key, (found = { value: make(key) }));
    return found.value;
  };
}

/** The same function without a parameter, which makes its answer when it is first asked. */
export function once<Value>(make: () => Value): () => Value {
  const remembered = remember<undefined, Value>(make);
  return () => remembered(undefined);
}

/** The same function, which makes one answer for each object as long as the object is there. */
export function rememberFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let found = known.get(key);
    if (!found) known.set(key, (found = { value: make(key) }));
    return found.value;
  };
}
