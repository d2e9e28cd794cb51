import type { RowQuery, Replica, RowChange } from './client.js';
import { type Atom, elementsOf, entriesOf, isRow, type OvsdbRow, type OvsdbValue } from './notation.js';
import type { DatabaseColumn, DatabaseSchema, DatabaseTable } from './schema.js';
import { createPairSharing } from './share-pairs.js';
import { isObject } from '../../std/json.js';

/**
 * Format of the updates of a monitor: with complete rows (RFC 7047 §4.1.6), or with differences (ovsdb-server(7)
 * §4.1.14).
 */
export type UpdateForm = 'update' | 'update2';

/** A copy of the rows of some tables that is updated by a monitor. */
export interface ReplicaKeeper {
  readonly replica: Replica;
  /**
   * Replaces the content by the response to a monitor that contains all rows. Returns false if it is malformed.
   */
  readonly reset: (schema: DatabaseSchema, form: UpdateForm, updates: unknown) => boolean;
  /** Applies an update and returns its changes, or undefined if it is malformed. The content is then unusable. */
  readonly update: (updates: unknown) => readonly RowChange[] | undefined;
}

/** Column that a server does not send, because updates have it as the key of a row. */
export const UUID_COLUMN = '_uuid';

type Members = Readonly<Record<string, unknown>>;

/** Creates an empty copy of the tables of the queries. */
export function createReplica(queries: readonly RowQuery[]): ReplicaKeeper {
  const replica = new Map<string, Map<string, OvsdbRow>>(queries.map(({ table }) => [table, new Map()]));
  let schema: DatabaseSchema | undefined;
  let form: UpdateForm = 'update2';
  const defaults = new Map<string, OvsdbRow>();
  const share = createPairSharing();
  const named = new Set(
    queries.flatMap(({ table, columns }) => (columns?.includes(UUID_COLUMN) === true ? [table] : [])),
  );

  const update = (updates: unknown): readonly RowChange[] | undefined => {
    if (!isObject(updates)) return undefined;
    const changes: RowChange[] = [];
    for (const [name, rows] of Object.entries(updates)) {
      const kept = replica.get(name);
      const table = schema?.tables.get(name);
      if (kept === undefined || table === undefined || !isObject(rows)) return undefined;
      for (const [uuid, row] of Object.entries(rows)) {
        if (!isObject(row)) return undefined;
        const before = kept.get(uuid);
        const after = form === 'update' ? afterUpdate(row) : afterUpdate2(row, before, table);
        if (after === 'malformed') return undefined;
        const full = after && { ...(named.has(name) && idOf(uuid)), ...defaults.get(name), ...share(after) };
        if (full) kept.set(uuid, full);
        else if (!kept.delete(uuid)) continue;
        changes.push({ table: name, uuid, ...(before && { before }), ...(full && { after: full }) });
      }
    }
    return changes;
  };
  return {
    replica,
    update,
    reset: (newSchema, newForm, updates) => {
      schema = newSchema;
      form = newForm;
      for (const { table, columns } of queries) {
        replica.get(table)?.clear();
        defaults.set(table, defaultsOf(newSchema.tables.get(table), columns));
      }
      return update(updates) !== undefined;
    },
  };
}

function idOf(uuid: string): OvsdbRow {
  return { [UUID_COLUMN]: ['uuid', uuid] };
}

/** Returns the default values of a row. Servers omit columns with defaults from new rows. */
function defaultsOf(table: DatabaseTable | undefined, columns: readonly string[] | undefined): OvsdbRow {
  const chosen = [...(table?.columns ?? [])].filter(([name]) => columns?.includes(name) ?? true);
  return Object.fromEntries(chosen.map(([name, column]) => [name, defaultOf(column)]));
}

/** Returns the value of a column that an insert omits (RFC 7047 §5.2.1). */
function defaultOf({ key, value, min }: DatabaseColumn): OvsdbValue {
  if (min > 0 && value === undefined) return DEFAULTS[key.type];
  if (value === undefined) return ['set', []];
  return ['map', min === 0 ? [] : [[DEFAULTS[key.type], DEFAULTS[value.type]]]];
}

const DEFAULTS: Readonly<Record<DatabaseColumn['key']['type'], Atom>> = {
  string: '',
  integer: 0,
  real: 0,
  boolean: false,
  uuid: ['uuid', '00000000-0000-0000-0000-000000000000'],
};

/** Returns the row after a <row-update> (RFC 7047 §4.1.6), whose `new` is complete. */
function afterUpdate(update: Members): OvsdbRow | undefined | 'malformed' {
  if (update.new === undefined) return update.old === undefined ? 'malformed' : undefined;
  return isRow(update.new) ? update.new : 'malformed';
}

/** Returns the row after a <row-update2> (ovsdb-server(7) §4.1.14), whose `modify` contains differences. */
function afterUpdate2(
  update: Members,
  before: OvsdbRow | undefined,
  table: DatabaseTable,
): OvsdbRow | undefined | 'malformed' {
  if ('delete' in update) return undefined;
  const whole = update.initial ?? update.insert;
  if (whole !== undefined) return isRow(whole) ? whole : 'malformed';
  if (!isRow(update.modify) || before === undefined) return 'malformed';
  const changed = Object.entries(update.modify).map(([name, difference]): [string, OvsdbValue] => {
    const column = table.columns.get(name);
    const isWhole = column === undefined || (column.max === 1 && column.value === undefined);
    return [name, isWhole ? difference : applyDifference(before[name], difference, column)];
  });
  return { ...before, ...Object.fromEntries(changed) };
}

/**
 * Applies the difference of a set or map. A set's difference contains added and removed elements. A map's contains new
 * values, and the old value of removed keys.
 */
function applyDifference(before: OvsdbValue | undefined, difference: OvsdbValue, column: DatabaseColumn): OvsdbValue {
  if (column.value !== undefined) {
    const pairs = new Map(entriesOf(before).map((pair) => [keyOf(pair[0]), pair]));
    for (const pair of entriesOf(difference)) {
      const key = keyOf(pair[0]);
      const old = pairs.get(key);
      if (old !== undefined && keyOf(old[1]) === keyOf(pair[1])) pairs.delete(key);
      else pairs.set(key, pair);
    }
    return ['map', [...pairs.values()]];
  }
  const atoms = new Map(elementsOf(before).map((atom) => [keyOf(atom), atom]));
  for (const atom of elementsOf(difference)) {
    const key = keyOf(atom);
    if (!atoms.delete(key)) atoms.set(key, atom);
  }
  const [first, ...others] = atoms.values();
  // Servers write a set of one element as that element.
  return first !== undefined && others.length === 0 ? first : ['set', [...atoms.values()]];
}

function keyOf(atom: Atom): string | number | boolean {
  return typeof atom === 'object' ? atom[1] : atom;
}
