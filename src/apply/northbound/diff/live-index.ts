import type { ExternalIds } from '../../../model/release.js';
import { type OvsdbRow, elementsOf, entriesOf, uuidOf } from '../../../clients/ovsdb/notation.js';
import type { LiveDatabase } from '../wire/database.js';
import { ROUTER_TABLES, type RowFacts, rowIdentityOf } from './identity.js';
import { type Mark, type Scope, isMarkedOurs, isOursByMark, markOf } from './ownership.js';
import { hasOnlyServiceVariables } from './template-variables.js';
import { sameList } from '../../../std/same-items.js';

/** A row of the live database. */
export interface LiveEntry {
  readonly table: string;
  readonly uuid: string;
  readonly row: OvsdbRow;
  readonly identity: string | undefined;
  readonly isOurs: boolean;
  readonly mark: Mark;
  /** Name of the parent router or port group, or '' if there is none. */
  readonly holder: string;
}

/** The live rows, by table and by UUID. */
export interface LiveIndex {
  readonly tables: ReadonlyMap<string, readonly LiveEntry[]>;
  /** Table → UUID → row. */
  readonly byUuid: ReadonlyMap<string, ReadonlyMap<string, LiveEntry>>;
  readonly rows: LiveDatabase['rows'];
  /** Table → UUID → name of the parent router or port group. */
  readonly holders: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly asked: Scope['asked'];
}

/** Tables whose rows belong to Weir by rows of other tables. */
const CONTEXTUAL: ReadonlySet<string> = new Set(['Meter_Band', 'Static_MAC_Binding']);

/**
 * Indexes the live rows with their identities and owners. `meters` are the names of meters whose bands belong to Weir,
 * because bands have no name. Entries of unchanged rows, and lists of unchanged tables, are those of `last`, the index
 * of this scope before.
 */
export function indexLive(
  { rows }: LiveDatabase,
  scope: Scope,
  meters: ReadonlySet<string>,
  last?: LiveIndex,
): LiveIndex {
  const { managed, services, asked } = scope;
  const holders = holdersOf(rows, last);
  const bands = new Set(
    (rows.get('Meter') ?? []).filter(({ name }) => meters.has(String(name))).flatMap((meter) => uuidsIn(meter.bands)),
  );
  const ports = new Set(
    !managed
      ? []
      : (rows.get('Logical_Router_Port') ?? [])
          .filter((port) => isMarkedOurs('Logical_Router_Port', liveIdsOf(port), scope))
          .map(({ name }) => name),
  );
  /** Returns true if a row without ids belongs to Weir by its context. */
  const belongs = (table: string, uuid: string, row: OvsdbRow): boolean =>
    (managed && (bands.has(uuid) || (table === 'Static_MAC_Binding' && ports.has(row.logical_port ?? '')))) ||
    (services && table === 'Chassis_Template_Var' && hasOnlyServiceVariables(row));
  const describe = (
    table: string,
    uuid: string,
    row: OvsdbRow,
    holder: string,
    isOurs: (mark: Mark) => boolean,
  ): LiveEntry => {
    const ids = liveIdsOf(row);
    const mark = markOf(table, ids, scope);
    const facts: RowFacts = { text: (column) => columnText(row, column), id: ids, router: () => holder };
    return { table, uuid, row, identity: rowIdentityOf(table, facts), isOurs: isOurs(mark), mark, holder };
  };
  const tables = new Map<string, readonly LiveEntry[]>();
  const byUuid = new Map<string, ReadonlyMap<string, LiveEntry>>();
  for (const [table, list] of rows) {
    const ofTable = holders.get(table);
    const before = last?.byUuid.get(table);
    const entriesBefore = last?.tables.get(table);
    const isSame =
      last?.rows.get(table) === list &&
      last.holders.get(table) === ofTable &&
      last.asked.get(table) === asked.get(table);
    if (isSame && before && entriesBefore && !CONTEXTUAL.has(table)) {
      tables.set(table, entriesBefore);
      byUuid.set(table, before);
      continue;
    }
    const own = new Map<string, LiveEntry>();
    const entries = list.map((row): LiveEntry => {
      const uuid = uuidOf(row._uuid) ?? '';
      const holder = ofTable?.get(uuid) ?? '';
      const known = before?.get(uuid);
      const isKnown = known?.row === row && known.holder === holder;
      const isOurs = (mark: Mark): boolean => isOursByMark(table, mark, scope) || belongs(table, uuid, row);
      const entry = isKnown && known.isOurs === isOurs(known.mark) ? known : describe(table, uuid, row, holder, isOurs);
      own.set(uuid, entry);
      return entry;
    });
    tables.set(table, entries);
    byUuid.set(table, own);
  }
  return { tables, byUuid, rows, holders, asked };
}

/** Columns of parents: table and column of the parent → table of the rows. */
const HOLDERS: readonly (readonly [parent: string, column: string, table: string])[] = [
  ...[...ROUTER_TABLES].map(([column, table]) => ['Logical_Router', column, table] as const),
  ['Port_Group', 'acls', 'ACL'],
];

/** Returns the name of the parent by table and UUID. Maps of tables with the same parents are those of `last`. */
function holdersOf(rows: LiveDatabase['rows'], last: LiveIndex | undefined): LiveIndex['holders'] {
  return new Map(
    HOLDERS.map(([parent, column, table]) => {
      const parents = rows.get(parent) ?? [];
      const known = last?.holders.get(table);
      if (known && holdSame(last?.rows.get(parent) ?? [], parents, column)) return [table, known];
      const holders = new Map<string, string>();
      for (const row of parents) for (const uuid of uuidsIn(row[column])) holders.set(uuid, String(row.name));
      return [table, holders];
    }),
  );
}

/** Returns true if two lists have the same parents with the same value of a column. */
function holdSame(before: readonly OvsdbRow[], after: readonly OvsdbRow[], column: string): boolean {
  return sameList(before, after, (a, b) => a.name === b.name && a[column] === b[column]);
}

/** Returns the UUIDs to which a column refers. */
export function uuidsIn(value: OvsdbRow[string] | undefined): string[] {
  return elementsOf(value).map((atom) => uuidOf(atom) ?? '');
}

/** Returns the entries of a live row's `external_ids`. */
export function liveIdsOf(row: OvsdbRow): ExternalIds {
  const entries = entriesOf(row.external_ids);
  return (name) => {
    const value = entries.find(([key]) => key === name)?.[1];
    return typeof value === 'string' ? value : undefined;
  };
}

/** Returns a single-valued column as text, or '' if the row has none. */
export function columnText(row: OvsdbRow, column: string): string {
  const value = row[column];
  return typeof value === 'object' || value === undefined ? '' : String(value);
}
