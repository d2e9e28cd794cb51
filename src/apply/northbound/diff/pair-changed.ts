import { findChangedItems } from '../../../std/find-change.js';
import type { DesiredRow } from './desired.js';
import type { LiveEntry } from './live-index.js';
import { type Match, type TablePairs, completePairs } from './table-pairs.js';

/** A table of which more than one of so many identities has changed is paired as a whole. */
const MOST_CHANGED = 2;

/**
 * Pairs the rows of a table whose identities have changed since `settled`, a comparison in the same scope without
 * differences. `pairSome` pairs them. All others have the pairs of `settled`. Returns undefined if the table must be paired
 * as a whole.
 */
export function pairChanged(
  rows: readonly DesiredRow[],
  entries: readonly LiveEntry[],
  settled: TablePairs,
  pairSome: (rows: readonly DesiredRow[], entries: readonly LiveEntry[]) => TablePairs,
): TablePairs | undefined {
  if (settled.matches.length !== settled.rows.length || settled.hasAbsent) return undefined;
  const changed = new Set([...identitiesChanged(settled.rows, rows), ...identitiesChanged(settled.entries, entries)]);
  if (changed.has(undefined) || changed.size * MOST_CHANGED > rows.length) return undefined;
  const isChanged = ({ identity }: { readonly identity: string | undefined }): boolean => changed.has(identity);
  const own = pairSome(rows.filter(isChanged), entries.filter(isChanged));
  const kept = settled.matches.filter(({ desired }) => !isChanged(desired));
  const equal = own.matches.filter((one) => one.changed.length === 0);
  const matches = inOrderOf(rows, kept, equal);
  if (matches.length < kept.length + equal.length) return undefined;
  const others = own.matches.filter((one) => one.changed.length > 0);
  return completePairs({ ...own, rows, entries, matches: [...matches, ...others] });
}

/** Returns the matches of two lists, each in the order of rows, in that order. Matches in another order are left out. */
function inOrderOf(rows: readonly DesiredRow[], matches: readonly Match[], more: readonly Match[]): readonly Match[] {
  const ordered: Match[] = [];
  let [at, atMore] = [0, 0];
  for (const row of rows) {
    const [one, other] = [matches[at], more[atMore]];
    if (one?.desired === row) {
      ordered.push(one);
      at++;
    } else if (other?.desired === row) {
      ordered.push(other);
      atMore++;
    }
  }
  return ordered;
}

/** Returns the identities of the items that only one of two lists has. */
function identitiesChanged<Item extends { readonly identity: string | undefined }>(
  before: readonly Item[],
  after: readonly Item[],
): readonly (string | undefined)[] {
  const { gone, added } = findChangedItems(before, after);
  return [...added, ...gone].map(({ identity }) => identity);
}
