import type { Atom } from '../../../clients/ovsdb/index.js';
import type { ReleaseProfile } from '../../../model/release.js';
import { type Desired, type DesiredRow, desiredIdsOf } from './desired.js';
import { NAMED } from './identity.js';
import { ownerOf } from './ownership.js';
import type { RowReference } from './pair-group.js';
import type { PairedRows } from './pair.js';

/** Returns the notation of a row in the operations of a transaction. */
export type NameAtom = (target: RowReference) => Atom;

/** Returns the table of a row. */
export function tableOfReference(target: RowReference): string {
  return 'live' in target ? target.live.table : target.inserted.table;
}

/**
 * Finds a row by its key: the row of Weir, otherwise the base row of that name. Returns undefined, and reports a problem,
 * if there is not exactly one.
 */
export type FindRow = (table: string, key: string, report?: (problem: string) => void) => RowReference | undefined;

/** Creates the function that finds rows among those that are paired. */
export function createFindRow(desired: Desired, pairs: PairedRows): FindRow {
  return (table, key, report) => {
    const own = pairs.find(table, key);
    if (own) return own;
    const isBase = NAMED.has(table) && desired.rows.of(table).size === 0;
    const [base, second] = isBase ? pairs.entriesOf(table, key) : [];
    if (base && !second) return { live: base };
    report?.(`${table} '${key}' ${base ? 'exists more than once' : 'does not exist'}`);
    return undefined;
  };
}

/** Returns the resource that needs a row, or the row itself. */
export function ownerOrRow({ table, key, columns }: DesiredRow, release: ReleaseProfile): string {
  const owner = ownerOf(table, desiredIdsOf(columns), release);
  return owner === '' ? `${table} '${key}'` : owner;
}
