import { uuidOf } from '../../../clients/ovsdb/notation.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { type LiveEntry, uuidsIn } from './live-index.js';
import type { RowReference } from './pair-group.js';

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

/**
 * Compares the references of a row in a set column. `live`: the rows of the table, by UUID. `mayTake` returns true if a
 * reference that is not wanted may be removed. Returns undefined if there is no difference.
 */
export function linkOf(
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

/** Returns true if a column with one reference has the wanted one, or was not read. */
export function holds({ row }: LiveEntry, { name }: ColumnSchema, target: RowReference | undefined): boolean {
  const value = row[name];
  if (value === undefined) return true;
  const there = uuidOf(value);
  return target === undefined ? there === undefined : 'live' in target && target.live.uuid === there;
}
