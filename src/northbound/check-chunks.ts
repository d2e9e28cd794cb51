import { createChunkQuery, startsGroupOfNames } from '../engine/chunks.js';
import type { Db, Query } from '../engine/query.js';
import type { Row } from '../model/northbound.js';
import { concatenate } from '../std/concatenate.js';
import { memoize } from '../std/memoize.js';
import { sameItems } from '../std/same-items.js';
import type { Mention } from './check-matches.js';
import { type Kept, haveSameKept } from './check-references.js';
import { type CheckedRows, type TablePass, checkEach, checkTogether, reportTable } from './check-table.js';
import { namespaceOfRow } from './row-place.js';
import type { RowProblem } from './row-problem.js';
import type { RowRules } from './row-rules.js';
import type { SharedRowSource } from './shared-rows.js';
import type { TableSource } from './table-source.js';

/** Queries about the rows of a table that all zones share. If rows change, only those of their chunks are checked again. */
export interface CheckedRowsQueries {
  readonly problems: Query<string, readonly RowProblem[]>;
  /** The rows that rows of the table refer to. */
  readonly kept: Query<string, readonly Kept[]>;
  /** Matches of rows of the table that refer to address sets. */
  readonly mentions: Query<string, readonly Mention[]>;
  /** Keys of the rows without a shape. */
  readonly unshaped: Query<string, readonly string[]>;
}

/**
 * Creates queries of the checked rows of tables, in chunks. `passIn` returns what the rows of a key are checked against.
 */
export function createCheckedChunks<Key>(
  { rowsOf }: TableSource<Key>,
  rules: Query<undefined, RowRules>,
  passIn: (db: Db, key: Key) => TablePass,
  options: Pick<Query<Key, unknown>, 'hasOneReader'> = {},
): (table: string) => Query<Key, readonly CheckedRows[]> {
  return memoize((name) =>
    createChunkQuery<Row, CheckedRows, Key>(`checked rows of ${name}`, {
      ...options,
      listIn: (db, key) => db.get(rowsOf(name), key),
      startsChunk: startsGroupOfRows,
      isWholeOnce: true,
      make: (db, rows, key) => {
        const { schema, options: target } = db.get(rules, undefined);
        const table = schema.get(name);
        const pass = passIn(db, key);
        if (table) return checkEach(table, rows, db.isForOneRound ? pass : inSets(pass));
        const problems: RowProblem[] = [];
        reportTable(name, rows, target.schemaVersion, problems);
        return { problems, kept: new Map(), mentions: [], unshaped: [], twins: [], alone: [] };
      },
    }),
  );
}

/** Creates the queries about shared rows. `passIn` returns what they are checked against. */
export function createRowsQueries(
  source: SharedRowSource,
  rules: Query<undefined, RowRules>,
  passIn: (db: Db) => TablePass,
): CheckedRowsQueries {
  const checkedChunks = createCheckedChunks(source, rules, passIn);
  const together: Query<string, readonly RowProblem[]> = {
    name: 'problems of the keys of a table',
    hasOneReader: true,
    run: (db, name) => {
      const table = db.get(rules, undefined).schema.get(name);
      if (!table) return [];
      return checkTogether(table, db.get(source.rowsOf(name), undefined), (of) => db.get(source.keysOf(of), undefined));
    },
    same: sameItems,
  };
  const chunksOf = (db: Db, name: string): readonly CheckedRows[] => db.get(checkedChunks(name), undefined);
  return {
    problems: {
      name: 'problems of a table',
      hasOneReader: true,
      run: (db, name) => [...db.get(together, name), ...chunksOf(db, name).flatMap(({ problems }) => problems)],
      same: sameItems,
    },
    kept: {
      name: 'rows that a table refers to',
      hasOneReader: true,
      run: (db, name) => chunksOf(db, name).map(({ kept }) => kept),
      same: haveSameKept,
    },
    unshaped: {
      name: 'keys of rows without a shape',
      hasOneReader: true,
      run: (db, name) => concatenate(chunksOf(db, name).map(({ unshaped }) => unshaped)).map(({ key }) => key),
      same: sameItems,
    },
    mentions: {
      name: 'address sets that matches of a table refer to',
      hasOneReader: true,
      run: (db, name) => chunksOf(db, name).flatMap(({ mentions }) => mentions),
      same: sameItems,
    },
  };
}

/** Returns the pass with sets of keys that need no memory for rows that they do not contain. */
function inSets(pass: TablePass): TablePass {
  return { ...pass, references: { ...pass.references, gather: () => new Set<string>() } };
}

/** Starts chunks of rows. Adjacent rows of one namespace are in one chunk. */
function startsGroupOfRows(row: Row, before: Row): boolean {
  const [namespace, last] = [namespaceOfRow(row), namespaceOfRow(before)];
  // A key may be computed at each access.
  if (namespace !== '' || last !== '')
    return startsGroupOfNames({ namespace, name: '' }, { namespace: last, name: '' });
  return startsGroupOfNames({ namespace, name: row.key }, { namespace, name: before.key });
}
