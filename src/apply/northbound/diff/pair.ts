import type { Columns } from '../../../model/northbound.js';
import { northboundSchema } from '../../../northbound/schema/northbound.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { equalsWire } from '../wire/wire-value.js';
import { type Desired, type DesiredRow, desiredIdsOf } from './desired.js';
import { type LiveEntry, type LiveIndex, liveIdsOf as liveIdsOf, uuidsIn } from './live-index.js';
import { pairChanged } from './pair-changed.js';
import { type Match, type TablePairs, completePairs } from './table-pairs.js';
import { groupByIdentity } from './identity-index.js';
import { MARKER, type Scope, UNMARKED_TABLES, isMarkedOurs, isShared } from './ownership.js';
import { withOtherVariables } from './template-variables.js';

/** The pairs of desired and live rows. */
export interface Pairs {
  readonly tables: ReadonlyMap<string, TablePairs>;
  /** The matches with changed columns. */
  readonly changed: readonly Match[];
  readonly missing: readonly DesiredRow[];
  /** Owned rows without a desired row, and rows that must not exist. */
  readonly stale: readonly LiveEntry[];
  /** Owned rows that would be stale, but are needed by the references of foreign rows. */
  readonly sheltering: readonly LiveEntry[];
  /** Desired rows whose identity a foreign row with different content has. */
  readonly foreign: readonly Match[];
}

export interface PairContext extends Scope {
  readonly schema: ReadonlyMap<string, readonly ColumnSchema[]>;
  readonly zone: string;
}

/**
 * Pairs desired and live rows of equal identity. Among several with one identity, rows of equal content are paired
 * first, and the rest in order. Foreign rows of equal content are accepted, because live controllers create the same
 * rows. Tables that have not changed, and equal rows, have the pairs of `last`, the result for the same scope before.
 * `settled`: the last one without differences.
 */
export function pairRows(
  desired: Desired,
  live: LiveIndex,
  context: PairContext,
  last?: Pairs,
  settled?: Pairs,
): Pairs {
  const tables = new Map<string, TablePairs>();
  for (const [table, entries] of live.tables) {
    const rows = desired.tables.get(table) ?? NO_ROWS;
    const absent = desired.absent.get(table);
    const before = last?.tables.get(table);
    const isSame = before?.rows === rows && before.entries === entries && absent === undefined;
    const known = absent === undefined && !context.managed ? settled?.tables.get(table) : undefined;
    const again = (): TablePairs =>
      (known && pairChanged(rows, entries, known, (some, others) => pairTable(some, others, undefined, context))) ??
      pairTable(rows, entries, absent, context, before);
    tables.set(table, isSame && !before.hasAbsent ? before : again());
  }
  const all = [...tables.values()];
  const pairs = {
    tables,
    changed: all.flatMap(({ changed }) => changed),
    missing: all.flatMap(({ missing }) => missing),
    stale: all.flatMap(({ stale }) => stale),
    foreign: all.flatMap(({ foreign }) => foreign),
  };
  return withoutSheltering(pairs, live);
}

/** Rows of a table without desired rows. */
const NO_ROWS: readonly DesiredRow[] = [];

function pairTable(
  rows: readonly DesiredRow[],
  entries: readonly LiveEntry[],
  absent: ReadonlySet<string> | undefined,
  context: PairContext,
  before?: TablePairs,
): TablePairs {
  const matches: Match[] = [];
  const missing: DesiredRow[] = [];
  const foreign: Match[] = [];
  const groups = groupByIdentity(entries);
  const columns = (context.schema.get(entries[0]?.table ?? '') ?? []).filter(({ key }) => key.reference === undefined);
  const equalBefore = before?.equal() ?? new Map<never, never>();
  const matchWith = (row: DesiredRow, entry: LiveEntry): Match => {
    const known = equalBefore.get(row);
    return known?.live === entry ? known : matchOf(row, entry, columns, context);
  };
  const taken = new Set<LiveEntry>();
  const take = (match: Match): void => {
    taken.add(match.live);
    const isConflict = match.changed.length > 0 && !mayChange(match.live, context);
    if (isConflict) foreign.push(match);
    else matches.push(adopt(match, context));
  };
  const waiting: DesiredRow[] = [];
  for (const row of rows) {
    const equal = groups.find(row.identity, (one) => !taken.has(one) && matchWith(row, one).changed.length === 0);
    if (equal) take(matchWith(row, equal));
    else waiting.push(row);
  }
  for (const row of waiting) {
    const isFree = (one: LiveEntry): boolean => !taken.has(one);
    const one =
      groups.find(row.identity, (other) => isFree(other) && other.isOurs) ?? groups.find(row.identity, isFree);
    if (one) take(matchWith(row, one));
    else missing.push(row);
  }
  const isUnwanted = ({ isOurs, identity }: LiveEntry): boolean => isOurs || absent?.has(identity ?? NOTHING) === true;
  const stale = entries.filter((entry) => isUnwanted(entry) && !taken.has(entry));
  return completePairs({ rows, entries, matches, missing, stale, foreign, hasAbsent: absent !== undefined });
}

/** Identity of rows without one, which no live row has. */
const NOTHING = '\0';

/**
 * Returns true if a row may be changed. A database without a name can get one, but a different name shows the database
 * of another zone. Foreign variables of a chassis stay.
 */
function mayChange({ table, row, isOurs }: LiveEntry, { services }: Scope): boolean {
  if (table === 'NB_Global') return row.name === '';
  return isOurs || (services && table === 'Chassis_Template_Var');
}

function matchOf(desired: DesiredRow, live: LiveEntry, schema: readonly ColumnSchema[], { services }: Scope): Match {
  const marker = liveIdsOf(live.row)(MARKER);
  const isShared = services && live.table === 'Chassis_Template_Var';
  const wanted = isShared ? withOtherVariables(desired.columns, live.row) : desired.columns;
  const columns = marker === undefined ? wanted : withMarker(wanted, marker);
  const changed = schema.filter((column) => {
    const value = live.row[column.name];
    return value !== undefined && !equalsWire(column, columns[column.name], value);
  });
  return { desired, live, columns, changed };
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

/**
 * Removes owned rows from the changes if foreign rows depend on them, such as ACLs in the port group of a namespace.
 */
function withoutSheltering(pairs: Omit<Pairs, 'sheltering'>, live: LiveIndex): Pairs {
  const going = new Set(pairs.stale);
  const isOthers = (table: string, uuid: string): boolean => {
    const entry = live.byUuid.get(table)?.get(uuid);
    return entry === undefined || !(entry.isOurs || going.has(entry));
  };
  const shelters = ({ table, row }: LiveEntry): boolean =>
    keepingColumns(table).some(({ column, target }) => uuidsIn(row[column]).some((uuid) => isOthers(target, uuid)));
  const sheltering = new Set(pairs.stale.filter(shelters));
  return { ...pairs, stale: pairs.stale.filter((entry) => !sheltering.has(entry)), sheltering: [...sheltering] };
}

/** Returns the columns whose references keep rows alive: strong ones to tables that are not root. */
function keepingColumns(table: string): readonly { readonly column: string; readonly target: string }[] {
  return [...(northboundSchema.get(table)?.columns.values() ?? [])].flatMap(({ name, key: { reference } }) =>
    reference?.strength === 'strong' && northboundSchema.get(reference.table)?.isRoot === false
      ? [{ column: name, target: reference.table }]
      : [],
  );
}
