import type { Db, Query } from '../engine/query.js';
import type { Row } from '../model/northbound.js';
import { concatenate } from '../std/concatenate.js';
import { memoize } from '../std/memoize.js';
import { sameItems } from '../std/same-items.js';
import { createCheckedChunks } from './check-chunks.js';
import { checkIndexes, checkSize } from './check-indexes.js';
import { type Kept, checkAttachments, findUnreferenced, keysOfShaped, keysWithoutShape } from './check-references.js';
import type { SharedChecks } from './check-shared.js';
import { type TablePass, checkAbsent, createTablePass, reportTwins } from './check-table.js';
import type { Keys } from './row-index.js';
import { type RowProblem, problemOf } from './row-problem.js';
import { isShaped } from './row-shape.js';
import type { SharedRowSource } from './shared-rows.js';
import { type TableSource, type TableSourceOptions, createTableSource } from './table-source.js';

/** Problems of rows, and the rows that they refer to. */
interface Checked {
  readonly problems: readonly RowProblem[];
  readonly kept: readonly Kept[];
}

/** The same for a table of a zone. */
interface CheckedTable extends Checked {
  /** Rows that add to no shared row. */
  readonly alone: readonly Row[];
}

/** Queries about the rows of single zones. */
export interface OwnChecks<Zone> {
  readonly tables: TableSource<Zone>;
  /** Problems of the rows of a zone, in addition to those that all zones share. The order is that of tables and rows. */
  readonly problems: Query<Zone, readonly RowProblem[]>;
}

/** Creates the queries. `rowsIn` returns the rows of a zone. */
export function createOwnChecks<Zone>(
  source: SharedRowSource,
  shared: SharedChecks,
  rowsIn: TableSourceOptions<Zone>['rowsIn'],
): OwnChecks<Zone> {
  const tables = createTableSource<Zone>('rows of a zone', { rowsIn, hasOneReader: true });
  const passIn = (db: Db, zone: Zone): TablePass => {
    const names = [db.get(tables.names, zone), db.get(source.names, undefined)];
    const sharedKeys = (table: string): Keys => db.get(source.keysOf(table), undefined);
    const index = memoize((table: string) => db.get(tables.keysOf(table), zone));
    return { ...createTablePass(db.get(shared.rules, undefined), index, names, sharedKeys), basesOf: sharedKeys };
  };
  const chunksOf = createCheckedChunks(tables, shared.rules, passIn, { hasOneReader: true });
  const ofTable = memoize((name: string): Query<Zone, CheckedTable> => ({
    name: `checked ${name} rows of a zone`,
    hasOneReader: true,
    run: (db, zone) => {
      const table = db.get(shared.rules, undefined).schema.get(name);
      const rows = db.get(tables.rowsOf(name), zone);
      if (table && rows.every(isShaped)) return { problems: [], kept: [], alone: [] };
      const chunks = db.get(chunksOf(name), zone);
      const problems: RowProblem[] = [];
      const alone = concatenate(chunks.map((chunk) => chunk.alone));
      if (table) {
        const keys = db.get(tables.keysOf(name), zone);
        reportTwins(table, rows, keys, problems);
        for (const { twins } of chunks) problems.push(...twins);
        checkIndexes(table, alone, { keys, findIndexed: shared.findIndexed(db) }, problems);
        checkSize(table, rows, db.get(source.keysOf(name), undefined).size, problems);
      }
      for (const chunk of chunks) problems.push(...chunk.problems);
      return { problems, kept: chunks.map(({ kept }) => kept), alone };
    },
  }));
  const attachments: Query<Zone, Checked> = {
    name: 'checked attachments of a zone',
    hasOneReader: true,
    run: (db, zone) => {
      const problems: RowProblem[] = [];
      const attached = db.get(tables.attachments, zone);
      return { kept: [checkAttachments(attached, passIn(db, zone).references, problems)], problems };
    },
  };
  const widened: Query<Zone, readonly RowProblem[]> = {
    name: 'problems of matches with the address sets of a zone',
    hasOneReader: true,
    run: (db, zone) => {
      const mentioned = db.get(shared.mentioned, undefined);
      const { names } = passIn(db, zone);
      return db.get(tables.rowsOf('Address_Set'), zone).flatMap(({ key }) => {
        const bits = mentioned.has(key) ? (names.addressBits(key) ?? 0) : 0;
        return bits > 0 ? (db.get(shared.widened, bits).get(key) ?? []) : [];
      });
    },
    same: sameItems,
  };
  return {
    tables,
    problems: {
      name: 'problems of the rows of a zone',
      hasOneReader: true,
      run: (db, zone) => {
        const rules = db.get(shared.rules, undefined);
        const checked = db.get(tables.tables, zone).map((name) => ({ name, ...db.get(ofTable(name), zone) }));
        const problems = checked.flatMap((one) => one.problems);
        checkAbsent(rowsIn(db, zone).absent, rules, problems);
        const attached = db.get(attachments, zone);
        problems.push(...db.get(widened, zone), ...attached.problems);
        const kept = [...checked, attached].flatMap((one) => one.kept);
        const keptByShaped = (table: string) =>
          checked.map(({ name }) => keysOfShaped(table, name, db.get(tables.rowsOf(name), zone), rules));
        const alone = checked.flatMap(({ name: table, alone: rows }) => {
          const loose = new Set(findUnreferenced(table, keysWithoutShape(rows), rules, kept, keptByShaped));
          return rows.filter(({ key }) => loose.has(key)).map((row) => ({ table, row }));
        });
        const left = db
          .get(shared.loose, undefined)
          .filter(({ table, row }) => !kept.some((one) => one.get(table)?.has(row.key) === true));
        for (const { table, row } of [...left, ...alone])
          problems.push(problemOf(table, row, 'nothing refers to the row: OVSDB drops it'));
        return problems.map((problem) => {
          const cause = problem.cause ?? source.find(db, problem.table, problem.key)?.cause;
          return cause ? { ...problem, cause } : problem;
        });
      },
      same: sameItems,
    },
  };
}
