import type { ExternalIds } from '../../../model/release.js';
import { type OvsdbRow, elementsOf, entriesOf, uuidOf } from '../../../clients/ovsdb/notation.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { findChangedItems } from '../../../std/find-change.js';
import { once } from '../../../std/memoize.js';
import type { LiveDatabase } from '../wire/database.js';
import { PARENTAGES, type RowFacts, rowIdentityOf } from './identity.js';
import { type Mark, type Scope, isOursByMark, markOf } from './ownership.js';
import { type RowHandle, createReferenceIndex } from './reference-index.js';
import { type TableMap, createTableMap } from './table-map.js';
import { hasOnlyServiceVariables } from './template-variables.js';

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

/** A live row before and after a change, on it or on what decides whether it belongs to Weir. */
export interface LiveChange {
  readonly before: LiveEntry | undefined;
  readonly after: LiveEntry | undefined;
}

/** The live rows, updated from one content of the database to the next. */
export interface LiveIndex {
  /** Table → UUID → row. */
  readonly entries: TableMap<LiveEntry>;
  /** Returns the rows that refer to a row, by UUID. */
  readonly referrersOf: (target: RowHandle) => readonly RowHandle[];
  /**
   * Replaces the content. `meters`: names of meters whose bands belong to Weir, because bands have no name. `asked`: keys
   * that the scope has now, or has no longer. Returns the changed rows.
   */
  readonly update: (
    rows: LiveDatabase['rows'],
    meters: { readonly has: (name: string) => boolean },
    asked: ReadonlyMap<string, ReadonlySet<string>>,
  ) => readonly LiveChange[];
  /** Number of rows that Weir owns. */
  readonly owned: () => number;
}

/** Tables whose rows belong to Weir by rows of other tables, in a topology that it manages. */
const CONTEXTUAL: readonly string[] = ['Meter_Band', 'Static_MAC_Binding'];

const PARENTS: readonly string[] = [...new Set(PARENTAGES.map(({ parent }) => parent))];

/** Creates an empty index of live rows with their identities and owners. */
export function createLiveIndex(schema: ReadonlyMap<string, readonly ColumnSchema[]>, scope: Scope): LiveIndex {
  const entries = createTableMap<LiveEntry>();
  const references = createReferenceIndex<OvsdbRow>(schema, (row, column) => uuidsIn(row[column]));
  let last: LiveDatabase['rows'] = new Map();
  let owned = 0;
  const parentOf = (row: RowHandle): string => {
    const { parent } = PARENTAGES.find(({ table }) => table === row.table) ?? { parent: '' };
    const names = references.parentsOf(row).map((uuid) => columnText(entries.get(parent, uuid)?.row ?? {}, 'name'));
    return names.reduce((a, b) => (a > b ? a : b), '');
  };
  /** Returns a row as it is known, or with what has changed. */
  const entryOf = (table: string, uuid: string, row: OvsdbRow, belongs: BelongsToWeir): LiveEntry => {
    const known = entries.get(table, uuid);
    const holder = parentOf({ table, name: uuid });
    const isOurs = (mark: Mark): boolean => isOursByMark(table, mark, scope) || belongs(table, uuid, row);
    if (known?.row === row && known.holder === holder && known.isOurs === isOurs(known.mark)) return known;
    const ids = liveIdsOf(row);
    const mark = markOf(table, ids, scope);
    const facts: RowFacts = { text: (column) => columnText(row, column), id: ids, router: () => holder };
    return { table, uuid, row, identity: rowIdentityOf(table, facts), isOurs: isOurs(mark), mark, holder };
  };
  return {
    entries,
    referrersOf: references.referrersOf,
    update: (rows, meters, asked) => {
      const next = createTableMap<OvsdbRow | 'gone'>();
      for (const table of new Set([...last.keys(), ...rows.keys()])) {
        const { gone, added } = findChangedItems(last.get(table) ?? [], rows.get(table) ?? [], compareRows);
        for (const row of gone) next.set(table, uuidOfRow(row), 'gone');
        for (const row of added) next.set(table, uuidOfRow(row), row);
      }
      last = rows;
      const moved: RowHandle[] = [];
      for (const table of next.tables()) {
        for (const [name, row] of next.of(table)) {
          const [before, after] = [entries.get(table, name)?.row, row === 'gone' ? undefined : row];
          for (const one of references.replace({ table, name }, before, after)) moved.push(one);
          if (before && after && before.name !== after.name) moved.push(...rowsOfParent(table, after));
        }
      }
      for (const row of [...moved, ...rowsMarkedBy(asked, entries), ...(scope.managed ? rowsByContext(entries) : [])]) {
        if (!next.get(row.table, row.name)) next.set(row.table, row.name, entries.get(row.table, row.name)?.row);
      }
      const belongs = createBelongsToWeir(scope, entries, meters);
      const changed: LiveChange[] = [];
      for (const table of inOrder(next.tables())) {
        for (const [uuid, row] of next.of(table)) {
          const before = entries.get(table, uuid);
          const after = row === 'gone' ? undefined : entryOf(table, uuid, row, belongs);
          if (before === after) continue;
          entries.set(table, uuid, after);
          owned += Number(after?.isOurs ?? false) - Number(before?.isOurs ?? false);
          changed.push({ before, after });
        }
      }
      return changed;
    },
    owned: () => owned,
  };
}

