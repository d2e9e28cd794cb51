import type { ExternalIds } from '../../../model/release.js';
import type { RowAttachment, Columns, ColumnValue, ZoneRows } from '../../../model/northbound.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { compareText } from '../../../std/compare-text.js';
import { findChangedItems } from '../../../std/find-change.js';
import { hasSameContent } from '../../../std/same-items.js';
import { rowIdentityOf } from './identity.js';
import { type RowHandle, createReferenceIndex } from './reference-index.js';
import { type TableMap, createTableMap } from './table-map.js';

/** A desired row. */
export interface DesiredRow {
  readonly table: string;
  readonly key: string;
  readonly columns: Columns;
  readonly identity: string | undefined;
  /** Name of the parent router or port group, or '' if there is none. */
  readonly holder: string;
}

/** A foreign row of a topology, with the references that Weir adds to it: column → keys. */
export type BaseRow = ReadonlyMap<string, readonly string[]>;

/** A desired row before and after a change. */
export interface DesiredChange {
  readonly before: DesiredRow | undefined;
  readonly after: DesiredRow | undefined;
}

/** The desired content of a zone's database, updated from one content to the next. */
export interface Desired {
  /** Table → key → row. */
  readonly rows: TableMap<DesiredRow>;
  /** Table → name → the references that Weir adds. */
  readonly bases: TableMap<BaseRow>;
  /** Returns the desired rows, and the base rows, that refer to a row. */
  readonly referrersOf: (target: RowHandle) => readonly RowHandle[];
  /** Replaces the content. Returns the changed rows, and the base rows with changed references. */
  readonly update: (zone: ZoneRows) => {
    readonly rows: readonly DesiredChange[];
    readonly bases: readonly RowHandle[];
  };
}

/** Creates an empty content. Assigns each row its identity, which depends on its parent. */
export function createDesired(schema: ReadonlyMap<string, readonly ColumnSchema[]>): Desired {
  const rows = createTableMap<DesiredRow>();
  const bases = createTableMap<BaseRow>();
  const references = createReferenceIndex<Columns>(schema, (columns, column) => keysIn(columns[column]));
  const baseReferences = createReferenceIndex<BaseRow>(schema, (base, column) => base.get(column) ?? []);
  let last: Pick<ZoneRows, 'rows' | 'attachments'> = { rows: new Map(), attachments: [] };
  let attached: Attached = new Map();
  const parentOf = (row: RowHandle): string =>
    [...references.parentsOf(row), ...baseReferences.parentsOf(row)].reduce((a, b) => (a > b ? a : b), '');
  const rowOf = (table: string, key: string, columns: Columns, known: DesiredRow | undefined): DesiredRow => {
    const holder = parentOf({ table, name: key });
    if (known?.columns === columns && known.holder === holder) return known;
    const facts = { text: (name: string) => textOf(columns[name]), id: desiredIdsOf(columns), router: () => holder };
    return { table, key, columns, identity: rowIdentityOf(table, facts), holder };
  };
  /** Replaces the references of base rows. Returns those that have changed, and adds what they referred to. */
  const attach = (attachments: readonly RowAttachment[], moved: RowHandle[]): readonly RowHandle[] => {
    if (attachments === last.attachments) return [];
    const [before, after] = [attached, attachmentsByRow(attachments)];
    attached = after;
    const changed: RowHandle[] = [];
    for (const table of new Set([...before.keys(), ...after.keys()])) {
      for (const name of new Set([...(before.get(table)?.keys() ?? []), ...(after.get(table)?.keys() ?? [])])) {
        const [own, base] = [bases.get(table, name), after.get(table)?.get(name)];
        if (hasSameContent(own, base)) continue;
        changed.push({ table, name });
        moved.push(...baseReferences.replace({ table, name }, own, base));
        bases.set(table, name, base);
      }
    }
    return changed;
  };
  return {
    rows,
    bases,
    referrersOf: (target) => [...references.referrersOf(target), ...baseReferences.referrersOf(target)],
    update: (zone) => {
      const next = createTableMap<Columns | 'gone'>();
      for (const table of new Set([...last.rows.keys(), ...zone.rows.keys()])) {
        const [before, after] = [last.rows.get(table) ?? [], zone.rows.get(table) ?? []];
        const { gone, added } = findChangedItems(before, after, (one, other) => compareText(one.key, other.key));
        for (const { key } of gone) next.set(table, key, 'gone');
        for (const { key, columns } of added) next.set(table, key, columns);
      }
      const moved: RowHandle[] = [];
      for (const table of next.tables()) {
        for (const [name, columns] of next.of(table)) {
          const [before, after] = [rows.get(table, name)?.columns, columns === 'gone' ? undefined : columns];
          for (const one of references.replace({ table, name }, before, after)) moved.push(one);
        }
      }
      const changedBases = attach(zone.attachments, moved);
      last = zone;
      for (const { table, name } of moved)
        if (!next.get(table, name)) next.set(table, name, rows.get(table, name)?.columns);
      const changed: DesiredChange[] = [];
      for (const table of next.tables()) {
        for (const [key, columns] of next.of(table)) {
          const before = rows.get(table, key);
          const after = columns === 'gone' ? undefined : rowOf(table, key, columns, before);
          if (before === after) continue;
          rows.set(table, key, after);
          changed.push({ before, after });
        }
      }
      return { rows: changed, bases: changedBases };
    },
  };
}

type Attached = ReadonlyMap<string, ReadonlyMap<string, BaseRow>>;

function attachmentsByRow(attachments: readonly RowAttachment[]): Attached {
  const tables = new Map<string, Map<string, Map<string, string[]>>>();
  for (const { table, key, column, references } of attachments) {
    const rows = tables.get(table) ?? new Map<string, Map<string, string[]>>();
    const columns = rows.get(key) ?? new Map<string, string[]>();
    columns.set(column, (columns.get(column) ?? []).concat(references));
    tables.set(table, rows.set(key, columns));
  }
  return tables;
}

/** Returns a key without the number that distinguishes rows of one identity. */
export function naturalKey({ key }: Pick<DesiredRow, 'key'>): string {
  return key.replace(/#[1-9][0-9]*$/, '');
}

/** Returns the keys in a reference column. */
export function keysIn(value: ColumnValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value as readonly string[];
  return typeof value === 'object' ? [] : [String(value)];
}

/** Returns the entries of a desired row's `external_ids`. */
export function desiredIdsOf({ external_ids }: Columns): ExternalIds {
  const entries = typeof external_ids === 'object' && !Array.isArray(external_ids) ? external_ids : {};
  return (name) => (Object.hasOwn(entries, name) ? String((entries as Record<string, unknown>)[name]) : undefined);
}

function textOf(value: ColumnValue | undefined): string {
  return value === undefined || typeof value === 'object' ? '' : String(value);
}
