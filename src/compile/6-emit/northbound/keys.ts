export * from '../../../northbound/row-keys.js';

/** Byte order of the keys of two rows. */
export function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** Makes a list of keys of rows. */
export type ListKeys = () => readonly string[];
