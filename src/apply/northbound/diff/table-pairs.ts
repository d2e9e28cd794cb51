import type { Columns } from '../../../model/northbound.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { once } from '../../../std/memoize.js';
import type { DesiredRow } from './desired.js';
import type { LiveEntry } from './live-index.js';

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

/** The pairs of one table. */
export interface TablePairs {
  readonly rows: readonly DesiredRow[];
  readonly entries: readonly LiveEntry[];
  readonly matches: readonly Match[];
  /** The matches with changed columns. */
  readonly changed: readonly Match[];
  readonly missing: readonly DesiredRow[];
  readonly stale: readonly LiveEntry[];
  readonly foreign: readonly Match[];
  /** Number of matches whose live row is not owned yet. */
  readonly adopted: number;
  /** True if rows of the table must not exist. */
  readonly hasAbsent: boolean;
  /** Returns the matches without changed columns. */
  readonly equal: () => ReadonlyMap<DesiredRow, Match>;
  /** Returns the rows by their keys. */
  readonly byKey: () => ReadonlyMap<string, RowReference>;
}

/** The pairs of a table without what follows from them. */
type FoundPairs = Pick<TablePairs, 'rows' | 'entries' | 'matches' | 'missing' | 'stale' | 'foreign' | 'hasAbsent'>;

/** Returns the pairs of a table with what follows from them. */
export function completePairs(found: FoundPairs): TablePairs {
  const { matches, missing, foreign } = found;
  const equal = once(
    () => new Map(matches.filter(({ changed }) => changed.length === 0).map((one) => [one.desired, one])),
  );
  const byKey = once(() => {
    const keys = new Map<string, RowReference>();
    for (const row of missing) keys.set(row.key, { inserted: row });
    for (const { desired, live } of matches) keys.set(desired.key, { live });
    for (const { desired, live } of foreign) keys.set(desired.key, { live });
    return keys;
  });
  const changed = matches.filter((one) => one.changed.length > 0);
  const adopted = matches.filter(({ live }) => !live.isOurs).length;
  return { ...found, changed, adopted, equal, byKey };
}
