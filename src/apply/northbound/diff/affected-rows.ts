import { sameItems } from '../../../std/same-items.js';
import type { Desired } from './desired.js';
import { NAMED } from './identity.js';
import type { LiveChange, LiveEntry, LiveIndex } from './live-index.js';
import { type GroupPairs, liveIn } from './pair-group.js';
import type { ChangedGroup, PairedRows } from './pair.js';
import type { RowHandle } from './reference-index.js';
import { type TableMap, createTableMap } from './table-map.js';

/** What has changed since the last comparison of references. */
export interface ChangedRows {
  readonly groups: readonly ChangedGroup[];
  readonly live: readonly LiveChange[];
  /** Base rows with changed references. */
  readonly bases: readonly RowHandle[];
  /** Live rows that are to be removed, and were not, or the other way round. */
  readonly turned: readonly LiveEntry[];
}

/** Rows by their keys, and their pairs. */
interface AllRows {
  readonly desired: Desired;
  readonly live: LiveIndex;
  readonly pairs: PairedRows;
  /** Returns true if the rows of a table are base rows, which are known by their names. */
  readonly isHolding: (table: string) => boolean;
  /** Returns true if references of a row differ: they name rows that may have been replaced. */
  readonly isOpen: (table: string, name: string) => boolean;
}

/** Returns the rows whose references can differ from what was found before: desired ones, and base rows. */
export function findAffectedRows(
  { groups, live: entries, bases, turned }: ChangedRows,
  { desired, live, pairs, isHolding, isOpen }: AllRows,
): TableMap<RowHandle> {
  const names = createTableMap<RowHandle>();
  const add = (row: RowHandle): void => {
    names.set(row.table, row.name, row);
  };
  // A row with differences refers to what has been replaced.
  const addUnlessEqual = (row: RowHandle, isMoved: boolean): void => {
    if (isMoved || isOpen(row.table, row.name)) add(row);
  };
  const addReferrers = (row: RowHandle, isMoved: boolean): void => {
    for (const one of desired.referrersOf(row)) addUnlessEqual(one, isMoved);
  };
  const addHolders = ({ table, uuid }: LiveEntry, isMoved: boolean): void => {
    for (const { table: parent, name } of live.referrersOf({ table, name: uuid })) {
      const entry = live.entries.get(parent, name);
      const match = entry && pairs.matchOf(entry);
      if (match) addUnlessEqual({ table: parent, name: match.desired.key }, isMoved);
      if (entry?.identity !== undefined && isHolding(parent)) {
        addUnlessEqual({ table: parent, name: entry.identity }, isMoved);
      }
    }
  };
  for (const { table, name, before, after } of groups) {
    const [places, placesNow] = [placesIn(before), placesIn(after)];
    for (const key of new Set([...places.keys(), ...placesNow.keys()])) {
      add({ table, name: key });
      addReferrers({ table, name: key }, places.get(key) !== placesNow.get(key));
    }
    if (isHolding(table)) add({ table, name });
    if (NAMED.has(table)) addReferrers({ table, name }, !sameItems(uuidsOf(before), uuidsOf(after)));
  }
  for (const { before, after } of entries) {
    const entry = after ?? before;
    if (entry) addHolders(entry, before?.isOurs !== after?.isOurs);
  }
  for (const entry of turned) addHolders(entry, true);
  bases.forEach(add);
  return names;
}

/** Returns the UUIDs of the live rows in the place of desired ones by their keys, or '' for none. */
function placesIn({ matches, missing, foreign }: GroupPairs): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { desired, live } of [...matches, ...foreign]) places.set(desired.key, live.uuid);
  for (const { key } of missing) places.set(key, '');
  return places;
}

function uuidsOf(group: GroupPairs): readonly string[] {
  return liveIn(group).map(({ uuid }) => uuid);
}
