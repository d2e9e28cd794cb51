import type { ReleaseProfile } from '../../../model/release.js';
import { uuidOf } from '../../../clients/ovsdb/notation.js';
import { memoize } from '../../../std/memoize.js';
import { isReferenceSet } from '../wire/governed-columns.js';
import { HOLDING_TABLES } from '../../../northbound/base-tables.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { type BaseRow, type Desired, type DesiredRow, keysIn } from './desired.js';
import { type LiveEntry, type LiveIndex, uuidsIn } from './live-index.js';
import type { PairContext, Pairs } from './pair.js';
import type { RowReference } from './table-pairs.js';
import { type RowReferences, ownerOrRow } from './row-references.js';

/** References to add to, and to remove from, a set column of a row. */
export interface RowLink {
  readonly holder: RowReference;
  readonly column: ColumnSchema;
  readonly add: readonly RowReference[];
  readonly remove: readonly LiveEntry[];
}

/** A column with one reference that differs from the desired one. */
export interface SingleLink {
  readonly holder: LiveEntry;
  readonly column: ColumnSchema;
  /** Undefined if the column is to be empty. */
  readonly target: RowReference | undefined;
}

/** The differences in references: of owned rows, new rows, and the base rows that refer to them. */
export interface Links {
  readonly sets: readonly RowLink[];
  readonly singles: readonly SingleLink[];
}

/** An earlier comparison in the same scope that found no difference and no problem. */
export interface SettledRows {
  readonly desired: Desired;
  readonly index: LiveIndex;
  readonly pairs: Pairs;
}

/**
 * Compares references. All rows must be paired first. References without a target are among the problems of `targets`.
 * Skips references of unchanged rows to tables that have not changed since `last`.
 */
export function linkRows(
  desired: Desired,
  live: LiveIndex,
  pairs: Pairs,
  targets: RowReferences,
  { schema, managed, release }: PairContext,
  last?: SettledRows,
): Links {
  const links = { sets: [] as RowLink[], singles: [] as SingleLink[] };
  const going = new Set(pairs.stale);
  const isSettled = (table: string): boolean =>
    last !== undefined && last.pairs.tables.get(table) === pairs.tables.get(table);
  const columnsToCompare = memoize((table: string) => {
    const columns = (schema.get(table) ?? []).filter(({ key }) => key.reference !== undefined);
    return { columns, open: columns.filter(({ key }) => !isSettled(key.reference?.table ?? '')) };
  });
  const compareSet = (
    holder: RowReference,
    column: ColumnSchema,
    keys: readonly string[],
    owners: Owners,
    isBase = false,
  ): void => {
    const table = column.key.reference?.table ?? '';
    const wanted = keys.map((key) => targets.find(table, key, owners)).filter((one) => one !== undefined);
    // Foreign references of a base row stay. A foreign row that is not root exists only by strong references.
    const isWhole = !isBase && column.key.reference?.strength === 'weak';
    const mayTake = (entry: LiveEntry): boolean => isWhole || entry.isOurs || going.has(entry);
    const link = linkOf(holder, column, wanted, live.byUuid.get(table), mayTake);
    if (link) links.sets.push(link);
  };
  const compareRow = (holder: RowReference, row: DesiredRow, columns: readonly ColumnSchema[]): void => {
    const owners = (): readonly string[] => [ownerOrRow(row, release)];
    for (const column of columns) {
      if (column.key.reference === undefined) continue;
      const keys = keysIn(row.columns[column.name]);
      if (isReferenceSet(column)) {
        compareSet(holder, column, keys, owners);
      } else if ('live' in holder) {
        const [key] = keys;
        const target = key === undefined ? undefined : targets.find(column.key.reference.table, key, owners);
        if (!holds(holder.live, column, target)) links.singles.push({ holder: holder.live, column, target });
      }
    }
  };
  for (const row of pairs.missing) compareRow({ inserted: row }, row, columnsToCompare(row.table).columns);
  for (const [table, { matches }] of pairs.tables) {
    const { columns, open } = columnsToCompare(table);
    if (columns.length === 0 || (open.length === 0 && isSettled(table))) continue;
    const before = last?.pairs.tables.get(table)?.equal();
    for (const match of matches) {
      const isKept = before?.get(match.desired) === match;
      compareRow({ live: match.live }, match.desired, isKept ? open : columns);
    }
  }
  for (const entry of pairs.sheltering) {
    for (const column of (schema.get(entry.table) ?? []).filter(isReferenceSet)) {
      if (column.key.reference?.strength === 'strong') compareSet({ live: entry }, column, [], () => []);
    }
  }
  if (managed) return links;
  for (const table of HOLDING_TABLES) {
    const attached = desired.attachments.get(table) ?? new Map<string, BaseRow>();
    const columns = (schema.get(table) ?? []).filter(isReferenceSet);
    const open = columns.filter(({ key }) => !isSettled(key.reference?.table ?? ''));
    const isAttachedSame = last?.desired.attachments === desired.attachments;
    for (const [name, base] of attached) targets.find(table, name, () => ownersOf(base, columns, desired, release));
    for (const entry of live.tables.get(table) ?? []) {
      const base = attached.get(String(entry.row.name));
      const isKept = isAttachedSame && last.index.byUuid.get(table)?.get(entry.uuid) === entry;
      for (const column of isKept ? open : columns) {
        const owners = (): readonly string[] => [`${table} '${String(entry.row.name)}'`];
        compareSet({ live: entry }, column, base?.get(column.name) ?? [], owners, true);
      }
    }
  }
  return links;
}

type Owners = () => readonly string[];

/** Returns the owners of the references that Weir adds to a base row. */
function ownersOf(
  base: BaseRow,
  columns: readonly ColumnSchema[],
  desired: Desired,
  release: ReleaseProfile,
): readonly string[] {
  return columns.flatMap(({ name, key }) => {
    const keys = new Set(base.get(name));
    const rows = keys.size === 0 ? [] : (desired.tables.get(key.reference?.table ?? '') ?? []);
    return rows.filter((row) => keys.has(row.key)).map((row) => ownerOrRow(row, release));
  });
}

function linkOf(
  holder: RowReference,
  column: ColumnSchema,
  wanted: readonly RowReference[],
  live: ReadonlyMap<string, LiveEntry> | undefined,
  mayTake: (entry: LiveEntry) => boolean,
): RowLink | undefined {
  const there = 'live' in holder ? uuidsIn(holder.live.row[column.name]) : [];
  if (wanted.length === 0 && there.length === 0) return undefined;
  const known = new Set(there);
  const stays = new Set<string>();
  const add = wanted.filter((target) => {
    if (!('live' in target)) return true;
    stays.add(target.live.uuid);
    return !known.has(target.live.uuid);
  });
  const remove = there.flatMap((uuid) => {
    const entry = stays.has(uuid) ? undefined : live?.get(uuid);
    return entry && mayTake(entry) ? [entry] : [];
  });
  return add.length > 0 || remove.length > 0 ? { holder, column, add, remove } : undefined;
}

function holds({ row }: LiveEntry, { name }: ColumnSchema, target: RowReference | undefined): boolean {
  const value = row[name];
  if (value === undefined) return true;
  const there = uuidOf(value);
  return target === undefined ? there === undefined : 'live' in target && target.live.uuid === there;
}
