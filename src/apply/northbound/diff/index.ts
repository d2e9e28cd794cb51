import { createHash } from 'node:crypto';
import type { Change, KindState } from '../../../model/change.js';
import type { ZoneRows } from '../../../model/northbound.js';
import type { ReleaseProfile } from '../../../model/release.js';
import { DEFAULT_RELEASE } from '../../../ovn-kubernetes/releases/index.js';
import { BASE_TABLES } from '../../../northbound/base-tables.js';
import { findChange } from '../../../std/find-change.js';
import { memoizeWeak } from '../../../std/memoize.js';
import { type FittedTables, downgrade } from '../../../northbound/downgrade.js';
import { governedSchema } from '../wire/governed-columns.js';
import type { LiveDatabase, ReadColumns } from '../wire/database.js';
import type { TransactionLimits, Transactions } from '../wire/transactions.js';
import { changesOf, groupByKind } from './changes.js';
import { indexDesired } from './desired.js';
import { orderFilters } from './filter-order.js';
import { type Links, type SettledRows, linkRows } from './links.js';
import { type LiveEntry, type LiveIndex, indexLive } from './live-index.js';
import { hasServices, isManaged, scopeOf } from './ownership.js';
import { type Pairs, pairRows } from './pair.js';
import { stepsOf } from './steps.js';
import { createRowReferences } from './row-references.js';
import { divideIntoStages } from './stages.js';
import { createTransactions } from './transactions.js';
import { gatherUnits } from './units.js';

/** The differences between a database and its desired content. */
export interface ZoneDiff {
  readonly changes: readonly Change[];
  /**
   * Reasons why the rows cannot be written into this database, as sentences. If there are any, there are no
   * transactions.
   */
  readonly problems: readonly string[];
  /** Number of rows that Weir owns. */
  readonly owned: number;
  /** Returns the digest (hexadecimal SHA-256) of the differences, the live values and the rows that they are found in. */
  readonly observed: () => string;
  /** Returns the rows by the kind of the resources that cause them. */
  readonly kinds: () => readonly KindState[];
  /**
   * Returns the operations for the changes, in transactions of at most these limits. If `isStaged`, a move of reroutes is
   * divided, see `divideIntoStages`.
   */
  readonly transactions: (limits: TransactionLimits, isStaged?: boolean) => Transactions;
}

/** Results of a comparison, which the next one takes over for unchanged rows if its scope is the same. */
interface RowResults extends SettledRows {
  readonly scope: readonly unknown[];
  readonly fitted: FittedTables;
  /** The last comparison in this scope that found no difference and no problem, and kept no row for others. */
  readonly settled: SettledRows | undefined;
}

/** Compares a database with the desired rows of a zone. See `diffZone`. */
export type CompareZone = (wanted: ZoneRows, live: LiveDatabase, release?: ReleaseProfile) => ZoneDiff;

/**
 * Returns the columns to read for comparing a database with a zone. `available`: the tables and columns of the
 * database.
 */
export function columnsToRead(zone: ZoneRows, version: string, available: LiveDatabase['available']): ReadColumns {
  const columns = new Map<string, readonly string[]>();
  const managed = isManaged(zone);
  const services = hasServices(zone);
  for (const [table, governed] of governedSchema(version, available)) {
    const names = governed.map(({ name }) => name);
    const isWhole = (name: string): boolean => managed || FEATURE_TABLES.has(name) || zone.rows.has(name);
    const isRead = (name: string): boolean =>
      isWhole(name) || (BASE_TABLES.has(name) && (services || name !== 'Load_Balancer_Group'));
    // For base rows, only their names are compared, and their columns for references.
    const edited = governed.filter(({ key, max }) => max > 1 && isRead(key.reference?.table ?? ''));
    if (isWhole(table)) columns.set(table, names);
    else if (isRead(table)) columns.set(table, ['name', ...edited.map(({ name }) => name)]);
  }
  return columns;
}

const FEATURE_TABLES: ReadonlySet<string> = new Set([
  'ACL',
  'Address_Set',
  'BFD',
  'Logical_Router_Policy',
  'Logical_Router_Static_Route',
  'NAT',
  'Port_Group',
  'QoS',
]);

/**
 * Creates a function that compares as `diffZone` does, with the same result. It looks closer only at rows that are other
 * objects than in its last comparison, on either side.
 */
export function createZoneComparison(): CompareZone {
  let last: RowResults | undefined;
  return (wanted, live, release = DEFAULT_RELEASE) => {
    const { diff, results } = compareZone(wanted, live, release, last);
    last = results;
    return diff;
  };
}

/**
 * Compares a database with the desired rows of a zone. Rows are paired by their natural identity. Only differing
 * columns are changed, and sets of references element by element. Missing columns of the server are skipped if rows
 * mean the same without them, otherwise they are problems. `release`: the release of the zone.
 */
export const diffZone: CompareZone = (wanted, live, release) => createZoneComparison()(wanted, live, release);

