import type { RowAttachment, ColumnValue, Row } from '../../../model/northbound.js';
import { sortParts } from '../../../engine/sort-parts.js';
import { withColumns } from '../../../northbound/join-rows.js';
import { concatenate } from '../../../std/concatenate.js';
import { inOrder } from '../../../std/in-order.js';
import { memoize, memoizeItems, memoizeWeak } from '../../../std/memoize.js';
import { byKey } from './keys.js';

/** Table → rows in byte order of their keys. */
export type ZoneTables = Map<string, readonly Row[]>;

/**
 * Adds rows to a table and keeps the order of keys. Most tables get all their rows from one source, already in order. The same
 * lists give the same list.
 */
export function addRows(tables: ZoneTables, table: string, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const known = tables.get(table);
  tables.set(table, known ? mergeTwo([known, rows]) : sortOnce(rows));
}

const sortOnce = memoizeWeak((rows: readonly Row[]) => inOrder(rows, byKey));

/** Merges a list in byte order of keys, and mostly few other rows. */
const mergeTwo = memoizeItems((lists: readonly (readonly Row[])[]) => {
  const [sorted = [], ...others] = lists;
  return sortParts([sorted, ...others], byKey, { parts: [sorted], sorted }).sorted;
});

/** Returns the rows of lists, in byte order of their keys. */
export function mergeRows(lists: readonly (readonly Row[])[]): readonly Row[] {
  return inOrder(concatenate(lists), byKey);
}

/** Returns the rows of lists that are in byte order of their keys, in that order. */
export function mergeSorted(lists: readonly (readonly Row[])[]): readonly Row[] {
  const starts = lists.flatMap((rows) => (rows[0] ? [{ key: rows[0].key, rows }] : [])).sort(byKey);
  if (starts.length < 2) return starts[0]?.rows ?? [];
  const isApart = starts.every(({ rows }, index) => {
    const [last, next] = [rows.at(-1), starts[index + 1]];
    return !last || !next || last.key < next.key;
  });
  // Most lists have keys of one kind of rows, which do not mix with others.
  return isApart ? concatenate(starts.map(({ rows }) => rows)) : mergeRows(lists);
}

/** Adds rows of whole tables. */
export function addTables(tables: ZoneTables, more: ReadonlyMap<string, readonly Row[]>): void {
  for (const [table, rows] of more) addRows(tables, table, rows);
}

/** Merges attachments into the base rows of a managed topology, which Weir manages. */
export function attachInPlace(tables: ZoneTables, attachments: readonly RowAttachment[]): void {
  // The switches of a zone share their references.
  const settle = memoize((references: readonly string[]) => [...new Set(references)].sort());
  changeReferences(tables, attachments, (held, references) =>
    held.length === 0 ? settle(references) : [...new Set([...held, ...references])].sort(),
  );
}

/** Removes the rows in `attachments` from a managed topology, and the references to them. */
export function removeInPlace(tables: ZoneTables, table: string, attachments: readonly RowAttachment[]): void {
  if (attachments.length === 0) return;
  const removed = new Set(attachments.flatMap(({ references }) => references));
  const rows = tables.get(table) ?? [];
  tables.set(
    table,
    rows.filter(({ key }) => !removed.has(key)),
  );
  changeReferences(tables, attachments, (held) => held.filter((key) => !removed.has(key)));
}

function changeReferences(
  tables: ZoneTables,
  attachments: readonly RowAttachment[],
  change: (held: readonly string[], references: readonly string[]) => readonly string[],
): void {
  const changes = new Map<string, Map<string, RowAttachment[]>>();
  for (const attachment of attachments) {
    const ofTable = changes.get(attachment.table) ?? new Map<string, RowAttachment[]>();
    changes.set(attachment.table, ofTable);
    ofTable.set(attachment.key, [...(ofTable.get(attachment.key) ?? []), attachment]);
  }
  for (const [table, ofTable] of changes) {
    const rows = tables.get(table) ?? [];
    tables.set(
      table,
      rows.map((row) => (ofTable.get(row.key) ?? []).reduce((changed, one) => changeColumn(changed, one, change), row)),
    );
  }
}

function changeColumn(
  row: Row,
  { column, references }: RowAttachment,
  change: (held: readonly string[], references: readonly string[]) => readonly string[],
): Row {
  const value: ColumnValue = row.columns[column] ?? [];
  const changed = change(Array.isArray(value) ? (value as readonly string[]) : [], references);
  const others = Object.entries(row.columns).filter(([name]) => name !== column);
  if (changed.length > 0) others.push([column, changed]);
  return withColumns(row, Object.fromEntries(others));
}
