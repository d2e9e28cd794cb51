/** A map as far as `createOverlay` makes one. */
export interface Overlay<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly has: (key: Key) => boolean;
  readonly set: (key: Key, value: Value) => void;
  readonly delete: (key: Key) => void;
}

/**
 * Returns a map over another map, which stays unchanged. It returns the values written to it, and else those of the map
 * below.
 */
export function createOverlay<Key, Value>(below: Pick<Overlay<Key, Value>, 'get'>): Overlay<Key, Value> {
  const written = new Map<Key, Value | undefined>();
  const get = (key: Key): Value | undefined => (written.has(key) ? written.get(key) : below.get(key));
  return {
    get,
    has: (key) => get(key) !== undefined,
    set: (key, value) => void written.set(key, value),
    delete: (key) => void written.set(key, undefined),
  };
}
