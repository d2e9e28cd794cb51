import type { Reporter } from '../model/diagnostic.js';

/** A value that is set from outside. Queries that read it run again after it has changed. */
export interface QueryInput<Value> {
  readonly name: string;
  /** Returns true for values that are equal to every reader. If unset, only a value that is identical is equal. */
  readonly same?: (before: Value, after: Value) => boolean;
}

/** A map that is set from outside. A query that reads an entry runs again only after that entry has changed. */
export interface MapInput<Value> {
  readonly name: string;
  /** Returns true for values of an entry that are equal to every reader. If unset, see `QueryInput`. */
  readonly same?: (before: Value | undefined, after: Value | undefined) => boolean;
}

/** The items of groups by their keys. A query that reads the members of a key runs again if these have changed. */
export interface RelationInput<Item> {
  readonly name: string;
  readonly keysOf: (item: Item) => readonly string[];
}

/** A function whose results are remembered by key, with what it has read. */
export interface Query<Key, Value> {
  readonly name: string;
  /**
   * Pure. Reads only its key, and through `db`. Reports only through `db`. Its result must not change, and must not read
   * later. It may contain parts of `before`, the result before it, if there is one. Without it the result must be equal.
   */
  readonly run: (db: Db, key: Key, before: Value | undefined) => Value;
  /** Returns true for results that are equal to every reader: these are not run again. If unset, see `QueryInput`. */
  readonly same?: (before: Value, after: Value) => boolean;
  /**
   * True if one query reads the result for a key, and reads it once, or if the result takes no time to make. Then an
   * engine for one round makes the result for its reader, and does not keep it.
   */
  readonly hasOneReader?: true;
}

/** What a query reads from. Each read is recorded as a dependency of the query that is running. */
export interface Db {
  /** True if no input changes any more: reads need not be recorded. */
  readonly isForOneRound: boolean;
  /** Returns the result of a query for a key. Keys are compared like those of a Map. */
  readonly get: <Key, Value>(query: Query<Key, Value>, key: Key) => Value;
  /** Returns the value of an input. Throws if it has not been set. */
  readonly read: <Value>(input: QueryInput<Value>) => Value;
  /** Returns the value of an entry of a map. Throws if the map has not been set. */
  readonly entry: <Value>(input: MapInput<Value>, key: string) => Value | undefined;
  /** Returns a whole map. Throws if it has not been set. */
  readonly map: <Value>(input: MapInput<Value>) => ReadonlyMap<string, Value>;
  /**
   * Returns the members of a key, in byte order of the names of groups, then in the order of their group. Throws if the
   * relation has not been set.
   */
  readonly members: <Item>(relation: RelationInput<Item>, key: string) => readonly Item[];
  /** Reports a finding. It is remembered with the result. */
  readonly report: Reporter;
}
