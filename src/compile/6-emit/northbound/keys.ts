export * from '../../../northbound/row-keys.js';

/** Compares the keys of two rows in byte order. */
export function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** Returns the keys of rows. */
export type ListKeys = () => readonly string[];
