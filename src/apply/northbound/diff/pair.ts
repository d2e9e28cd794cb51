import type { Columns } from '../../../model/northbound.js';
import { northboundSchema } from '../../../northbound/schema/northbound.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { equalsWire } from '../wire/wire-value.js';
import { type Desired, type DesiredRow, desiredIdsOf } from './desired.js';
import { type LiveEntry, type LiveIndex, liveIdsOf as liveIdsOf, uuidsIn } from './live-index.js';
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

/** The pairs of desired and live rows. */
export interface Pairs {
  readonly matches: readonly Match[];
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
  /** Matches without changed columns of the last comparison in the same scope. */
  readonly equal: ReadonlyMap<DesiredRow, Match>;
}

/**
 * Pairs desired and live rows of equal identity. Among several with one identity, rows of equal content are paired
 * first, and the rest in order. Foreign rows of equal content are accepted, because live controllers create the same
 * rows.
 */
export function pairRows(desired: Desired, live: LiveIndex, context: PairContext): Pairs {
  const pairs = {
    matches: [] as Match[],
    missing: [] as DesiredRow[],
    stale: [] as LiveEntry[],
    foreign: [] as Match[],
  };
  for (const [table, entries] of live.tables) {
    const rows = desired.tables.get(table) ?? [];
    const groups = groupByIdentity(entries);
    const columns = (context.schema.get(table) ?? []).filter(({ key }) => key.reference === undefined);
    const taken = new Set<LiveEntry>();
    const waiting: DesiredRow[] = [];
    const take = (match: Match): void => {
      taken.add(match.live);
      const isConflict = match.changed.length > 0 && !mayChange(match.live, context);
      (isConflict ? pairs.foreign : pairs.matches).push(isConflict ? match : adopt(match, context));
    };
    for (const row of rows) {
      const equal = groups.find(row.identity, (one) => {
        return !taken.has(one) && matchOf(row, one, columns, context).changed.length === 0;
      });
      if (equal) take(matchOf(row, equal, columns, context));
      else waiting.push(row);
    }
    for (const row of waiting) {
      const isFree = (one: LiveEntry): boolean => !taken.has(one);
      const one =
        groups.find(row.identity, (other) => isFree(other) && other.isOurs) ?? groups.find(row.identity, isFree);
      if (one) take(matchOf(row, one, columns, context));
      else pairs.missing.push(row);
    }
    const absent = desired.absent.get(table);
    for (const entry of entries) {
      const isUnwanted = entry.isOurs || absent?.has(entry.identity ?? NOTHING) === true;
      if (isUnwanted && !taken.has(entry)) pairs.stale.push(entry);
    }
  }
  return withoutSheltering(pairs, live);
}

/** Identity of rows without one, which no live row has. */
const NOTHING = '\0';

/** Live rows by identity. */
interface IdentityIndex {
  /** Returns the first row of an identity, in the order of UUIDs, that passes a test. */
  readonly find: (identity: string | undefined, test: (entry: LiveEntry) => boolean) => LiveEntry | undefined;
}

function groupByIdentity(entries: readonly LiveEntry[]): IdentityIndex {
  // Nearly every identity has one row.
  const first = new Map<string, LiveEntry>();
  const groups = new Map<string, LiveEntry[]>();
  for (const entry of entries) {
    const { identity } = entry;
    if (identity === undefined) continue;
    const one = first.get(identity);
    if (!one) first.set(identity, entry);
    else {
      const group = groups.get(identity);
      if (group) group.push(entry);
      else groups.set(identity, [one, entry]);
    }
  }
  for (const group of groups.values()) group.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  return {
    find: (identity, test) => {
      if (identity === undefined) return undefined;
      const group = groups.get(identity);
      if (group) return group.find(test);
      const one = first.get(identity);
      return one && test(one) ? one : undefined;
    },
  };
}

/**
 * Returns true if a row may be changed. A database without a name can get one, but a different name shows the database
 * of another zone. Foreign variables of a chassis stay.
 */
function mayChange({ table, row, isOurs }: LiveEntry, { services }: Scope): boolean {
  if (table === 'NB_Global') return row.name === '';
  return isOurs || (services && table === 'Chassis_Template_Var');
}

function matchOf(
  desired: DesiredRow,
  live: LiveEntry,
  schema: readonly ColumnSchema[],
  { services, equal }: PairContext,
): Match {
  const known = equal.get(desired);
  if (known?.live === live) return known;
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
  const isOthers = (uuid: string): boolean => {
    const entry = live.byUuid.get(uuid);
    return entry === undefined || !(entry.isOurs || going.has(entry));
  };
  const shelters = ({ table, row }: LiveEntry): boolean =>
    keepingColumns(table).some((column) => uuidsIn(row[column]).some(isOthers));
  const sheltering = new Set(pairs.stale.filter(shelters));
  return { ...pairs, stale: pairs.stale.filter((entry) => !sheltering.has(entry)), sheltering: [...sheltering] };
}

/** Returns the columns whose references keep rows alive: strong ones to tables that are not root. */
function keepingColumns(table: string): readonly string[] {
  return [...(northboundSchema.get(table)?.columns.values() ?? [])].flatMap(({ name, key: { reference } }) =>
    reference?.strength === 'strong' && northboundSchema.get(reference.table)?.isRoot === false ? [name] : [],
  );
}
