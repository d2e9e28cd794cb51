import type { ExternalIds } from '../../../model/release.js';
import type { RowAttachment, Columns, ColumnValue, Row, ZoneRows } from '../../../model/northbound.js';
import { type Carried, carryOver } from '../../../std/carry-over.js';
import { ROUTER_TABLES, rowIdentityOf } from './identity.js';
import { sameItems, sameList } from '../../../std/same-items.js';

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

/** The desired content of a zone's database. */
export interface Desired {
  readonly zone: ZoneRows;
  readonly tables: ReadonlyMap<string, readonly DesiredRow[]>;
  /** Table → name → the references that Weir adds. */
  readonly attachments: ReadonlyMap<string, ReadonlyMap<string, BaseRow>>;
  /** Table → identities of rows that must not exist. */
  readonly absent: ReadonlyMap<string, ReadonlySet<string>>;
  /** Table → the rows, as they are in the zone and here. */
  readonly carried: ReadonlyMap<string, Carried<Row, DesiredRow>>;
  /** Table → key → name of the parent router or port group. */
  readonly holders: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * Assigns each desired row its identity, which depends on its parent. Rows, tables and attachments that have not changed
 * are those of `last`.
 */
export function indexDesired(zone: ZoneRows, last?: Desired): Desired {
  const holders = holdersOf(zone, last);
  const tables = new Map<string, readonly DesiredRow[]>();
  const carried = new Map<string, Carried<Row, DesiredRow>>();
  for (const [table, rows] of zone.rows) {
    const ofTable = holders.get(table);
    const known = last?.carried.get(table);
    const isSame = known?.items === rows && last?.holders.get(table) === ofTable;
    const indexed = isSame ? known : indexTable(table, rows, ofTable, known);
    carried.set(table, indexed);
    tables.set(table, indexed.results);
  }
  const absent = new Map([...zone.absent].map(([table, rows]) => [table, new Set(rows.map(naturalKey))]));
  const isAttachedSame = last?.zone.attachments === zone.attachments;
  const attachments = isAttachedSame ? last.attachments : attachmentsByRow(zone.attachments);
  return { zone, tables, attachments, absent, carried, holders };
}

function indexTable(
  table: string,
  rows: readonly Row[],
  holders: ReadonlyMap<string, string> | undefined,
  last: Carried<Row, DesiredRow> | undefined,
): Carried<Row, DesiredRow> {
  return carryOver<Row, DesiredRow>(rows, last, ({ key, columns }, known) => {
    const holder = holders?.get(key) ?? '';
    if (known?.holder === holder) return known;
    const facts = { text: (name: string) => textOf(columns[name]), id: desiredIdsOf(columns), router: () => holder };
    return { table, key, columns, identity: rowIdentityOf(table, facts), holder };
  });
}

/** Returns a key without the number that distinguishes rows of one identity. */
function naturalKey({ key }: Row): string {
  return key.replace(/#[1-9][0-9]*$/, '');
}

/** Returns the parent router or port group by table and key. Maps of tables with the same parents are those of `last`. */
function holdersOf(zone: ZoneRows, last: Desired | undefined): Desired['holders'] {
  const holders = new Map<string, ReadonlyMap<string, string>>();
  const isAttachedSame = last?.zone.attachments === zone.attachments;
  for (const [column, table] of ROUTER_TABLES) {
    const routers = zone.rows.get('Logical_Router') ?? [];
    const known = last?.holders.get(table);
    if (known && isAttachedSame && holdSame(last.zone.rows.get('Logical_Router') ?? [], routers, column)) {
      holders.set(table, known);
      continue;
    }
    const ofTable = holdersIn(routers, column);
    for (const one of zone.attachments) {
      if (one.table !== 'Logical_Router' || one.column !== column) continue;
      for (const key of one.references) ofTable.set(key, one.key);
    }
    holders.set(table, ofTable);
  }
  const groups = zone.rows.get('Port_Group') ?? [];
  const known = last?.holders.get('ACL');
  const isSame = known && holdSame(last?.zone.rows.get('Port_Group') ?? [], groups, 'acls');
  return holders.set('ACL', isSame ? known : holdersIn(groups, 'acls'));
}

function holdersIn(rows: readonly Row[], column: string): Map<string, string> {
  const holders = new Map<string, string>();
  for (const { key, columns } of rows) for (const one of keysIn(columns[column])) holders.set(one, key);
  return holders;
}

/** Returns true if two lists have the same parents with the same keys in a column. */
function holdSame(before: readonly Row[], after: readonly Row[], column: string): boolean {
  return sameList(
    before,
    after,
    (a, b) => a.key === b.key && sameItems(keysIn(a.columns[column]), keysIn(b.columns[column])),
  );
}

function attachmentsByRow(attachments: readonly RowAttachment[]): Desired['attachments'] {
  const tables = new Map<string, Map<string, Map<string, string[]>>>();
  for (const { table, key, column, references } of attachments) {
    const rows = tables.get(table) ?? new Map<string, Map<string, string[]>>();
    const columns = rows.get(key) ?? new Map<string, string[]>();
    columns.set(column, (columns.get(column) ?? []).concat(references));
    tables.set(table, rows.set(key, columns));
  }
  return tables;
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
