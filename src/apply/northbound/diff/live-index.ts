import type { ExternalIds } from '../../../model/release.js';
import { type OvsdbRow, elementsOf, entriesOf, uuidOf } from '../../../clients/ovsdb/notation.js';
import type { LiveDatabase } from '../wire/database.js';
import { ROUTER_TABLES, type RowFacts, rowIdentityOf } from './identity.js';
import { type Mark, type Scope, isMarkedOurs, isOursByMark, markOf } from './ownership.js';
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

/** The live rows, by table and by UUID. */
export interface LiveIndex {
  readonly tables: ReadonlyMap<string, readonly LiveEntry[]>;
  readonly byUuid: ReadonlyMap<string, LiveEntry>;
}

/**
 * Indexes the live rows with their identities and owners. `meters` are the names of meters whose bands belong to Weir,
 * because bands have no name. Entries of unchanged rows are those of `last`, the index of this scope before.
 */
export function indexLive(
  { rows }: LiveDatabase,
  scope: Scope,
  meters: ReadonlySet<string>,
  last?: LiveIndex,
): LiveIndex {
  const { managed, services } = scope;
  const holders = holdersOf(rows);
  const bands = new Set(
    (rows.get('Meter') ?? []).filter(({ name }) => meters.has(String(name))).flatMap((meter) => uuidsIn(meter.bands)),
  );
  const ports = new Set(
    (rows.get('Logical_Router_Port') ?? [])
      .filter((port) => isMarkedOurs('Logical_Router_Port', liveIdsOf(port), scope))
      .map(({ name }) => name),
  );
  /** Returns true if a row without ids belongs to Weir by its context. */
  const belongs = (table: string, uuid: string, row: OvsdbRow): boolean =>
    (managed && (bands.has(uuid) || (table === 'Static_MAC_Binding' && ports.has(row.logical_port ?? '')))) ||
    (services && table === 'Chassis_Template_Var' && hasOnlyServiceVariables(row));
  const tables = new Map<string, readonly LiveEntry[]>();
  const byUuid = new Map<string, LiveEntry>();
  for (const [table, list] of rows) {
    const entries = list.map((row): LiveEntry => {
      const uuid = uuidOf(row._uuid) ?? '';
      const holder = holders.get(uuid) ?? '';
      const known = last?.byUuid.get(uuid);
      const isKnown = known?.row === row && known.holder === holder;
      const ids = liveIdsOf(row);
      const mark = isKnown ? known.mark : markOf(table, ids, scope);
      const isOurs = isOursByMark(mark, scope) || belongs(table, uuid, row);
      const facts: RowFacts = { text: (column) => columnText(row, column), id: ids, router: () => holder };
      const entry =
        isKnown && known.isOurs === isOurs
          ? known
          : { table, uuid, row, identity: rowIdentityOf(table, facts), isOurs, mark, holder };
      byUuid.set(uuid, entry);
      return entry;
    });
    tables.set(table, entries);
  }
  return { tables, byUuid };
}

/** Returns the name of the parent router or port group by row UUID. */
function holdersOf(rows: LiveDatabase['rows']): ReadonlyMap<string, string> {
  const holders = new Map<string, string>();
  for (const router of rows.get('Logical_Router') ?? []) {
    for (const column of ROUTER_TABLES.keys()) {
      for (const uuid of uuidsIn(router[column])) holders.set(uuid, String(router.name));
    }
  }
  for (const group of rows.get('Port_Group') ?? []) {
    for (const uuid of uuidsIn(group.acls)) holders.set(uuid, String(group.name));
  }
  return holders;
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
