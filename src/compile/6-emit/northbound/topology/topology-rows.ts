import type { Columns, ColumnValue, Row } from '../../../../model/northbound.js';
import { byKey } from '../keys.js';

/** A row in the making: its references to rows that come later are added while the topology grows. */
export interface TopologyEntry {
  readonly key: string;
  readonly columns: Columns;
  /** Column → the rows that it refers to. */
  references?: Map<string, Set<TopologyEntry>>;
  /** All rows of this key by their columns, this one first; only if there are several. */
  twins?: Map<string, TopologyEntry>;
}

/** Table → key → row. */
export type TopologyRows = Map<string, Map<string, TopologyEntry>>;

/** Tables without an identity of their own: there, rows of one key and different columns are different rows. */
const TWIN_TABLES = new Set(['Logical_Router_Static_Route', 'Logical_Router_Policy', 'NAT']);

/**
 * Adds a row, less the columns that are undefined or at their schema default. A row that is already there (same key, in
 * the tables of routes, policies and NATs also the same columns) is returned instead: OVN-Kubernetes too looks a
 * row up by its identity before it creates one.
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

/** As `addRow`, for a row whose columns at their default are already left out, and which may be one of several drafts. */
export function placeRow(draft: TopologyRows, table: string, row: Row): TopologyEntry {
  return placeEntry(draft, table, { ...row });
}

/** As `placeRow`, for a row that is of this draft alone. */
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
 * Returns the rows of every table, by key; rows that share a key are numbered `#1`, `#2` in the order of their adding.
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

/** Most rows are finished as they are. */
function finishRow(entry: TopologyEntry, keys: ReadonlyMap<TopologyEntry, string>): Row {
  const key = keys.get(entry) ?? entry.key;
  if (!entry.references) return entry.twins || key !== entry.key ? { key, columns: entry.columns } : entry;
  const columns: Record<string, ColumnValue> = { ...entry.columns };
  for (const [column, targets] of entry.references) {
    columns[column] = [...targets].map((target) => keys.get(target) ?? target.key).sort();
  }
  return { key, columns };
}