function compareZone(
  wanted: ZoneRows,
  live: LiveDatabase,
  release: ReleaseProfile,
  before: RowResults | undefined,
): { readonly diff: ZoneDiff; readonly results: RowResults } {
  const { schemaVersion, available } = live;
  const { managed, services } = { managed: isManaged(wanted), services: hasServices(wanted) };
  const form = [schemaVersion, available, release, managed, services, wanted.zone];
  const last = before?.scope.every((value, index) => value === form[index]) === true ? before : undefined;
  const { rows: zone, problems: gaps, fitted } = downgrade(wanted, schemaVersion, undefined, last?.fitted);
  const schema = governedSchema(schemaVersion, available);
  const scope = scopeOf(zone, release, last && { rows: last.desired.zone.rows, asked: last.index.asked });
  const context = { schema, ...scope, zone: zone.zone };
  const desired = indexDesired(zone, last?.desired);
  const index = indexLive(live, context, new Set(zone.rows.get('Meter')?.map(({ key }) => key)), last?.index);
  const pairs = pairRows(desired, index, context, last?.pairs, last?.settled?.pairs);
  const stale = new Set(pairs.stale);
  const targets = createRowReferences(desired, index, pairs);
  const settled = last?.settled;
  const links = linkRows(desired, index, pairs, targets, context, settled);
  const owned = changesOf(pairs, links, stale, release);
  const { changes } = owned;
  const unsaid = [
    ...gaps.map(
      ({ table, key, column, message }) => `${table} '${key}'${column === undefined ? '' : `, ${column}`}: ${message}`,
    ),
    ...unknownColumns(zone, live.available, settled?.desired.zone.rows),
  ];
  const problems = [...shorten(unsaid), ...targets.problems()];
  const count = changes.length + problems.length + links.sets.length + links.singles.length + pairs.sheltering.length;
  const rows: SettledRows = { desired, index, pairs };
  const results = { ...rows, scope: form, fitted, settled: count === 0 ? rows : settled };
  const diff: ZoneDiff = {
    changes,
    problems,
    owned: countOwned(index, pairs, stale),
    observed: () => digest(changes, pairs, links),
    kinds: () => groupByKind(pairs, owned, release),
    transactions: (limits, isStaged = false) => {
      const gathered = gatherUnits(stepsOf(pairs, links, stale, context), pairs.tables.get('ACL')?.matches ?? []);
      const units = orderFilters(gathered, index, stale, limits);
      const find = (table: string, key: string) => targets.find(table, key, () => []);
      const staged = isStaged ? divideIntoStages(units) : { units, barriers: new Set<number>() };
      return createTransactions(staged, limits, { schema, find });
    },
  };
  return { diff, results };
}

/**
 * Returns the used tables and columns that the server lacks, regardless of its version, without duplicates. `known`: rows
 * that use none of them.
 */
function unknownColumns(
  zone: ZoneRows,
  available: LiveDatabase['available'],
  known: ZoneRows['rows'] | undefined,
): string[] {
  const unknown = new Set<string>();
  for (const [table, list] of zone.rows) {
    const before = known?.get(table) ?? [];
    if (before === list) continue;
    const { start, end } = findChange(before, list);
    const rows = list.slice(start, end);
    const columns = available.get(table);
    if (columns === undefined) unknown.add(`the server has no table ${table}`);
    else
      for (const row of rows)
        for (const name in row.columns) {
          if (!columns.has(name)) unknown.add(`the server has no column ${name} in ${table}`);
        }
  }
  return [...unknown];
}

const MAX_PROBLEMS = 20;

function shorten(problems: readonly string[]): readonly string[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), `and ${problems.length - MAX_PROBLEMS} more of that sort`];
}

function countOwned({ tables }: LiveIndex, pairs: Pairs, stale: ReadonlySet<LiveEntry>): number {
  let owned = 0;
  for (const entries of tables.values()) owned += countOurs(entries);
  for (const { adopted } of pairs.tables.values()) owned += adopted;
  for (const { isOurs } of stale) if (!isOurs) owned++;
  return owned;
}

/** Unchanged tables have the same entries. */
const countOurs = memoizeWeak((entries: readonly LiveEntry[]) => entries.filter(({ isOurs }) => isOurs).length);

/**
 * Returns a digest of the changes. It includes all replaced and removed content, because the texts of changes are
 * shortened.
 */
function digest(changes: readonly Change[], { changed: matches, stale }: Pairs, { sets, singles }: Links): string {
  const replaced = matches.map(({ live: { uuid, row }, changed }) => [uuid, ...changed.map(({ name }) => row[name])]);
  const removed = stale.map(({ uuid, row }) => [uuid, { ...row, _version: undefined }]);
  const detached = sets.map(({ holder, column, remove }) => [
    'live' in holder ? holder.live.uuid : holder.inserted.key,
    column.name,
    ...remove.map(({ uuid }) => uuid).sort(),
  ]);
  const turned = singles.map(({ holder: { uuid, row }, column }) => [uuid, column.name, row[column.name]]);
  const texts = [replaced, removed, detached, turned].map((items) => items.map((item) => JSON.stringify(item)).sort());
  return createHash('sha256')
    .update(JSON.stringify([changes, texts]))
    .digest('hex');
}
