import { emitClusterRows, emitWholeRows } from '../compile/6-emit/zone-rows.js';
import type { Cluster } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Intent } from '../model/intent.js';
import type { Row, ZoneRows } from '../model/northbound.js';
import { joinColumns, joinZone, withColumns } from '../northbound/join-rows.js';
import { readEntry, readColumnText } from '../northbound/row-columns.js';
import { ID_KEY } from '../ovn-kubernetes/object-ids.js';
import { once } from '../std/memoize.js';

/** Everything that a repository is compiled to. */
export interface CompiledInput {
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

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

function collectOwn({ intents, cluster, configuration }: CompiledInput): MadeRow[] {
  const { shared, ownOf } = emitClusterRows(intents, cluster, configuration, () => undefined);
  const zones = [...cluster.zones.keys()].map((name) => {
    const own = ownOf(name).rows;
    return joinZone([shared.rows, own], own);
  });
  return [...mergeZones(zones, 'written'), ...mergeZones(zones, 'removed')];
}

function collectBase({ intents, cluster, configuration }: CompiledInput): MadeRow[] {
  return mergeZones(emitWholeRows(intents, cluster, configuration), 'base');
}

/** Returns the rows of all zones, each once. */
function mergeZones(zones: readonly ZoneRows[], state: MadeRow['state']): MadeRow[] {
  const made = new Map<string, MadeRow>();
  for (const { zone, rows, absent } of zones) {
    for (const [table, list] of state === 'removed' ? absent : rows) {
      for (const row of list) {
        const place = `${table} ${row.key}`;
        const known = made.get(place);
        if (!known) made.set(place, { table, row, zones: [zone], state });
        else made.set(place, { ...known, row: joinSets(table, known.row, row), zones: [...known.zones, zone] });
      }
    }
  }
  return [...made.values()];
}

function joinSets(table: string, one: Row, other: Row): Row {
  if (one === other || (table !== 'Address_Set' && table !== 'Port_Group')) return one;
  return withColumns(one, joinColumns(one.columns, other.columns));
}
