import type { Columns, ColumnValue, Row } from '../../../../model/northbound.js';
import { byKey } from '../keys.js';

/** Unfinished row. References to later rows are added while the topology grows. */
export interface TopologyEntry {
  readonly key: string;
  readonly columns: Columns;
  /** Column → rows that it refers to. */
  references?: Map<string, Set<TopologyEntry>>;
  /** All rows of this key by their columns, this one first. If unset, it is the only one. */
  twins?: Map<string, TopologyEntry>;
}

/** Table → key → row. */
export type TopologyRows = Map<string, Map<string, TopologyEntry>>;

/** Tables without a unique identity: rows of one key with different columns are different rows. */
const TWIN_TABLES = new Set(['Logical_Router_Static_Route', 'Logical_Router_Policy', 'NAT']);

/**
 * Adds a row, without columns that are undefined or at their schema default. Returns the existing row instead if its
 * key is equal, and in the tables of routes, policies and NATs also its columns. OVN-Kubernetes also looks a row up by
 * its identity before it creates one.
 */
export function addRow(
  draft: TopologyRows,
  table: string,
  key: string,
  columns: Readonly<Record<string, ColumnValue | undefined>>,
): TopologyEntry {
  return placeEntry(draft, table, rowOf(key, columns));
}

/** Returns a row without the columns that are undefined or at their schema default. */
export function rowOf(key: string, columns: Readonly<Record<string, ColumnValue | undefined>>): Row {
  const set: Record<string, ColumnValue> = {};
  for (const [column, value] of Object.entries(columns)) {
    if (value !== undefined && !isDefault(value)) set[column] = value;
  }
  return { key, columns: set };
}

function isDefault(value: ColumnValue): boolean {
  if (typeof value !== 'object') return value === '' || value === 0 || value === false;
  return Object.keys(value).length === 0;
}

/** Adds a row like `addRow`. Its default columns are already omitted, and several drafts may share it. */
export function placeRow(draft: TopologyRows, table: string, row: Row): TopologyEntry {
  return placeEntry(draft, table, { ...row });
}

/** Adds a row like `placeRow`. It must belong only to this draft. */
export function placeEntry(draft: TopologyRows, table: string, entry: TopologyEntry): TopologyEntry {
  let entries = draft.get(table);
  if (!entries) draft.set(table, (entries = new Map<string, TopologyEntry>()));
  const first = entries.get(entry.key);
  if (first) return TWIN_TABLES.has(table) ? twinOf(first, entry) : first;
  entries.set(entry.key, entry);
  return entry;
}

function twinOf(first: TopologyEntry, entry: TopologyEntry): TopologyEntry {
  first.twins ??= new Map([[JSON.stringify(first.columns), first]]);
  const text = JSON.stringify(entry.columns);
  const known = first.twins.get(text);
  if (known) return known;
  first.twins.set(text, entry);
  return entry;
}

/** Adds a reference to a set column of a row. */
export function refer(from: TopologyEntry, column: string, to: TopologyEntry): void {
  from.references ??= new Map();
  const targets = from.references.get(column);
  if (targets) targets.add(to);
  else from.references.set(column, new Set([to]));
}

/**
 * Returns the rows of every table, by key. Rows that share a key are numbered `#1`, `#2` in the order in which they
 * were added.
 */
export function finishTopology(draft: TopologyRows): ReadonlyMap<string, readonly Row[]> {
  const keys = new Map<TopologyEntry, string>();
  for (const entries of draft.values()) {
    for (const first of entries.values()) {
      if (!first.twins || first.twins.size === 1) continue;
      let number = 1;
      for (const twin of first.twins.values()) keys.set(twin, `${twin.key}#${number++}`);
    }
  }
  const tables = new Map<string, readonly Row[]>();
  for (const table of [...draft.keys()].sort()) {
    const rows: Row[] = [];
    for (const first of draft.get(table)?.values() ?? []) {
      for (const entry of first.twins?.values() ?? [first]) rows.push(finishRow(entry, keys));
    }
    tables.set(table, rows.sort(byKey));
  }
  return tables;
}

/** Returns a finished row. Most entries need no change. */
function finishRow(entry: TopologyEntry, keys: ReadonlyMap<TopologyEntry, string>): Row {
  const key = keys.get(entry) ?? entry.key;
  if (!entry.references) return entry.twins || key !== entry.key ? { key, columns: entry.columns } : entry;
  const columns: Record<string, ColumnValue> = { ...entry.columns };
  for (const [column, targets] of entry.references) {
    columns[column] = [...targets].map((target) => keys.get(target) ?? target.key).sort();
  }
  return { key, columns };
}
