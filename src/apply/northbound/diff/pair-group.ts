import type { Columns } from '../../../model/northbound.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { equalsWire } from '../wire/wire-value.js';
import { type DesiredRow, desiredIdsOf } from './desired.js';
import { type LiveEntry, liveIdsOf } from './live-index.js';
import { MARKER, type Scope, UNMARKED_TABLES, isMarkedOurs, isShared } from './ownership.js';
import { withOtherVariables } from './template-variables.js';

/** A desired row and the matching live row. */
export interface Match {
  readonly desired: DesiredRow;
  readonly live: LiveEntry;
  /** The desired columns, with the marker if the live row has one or gets one. */
  readonly columns: Columns;
  /** The differing columns, without references. */
  readonly changed: readonly ColumnSchema[];
}

/** A row in an operation: a live one, or one that the transaction inserts. */
export type RowReference = { readonly live: LiveEntry } | { readonly inserted: DesiredRow };

/** The desired rows in the order of their keys, and the live ones in that of their UUIDs, of one identity. */
export interface GroupPairs {
  readonly matches: readonly Match[];
  readonly missing: readonly DesiredRow[];
  /** Desired rows whose identity a foreign row with different content has. */
  readonly foreign: readonly Match[];
  /** Live rows to remove: owned ones without a desired row, and rows that must not exist. */
  readonly stale: readonly LiveEntry[];
  /** Foreign live rows without a desired row. */
  readonly others: readonly LiveEntry[];
}

export interface PairContext extends Scope {
  readonly schema: ReadonlyMap<string, readonly ColumnSchema[]>;
  readonly zone: string;
}

const NONE: readonly never[] = [];

/** A group without rows. */
export const NO_PAIRS: GroupPairs = { matches: NONE, missing: NONE, foreign: NONE, stale: NONE, others: NONE };

/** Returns true if a group differs from its desired state. */
export function isOpen({ matches, missing, foreign, stale }: GroupPairs): boolean {
  return missing.length + foreign.length + stale.length > 0 || matches.some(({ changed }) => changed.length > 0);
}

/** Returns the desired rows of a group. */
export function desiredIn({ matches, missing, foreign }: GroupPairs): readonly DesiredRow[] {
  return [...matches.map(({ desired }) => desired), ...missing, ...foreign.map(({ desired }) => desired)];
}

/** Returns the live rows of a group. */
export function liveIn({ matches, foreign, stale, others }: GroupPairs): readonly LiveEntry[] {
  return [...matches.map(({ live }) => live), ...foreign.map(({ live }) => live), ...stale, ...others];
}

/**
 * Pairs desired and live rows of one identity, or leaves them apart if they have none. Rows of equal content are paired
 * first, and the rest in order. Foreign rows of equal content are accepted, because live controllers create the same
 * rows. `isAbsent`: no such row may exist. Equal rows have the pairs of `before`.
 */
export function pairGroup(
  rows: readonly DesiredRow[],
  entries: readonly LiveEntry[],
  isAbsent: boolean,
  context: PairContext,
  before: GroupPairs,
): GroupPairs {
  const matches: Match[] = [];
  const missing: DesiredRow[] = [];
  const foreign: Match[] = [];
  const free = new Set(entries);
  const matchWith = (desired: DesiredRow, live: LiveEntry): Match =>
    before.matches.find((one) => one.desired === desired && one.live === live && one.changed.length === 0) ??
    matchOf(desired, live, context);
  const take = (match: Match): void => {
    free.delete(match.live);
    const isConflict = match.changed.length > 0 && !mayChange(match.live, context);
    if (isConflict) foreign.push(match);
    else matches.push(adopt(match, context));
  };
  const waiting: DesiredRow[] = [];
  const equalTo = (row: DesiredRow): Match | undefined =>
    firstOf(free, (one) => {
      const match = matchWith(row, one);
      return match.changed.length === 0 ? match : undefined;
    });
  for (const row of rows) {
    const equal = row.identity === undefined ? undefined : equalTo(row);
    if (equal) take(equal);
    else waiting.push(row);
  }
  for (const row of waiting) {
    const isPaired = row.identity !== undefined;
    const one =
      isPaired && (firstOf(free, (other) => (other.isOurs ? other : undefined)) ?? firstOf(free, (other) => other));
    if (one) take(matchWith(row, one));
    else missing.push(row);
  }
  const stale = [...free].filter(({ isOurs }) => isOurs || isAbsent);
  const others = stale.length === free.size ? NONE : [...free].filter(({ isOurs }) => !isOurs && !isAbsent);
  return { matches: orNone(matches), missing: orNone(missing), foreign: orNone(foreign), stale: orNone(stale), others };
}

/** Returns the same list for all that are empty, because there are many groups. */
function orNone<Item>(items: readonly Item[]): readonly Item[] {
  return items.length === 0 ? NONE : items;
}

function firstOf<Found>(entries: Iterable<LiveEntry>, find: (one: LiveEntry) => Found | undefined): Found | undefined {
  for (const one of entries) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns true if a row may be changed. A database without a name can get one, but a different name shows the database
 * of another zone. Foreign variables of a chassis stay.
 */
function mayChange({ table, row, isOurs }: LiveEntry, { services }: Scope): boolean {
  if (table === 'NB_Global') return row.name === '';
  return isOurs || (services && table === 'Chassis_Template_Var');
}

function matchOf(desired: DesiredRow, live: LiveEntry, { schema, services }: PairContext): Match {
  const marker = liveIdsOf(live.row)(MARKER);
  const isOfServices = services && live.table === 'Chassis_Template_Var';
  const wanted = isOfServices ? withOtherVariables(desired.columns, live.row) : desired.columns;
  const columns = marker === undefined ? wanted : withMarker(wanted, marker);
  const changed = (schema.get(live.table) ?? NONE).filter((column) => {
    const value = live.row[column.name];
    if (value === undefined || column.key.reference !== undefined) return false;
    return !equalsWire(column, columns[column.name], value);
  });
  return { desired, live, columns, changed: orNone(changed) };
}

/** Adds the marker to an equal row in a topology that Weir manages, to mark it as owned. */
function adopt(match: Match, context: PairContext): Match {
  const { managed, zone, schema } = context;
  const { desired, live, changed } = match;
  if (!managed || live.isOurs || isIdentified(desired, context)) return match;
  const column = schema.get(live.table)?.find(({ name }) => name === 'external_ids');
  if (column === undefined) return match;
  return { ...match, columns: withMarker(desired.columns, zone), changed: [...changed, column] };
}

/** Returns the columns of a new row. */
export function columnsToInsert(row: DesiredRow, context: PairContext): Columns {
  return isIdentified(row, context) ? row.columns : withMarker(row.columns, context.zone);
}

/**
 * Returns true if the content of a row marks it as owned, or if its table has no marks. An owner type that live
 * controllers also use is not enough.
 */
function isIdentified({ table, columns }: DesiredRow, scope: Scope): boolean {
  if (scope.services && SERVICE_TABLES.has(table)) return true;
  const ids = desiredIdsOf(columns);
  if (!scope.managed && isShared(table, ids, scope.release)) return false;
  return UNMARKED_TABLES.has(table) || isMarkedOurs(table, ids, scope);
}

const SERVICE_TABLES: ReadonlySet<string> = new Set(['Chassis_Template_Var', 'Load_Balancer']);

function withMarker(columns: Columns, zone: string): Columns {
  return {
    ...columns,
    external_ids: { ...(columns.external_ids as Record<string, string> | undefined), [MARKER]: zone },
  };
}
