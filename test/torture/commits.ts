import { schemaAt } from '../../src/northbound/schema/northbound.js';
import type { ColumnSchema } from '../../src/northbound/schema/table.js';
import { type Json, type JsonObject, asObject } from '../../src/std/json.js';
import type { DatabaseLog, LogRecord } from './database-log.js';

/** Rows of a database by table and UUID, as OVSDB writes values (RFC 7047 §5.1). */
export type State = ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;

/** A committed transaction. */
export interface Commit {
  readonly state: State;
  /** The rows that it has inserted, changed or deleted. */
  readonly changed: readonly { readonly table: string; readonly uuid: string }[];
  /** When the server has committed it, in milliseconds since 1970, if it tells. */
  readonly at: number | undefined;
}

/** All commits of a database since the last call, in their order. */
export type ReadCommits = () => readonly Commit[];

/** Reads the commits of a server that is alone. */
export function readAlone(log: DatabaseLog, schemaVersion: string): ReadCommits {
  const apply = createApply(schemaVersion);
  let state: State = new Map();
  let isSnapshot = true;
  return () =>
    log.read().flatMap(({ content, isFirst }): Commit[] => {
      // The first record is the schema, the second one has all rows.
      if (isFirst) {
        isSnapshot = true;
        return [];
      }
      const commit = apply(isSnapshot ? new Map() : state, content);
      state = commit.state;
      const isCompaction = isSnapshot && content._comment === 'compacting database online';
      isSnapshot = false;
      return isCompaction ? [] : [commit];
    });
}

interface Entry {
  readonly term: number;
  readonly transaction: JsonObject | undefined;
}

/**
 * Reads the commits of a cluster from the logs of all its members (ovsdb(7), "Clustered Database Service Model"). A member
 * that was away can lack some, and can have some that a later leader has replaced. Call it while all that was requested
 * is committed.
 */
export function readClustered(logs: readonly DatabaseLog[], schemaVersion: string): ReadCommits {
  const apply = createApply(schemaVersion);
  const entries = new Map<number, Entry>();
  let state: State = new Map();
  let last = 0;
  return () => {
    for (const record of logs.flatMap((log) => log.read())) addEntry(entries, record);
    const commits: Commit[] = [];
    for (const [index, { transaction }] of [...entries].sort(([a], [b]) => a - b)) {
      entries.delete(index);
      if (index <= last) continue;
      last = index;
      if (!transaction) continue;
      const commit = apply(state, transaction);
      state = commit.state;
      commits.push(commit);
    }
    return commits;
  };
}

function addEntry(entries: Map<number, Entry>, { content }: LogRecord): void {
  const { index, term, data } = content;
  if (typeof index !== 'number' || typeof term !== 'number') return;
  const known = entries.get(index);
  if (known && known.term >= term) return;
  const [, transaction] = Array.isArray(data) ? data : [];
  entries.set(index, { term, transaction: asObject(transaction) });
}

function createApply(schemaVersion: string): (state: State, transaction: JsonObject) => Commit {
  const schema = schemaAt(schemaVersion);
  return (before, transaction) => {
    const state = new Map(before);
    const changed: { table: string; uuid: string }[] = [];
    for (const [table, updates] of Object.entries(transaction)) {
      if (table.startsWith('_')) continue;
      const rows = new Map(state.get(table));
      for (const [uuid, columns] of Object.entries(asObject(updates) ?? {})) {
        changed.push({ table, uuid });
        const row = rows.get(uuid);
        if (columns === null) rows.delete(uuid);
        else {
          const isDiff = transaction._is_diff === true && row !== undefined;
          const next = Object.entries(asObject(columns) ?? {}).map(([name, value]): [string, Json] => {
            const column = schema.get(table)?.columns.get(name);
            return [name, isDiff && column ? combine(column, row[name], value) : value];
          });
          rows.set(uuid, { ...row, ...Object.fromEntries(next) });
        }
      }
      state.set(table, rows);
    }
    return { state, changed, at: typeof transaction._date === 'number' ? transaction._date : undefined };
  };
}

/** Applies a difference to a value: single values are replaced (ovsdb-server(7), "Update2 Notification"). */
function combine({ max, value: mapped }: ColumnSchema, before: Json | undefined, difference: Json): Json {
  if (mapped) {
    const entries = new Map(pairsOf(before));
    for (const [key, value] of pairsOf(difference)) {
      if (entries.get(key) === value) entries.delete(key);
      else entries.set(key, value);
    }
    return ['map', [...entries].map(([key, value]): Json => [JSON.parse(key) as Json, JSON.parse(value) as Json])];
  }
  if (max === 1) return difference;
  const items = new Set(atomsOf(before));
  for (const item of atomsOf(difference)) if (!items.delete(item)) items.add(item);
  return ['set', [...items].map((item) => JSON.parse(item) as Json)];
}

function pairsOf(value: Json | undefined): (readonly [string, string])[] {
  const pairs = Array.isArray(value) ? (value[1] as [Json, Json][]) : [];
  return pairs.map(([key, item]) => [JSON.stringify(key), JSON.stringify(item)] as const);
}

function atomsOf(value: Json | undefined): string[] {
  if (value === undefined) return [];
  const atoms = Array.isArray(value) && value[0] === 'set' ? (value[1] as Json[]) : [value];
  return atoms.map((atom) => JSON.stringify(atom));
}
