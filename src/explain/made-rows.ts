import { emitClusterRows, emitWholeRows } from '../compile/6-emit/zone-rows.js';
import type { CompiledInput } from '../model/compiled-input.js';
import type { NorthboundRows, Row, ZoneRows } from '../model/northbound.js';
import { joinColumns, withColumns } from '../northbound/join-rows.js';
import { readEntry, readColumnText } from '../northbound/row-columns.js';
import { ID_KEY } from '../ovn-kubernetes/object-ids.js';
import { once } from '../std/memoize.js';

/** A row of the Northbound databases. */
export interface MadeRow {
  readonly table: string;
  /** The row, with the members that all zones add to a set. If zones differ otherwise, that of the first zone. */
  readonly row: Row;
  readonly zones: readonly string[];
  /** `written`: Weir writes it. `removed`: it must not exist. `base`: another controller writes it. */
  readonly state: 'written' | 'removed' | 'base';
}

/** The rows of a cluster, found by any name. */
export interface RowFinder {
  /**
   * Returns the rows with a key, a name, or an id in `external_ids`, of one table if it is set. Returns rows of other
   * controllers only if Weir has none.
   */
  readonly find: (name: string, table?: string) => readonly MadeRow[];
  /** Returns all rows of a table that Weir writes. */
  readonly rowsOf: (table: string) => readonly MadeRow[];
}

/** Creates a finder of the rows that a repository is compiled to. Indexes them when it is first used. */
export function createRowFinder(input: CompiledInput): RowFinder {
  const own = once(() => indexByName(collectOwn(input)));
  const base = once(() => indexByName(collectBase(input)));
  return {
    find: (name, table) => {
      const isMeant = (made: MadeRow): boolean => table === undefined || made.table === table;
      const found = (own().byName.get(name) ?? []).filter(isMeant);
      return found.length > 0 ? found : (base().byName.get(name) ?? []).filter(isMeant);
    },
    rowsOf: (table) => own().byTable.get(table) ?? [],
  };
}

interface NamedRows {
  readonly byName: ReadonlyMap<string, readonly MadeRow[]>;
  readonly byTable: ReadonlyMap<string, readonly MadeRow[]>;
}

function indexByName(rows: readonly MadeRow[]): NamedRows {
  const [byName, byTable] = [new Map<string, MadeRow[]>(), new Map<string, MadeRow[]>()];
  const add = (index: Map<string, MadeRow[]>, name: string, made: MadeRow): void => {
    const known = index.get(name);
    if (known) known.push(made);
    else index.set(name, [made]);
  };
  for (const made of rows) {
    for (const name of namesOf(made.row)) add(byName, name, made);
    if (made.state === 'written') add(byTable, made.table, made);
  }
  return { byName, byTable };
}

function namesOf({ key, columns }: Row): ReadonlySet<string> {
  const names = new Set([key, readColumnText(columns, 'name'), readEntry(columns, 'external_ids', ID_KEY.id) ?? '']);
  names.delete('');
  return names;
}

function collectOwn(input: CompiledInput): MadeRow[] {
  const { shared, ownOf } = emitClusterRows(input, () => undefined);
  const zones = [...input.cluster.zones.keys()];
  const own = zones.map((name) => ownOf(name).rows);
  const lists = [{ ...shared.rows, zones }, ...own.map(inZone)];
  return [...mergeZones(lists, 'written'), ...mergeZones(lists, 'removed')];
}

function collectBase(input: CompiledInput): MadeRow[] {
  return mergeZones(emitWholeRows(input).map(inZone), 'base');
}

/** Rows that some zones have. */
interface RowsOfZones extends NorthboundRows {
  readonly zones: readonly string[];
}

function inZone(rows: ZoneRows): RowsOfZones {
  return { ...rows, zones: [rows.zone] };
}

/** The parts of a row: members that zones add to a set are parts of their own. */
interface RowParts {
  readonly table: string;
  readonly parts: Row[];
  readonly zones: Set<string>;
}

/** Returns the rows of all zones, each once. A row that all zones share comes before the parts that zones add to it. */
function mergeZones(lists: readonly RowsOfZones[], state: MadeRow['state']): MadeRow[] {
  const made = new Map<string, RowParts>();
  for (const { zones, rows, absent } of lists) {
    for (const [table, list] of state === 'removed' ? absent : rows) {
      for (const row of list) {
        const place = `${table} ${row.key}`;
        const known = made.get(place) ?? { table, parts: [], zones: new Set() };
        made.set(place, known);
        known.parts.push(row);
        for (const zone of zones) known.zones.add(zone);
      }
    }
  }
  return [...made.values()].flatMap(({ table, parts, zones }): MadeRow[] => {
    const [first, ...others] = parts;
    if (!first) return [];
    const isJoined = others.length > 0 && JOINED.has(table);
    const row = isJoined ? withColumns(first, joinColumns(parts.map(({ columns }) => columns))) : first;
    return [{ table, row, zones: [...zones], state }];
  });
}

/** Tables whose rows are sets, to which each zone adds members. */
const JOINED: ReadonlySet<string> = new Set(['Address_Set', 'Port_Group']);
