import type { Row } from '../model/northbound.js';
import { once, memoize } from '../std/memoize.js';
import type { RowsByKey } from './row-index.js';
import { problemOf, type RowProblem } from './row-problem.js';
import type { TableSchema } from './schema/table.js';

type Value = string | number | boolean;
type Seen = Map<Value, Row>;

/**
 * Checks rows of a table: those that all zones share, or those of one zone. `bases`: the shared rows by key, for a
 * zone.
 */
export type IndexCheck = (
  table: TableSchema,
  rows: readonly Row[],
  bases: RowsByKey | undefined,
  problems: RowProblem[],
) => void;

/**
 * Creates a check that no two rows of a table share an index, and that the table does not exceed its maximum number of
 * rows. `shared`: rows that all zones share, by table. The key of a trusted row is its value of the index, if its table
 * has one. See RFC 7047 §3.2 <table-schema>.
 */
export function createIndexCheck(
  shared: ReadonlyMap<string, readonly Row[]>,
  isTrusted: (row: Row) => boolean,
): IndexCheck {
  const valueOf = (row: Row, index: readonly string[]): Value => (isTrusted(row) ? row.key : indexedValue(row, index));
  const seenInShared = memoize((place: string): Seen => {
    const [name = '', ...index] = place.split(' ');
    const seen: Seen = new Map();
    for (const row of shared.get(name) ?? []) {
      const value = valueOf(row, index);
      if (!seen.has(value)) seen.set(value, row);
    }
    return seen;
  });
  return (table, rows, bases, problems) => {
    for (const index of table.indexes) {
      // Rows of a zone mostly add to shared rows, whose index is then not needed.
      const before = once(() => bases && seenInShared([table.name, ...index].join(' ')));
      const seen: Seen = new Map();
      for (const row of rows) {
        // An addition to a shared row does not contain its index.
        if (bases?.has(row.key)) continue;
        const value = valueOf(row, index);
        const first = seen.get(value) ?? before()?.get(value);
        if (first === undefined) {
          seen.set(value, row);
        } else {
          const message = `has the same ${index.join(' and ')} as '${first.key}', which must be unique`;
          problems.push(problemOf(table.name, row, message, index[0]));
        }
      }
    }
    const excess = rows[table.maxRows - (bases?.size ?? 0)];
    if (excess !== undefined) {
      problems.push(problemOf(table.name, excess, `the table takes at most ${table.maxRows} row`));
    }
  };
}

function indexedValue({ columns }: Row, index: readonly string[]): Value {
  const only = index.length === 1 ? columns[index[0] ?? ''] : undefined;
  if (typeof only === 'string' || typeof only === 'number') return only;
  return JSON.stringify(index.map((column) => columns[column] ?? ''));
}
