import type { ExternalIds } from '../../../model/release.js';
import type { RowAttachment, Columns, ColumnValue, Row, ZoneRows } from '../../../model/northbound.js';
import { type Carried, carryOver } from '../../../std/carry-over.js';
import { ROUTER_TABLES, rowIdentityOf } from './identity.js';

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
  readonly tables: ReadonlyMap<string, readonly DesiredRow[]>;
  /** Table → name → the references that Weir adds. */
  readonly attachments: ReadonlyMap<string, ReadonlyMap<string, BaseRow>>;
  /** Table → identities of rows that must not exist. */
  readonly absent: ReadonlyMap<string, ReadonlySet<string>>;
  /** Table → the rows, as they are in the zone and here. */
  readonly carried: ReadonlyMap<string, Carried<Row, DesiredRow>>;
}

/** Assigns each desired row its identity, which depends on its parent. Unchanged rows are those of `last`. */
export function indexDesired(zone: ZoneRows, last?: Desired['carried']): Desired {
  const holders = holdersOf(zone);
  const tables = new Map<string, readonly DesiredRow[]>();
  const carried = new Map<string, Carried<Row, DesiredRow>>();
  for (const [table, rows] of zone.rows) {
    const ofTable = holders.get(table);
    const indexed = carryOver<Row, DesiredRow>(rows, last?.get(table), ({ key, columns }, known) => {
      const holder = ofTable?.get(key) ?? '';
      if (known?.holder === holder) return known;
      const facts = { text: (name: string) => textOf(columns[name]), id: desiredIdsOf(columns), router: () => holder };
      return { table, key, columns, identity: rowIdentityOf(table, facts), holder };
    });
    carried.set(table, indexed);
    tables.set(table, indexed.results);
  }
  const absent = new Map([...zone.absent].map(([table, rows]) => [table, new Set(rows.map(naturalKey))]));
  return { tables, attachments: attachmentsByRow(zone.attachments), absent, carried };
}

/** Returns a key without the number that distinguishes rows of one identity. */
function naturalKey({ key }: Row): string {
  return key.replace(/#[1-9][0-9]*$/, '');
}

/** Returns the parent router or port group by table and key. */
function holdersOf(zone: ZoneRows): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const holders = new Map<string, Map<string, string>>();
  const hold = (table: string, name: string, keys: readonly string[]): void => {
    const ofTable = holders.get(table) ?? new Map<string, string>();
    for (const key of keys) ofTable.set(key, name);
    holders.set(table, ofTable);
  };
  for (const [column, table] of ROUTER_TABLES) {
    for (const { key, columns } of zone.rows.get('Logical_Router') ?? []) hold(table, key, keysIn(columns[column]));
  }
  for (const { key, columns } of zone.rows.get('Port_Group') ?? []) hold('ACL', key, keysIn(columns.acls));
  for (const { table, key, column, references } of zone.attachments) {
    const held = table === 'Logical_Router' ? ROUTER_TABLES.get(column) : undefined;
    if (held !== undefined) hold(held, key, references);
  }
  return holders;
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