/** Returns the tables with parents before those of their rows, and those that depend on rows of others last. */
function inOrder(tables: Iterable<string>): readonly string[] {
  const rank = (table: string): number => (PARENTS.includes(table) ? 0 : CONTEXTUAL.includes(table) ? 2 : 1);
  return [...tables].sort((a, b) => rank(a) - rank(b));
}

function uuidOfRow(row: OvsdbRow): string {
  return uuidOf(row._uuid) ?? '';
}

/** Lists of one database have their rows in the order in which they came. */
function compareRows(one: OvsdbRow, other: OvsdbRow): number {
  return uuidOfRow(one) === uuidOfRow(other) ? 0 : -1;
}

/** Returns the rows that a router or port group refers to as their parent. */
function rowsOfParent(parent: string, row: OvsdbRow): RowHandle[] {
  return PARENTAGES.filter((one) => one.parent === parent).flatMap(({ table, column }) =>
    uuidsIn(row[column]).map((name) => ({ table, name })),
  );
}

function rowsMarkedBy(marks: ReadonlyMap<string, ReadonlySet<string>>, entries: TableMap<LiveEntry>): RowHandle[] {
  return [...marks].flatMap(([table, keys]) =>
    [...entries.of(table).values()]
      .filter(({ mark }) => typeof mark === 'string' && keys.has(mark))
      .map(({ uuid }) => ({ table, name: uuid })),
  );
}

function rowsByContext(entries: TableMap<LiveEntry>): RowHandle[] {
  return CONTEXTUAL.flatMap((table) => Array.from(entries.of(table).keys(), (name) => ({ table, name })));
}

/** Returns true if a row without ids belongs to Weir by its context. */
type BelongsToWeir = (table: string, uuid: string, row: OvsdbRow) => boolean;

function createBelongsToWeir(
  { managed, services }: Scope,
  entries: TableMap<LiveEntry>,
  meters: { readonly has: (name: string) => boolean },
): BelongsToWeir {
  const rowsOf = (table: string): readonly LiveEntry[] => [...entries.of(table).values()];
  const bands = once(() => {
    const own = rowsOf('Meter').filter(({ row }) => meters.has(columnText(row, 'name')));
    return new Set(own.flatMap(({ row }) => uuidsIn(row.bands)));
  });
  const ports = once(() => {
    const own = rowsOf('Logical_Router_Port').filter(({ isOurs }) => isOurs);
    return new Set(own.map(({ row }) => columnText(row, 'name')));
  });
  return (table, uuid, row) => {
    if (table === 'Chassis_Template_Var') return services && hasOnlyServiceVariables(row);
    if (table === 'Meter_Band') return managed && bands().has(uuid);
    return managed && table === 'Static_MAC_Binding' && ports().has(columnText(row, 'logical_port'));
  };
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
