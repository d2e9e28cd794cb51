import { concatenate } from '../std/concatenate.js';
import { sameItems } from '../std/same-items.js';
import type { Db, Query } from './query.js';

/** Returns true if a new chunk begins with an item. Depends on the item and the one before it alone. */
export type StartsChunk<Item> = (item: Item, previous: Item) => boolean;

export type ChunkOptions<Item, Value, Key = undefined> = ChunkedList<Item, Key> & {
  /** Makes the result of one chunk of the list for a key, like the `run` of a query. */
  readonly make: (db: Db, chunk: readonly Item[], key: Key) => Value;
  /** See `Query`. */
  readonly hasOneReader?: true;
};

/** The list of a key to be divided, or its chunks. */
type ChunkedList<Item, Key> =
  | {
      readonly listIn: (db: Db, key: Key) => readonly Item[];
      readonly startsChunk: StartsChunk<Item>;
      /** True if an engine for one round makes one chunk of the list. */
      readonly isWholeOnce?: true;
    }
  | { readonly chunksIn: (db: Db, key: Key) => readonly (readonly Item[])[] };

interface Chunk<Item, Key> {
  readonly key: Key;
  readonly items: readonly Item[];
}

/**
 * Creates a query of the results for the chunks of the list of a key, in its order. If items of the list change, only the
 * results of their chunks are made again.
 */
export function createChunkQuery<Item, Value, Key = undefined>(
  name: string,
  { make, hasOneReader, ...list }: ChunkOptions<Item, Value, Key>,
): Query<Key, readonly Value[]> {
  const chunksOf: Query<Key, readonly Chunk<Item, Key>[]> = {
    name: `chunks of ${name}`,
    hasOneReader: true,
    run: (db, key, before = []) => {
      const known = new Map(before.map((chunk) => [chunk.items, chunk]));
      const lists = 'chunksIn' in list ? list.chunksIn(db, key) : divideIn(db, key, list, [...known.keys()]);
      return lists.map((items) => known.get(items) ?? { key, items });
    },
    same: sameItems,
  };
  const ofChunk: Query<Chunk<Item, Key>, Value> = {
    name: `${name} of a chunk`,
    hasOneReader: true,
    run: (db, { key, items }) => make(db, items, key),
  };
  return {
    name,
    ...(hasOneReader ? { hasOneReader } : {}),
    run: (db, key) => db.get(chunksOf, key).map((chunk) => db.get(ofChunk, chunk)),
    same: sameItems,
  };
}

/**
 * Creates a query of the items that are made of the list of a key, chunk by chunk, in its order. The same items give the
 * same list.
 */
export function createListQuery<Item, Made, Key = undefined>(
  name: string,
  options: ChunkOptions<Item, readonly Made[], Key>,
): Query<Key, readonly Made[]> {
  const { hasOneReader } = options;
  const inChunks = createChunkQuery<Item, readonly Made[], Key>(name, { ...options, hasOneReader: true });
  return {
    name: `all ${name}`,
    ...(hasOneReader ? { hasOneReader } : {}),
    run: (db, key) => concatenate(db.get(inChunks, key)),
    same: sameItems,
  };
}

function divideIn<Item, Key>(
  db: Db,
  key: Key,
  { listIn, startsChunk, isWholeOnce }: Extract<ChunkedList<Item, Key>, { readonly startsChunk: unknown }>,
  before: readonly (readonly Item[])[],
): readonly (readonly Item[])[] {
  const items = listIn(db, key);
  return isWholeOnce && db.isForOneRound ? [items] : divide(items, startsChunk, before);
}

/** Divides a list into chunks. Those of `before` that have not changed are the same lists. */
export function divide<Item>(
  items: readonly Item[],
  startsChunk: StartsChunk<Item>,
  before: readonly (readonly Item[])[] = [],
): readonly (readonly Item[])[] {
  const known = new Map(before.map((chunk) => [chunk[0], chunk]));
  const isStart = (at: number): boolean => {
    const [item, previous] = [items[at], items[at - 1]];
    return item === undefined || (previous !== undefined && startsChunk(item, previous));
  };
  const chunks: (readonly Item[])[] = [];
  for (let at = 0; at < items.length;) {
    const same = known.get(items[at]);
    const taken = same && isAt(items, at, same) && isStart(at + same.length) ? same : undefined;
    let end = at + (taken?.length ?? 1);
    if (!taken) while (!isStart(end)) end++;
    chunks.push(taken ?? items.slice(at, end));
    at = end;
  }
  return chunks;
}

function isAt<Item>(items: readonly Item[], at: number, part: readonly Item[]): boolean {
  if (at + part.length > items.length) return false;
  // A loop, because lists of a hundred thousand items are divided.
  for (let index = 0; index < part.length; index++) if (!Object.is(items[at + index], part[index])) return false;
  return true;
}

/** Chooses one text of `size`, by its characters (FNV-1a): always the same ones. */
export function isChosen(text: string, size: number): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // The low bits depend on few characters.
  return ((hash ^ (hash >>> 15)) >>> 0) % size === 0;
}

/** Number of namespaces in a chunk, and of objects without a namespace, on average. */
const NAMESPACES_IN_CHUNK = 32;
const NAMES_IN_CHUNK = 256;

/** Starts chunks of namespaces. */
export function startsGroupOfNamespaces(namespace: string): boolean {
  return isChosen(namespace, NAMESPACES_IN_CHUNK);
}

interface Named {
  readonly namespace: string;
  readonly name: string;
}

/** Starts chunks of objects. Those of one namespace are in one chunk, and those of one name. */
export function startsGroupOfNames({ namespace, name }: Named, before: Named): boolean {
  if (namespace !== before.namespace) return startsGroupOfNamespaces(namespace);
  return namespace === '' && name !== before.name && isChosen(name, NAMES_IN_CHUNK);
}

/** Starts chunks of lists of objects. Each list has the objects of one namespace. */
export function startsGroupOfLists([one]: readonly Named[], [before]: readonly Named[]): boolean {
  return one !== undefined && before !== undefined && startsGroupOfNames(one, before);
}
