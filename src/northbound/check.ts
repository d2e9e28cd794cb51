import { createEngine } from '../engine/engine.js';
import type { Db, Query, QueryInput } from '../engine/query.js';
import type { NorthboundRows, ZoneRows } from '../model/northbound.js';
import { checkAttachments, findUnreferenced, keysOfShaped, keysWithoutShape } from './check-references.js';
import { type SharedChecks, createSharedChecks } from './check-shared.js';
import {
  type RowVisitor,
  type TablePass,
  checkAbsent,
  checkEach,
  checkTogether,
  createTablePass,
  reportTable,
} from './check-table.js';
import { namesOf } from './match-names.js';
import { type Keys, type RowIndex, indexTables } from './row-index.js';
import { type RowProblem, problemOf } from './row-problem.js';
import type { SoundnessOptions } from './row-rules.js';
import { type SharedRowSource, createSharedRowSource } from './shared-rows.js';

export type { RowProblem } from './row-problem.js';
export type { SoundnessOptions } from './row-rules.js';
export type { RowVisitor } from './check-table.js';

/**
 * Checks of the rows of a cluster. They find problems that OVSDB only finds at commit (types, indexes, references), rows
 * that it would silently drop, and matches that ovn-controller cannot parse.
 */
export interface RowChecks {
  readonly options: QueryInput<SoundnessOptions>;
  /** Problems of the rows that all zones share. */
  readonly shared: Query<undefined, readonly RowProblem[]>;
  /**
   * Returns the problems of the rows of a zone, in addition to those that all zones share. The order is that of tables
   * and rows. `visit` receives each row, in order.
   */
  readonly checkOwn: (db: Db, own: NorthboundRows, visit?: RowVisitor) => readonly RowProblem[];
}

/** Creates checks of the rows of a source, and of those of single zones. */
export function createRowChecks(source: SharedRowSource): RowChecks {
  const shared = createSharedChecks(source);
  return {
    options: shared.options,
    shared: shared.problems,
    checkOwn: (db, own, visit) => checkOwn(db, source, shared, own, visit),
  };
}

function checkOwn(
  db: Db,
  source: SharedRowSource,
  shared: SharedChecks,
  own: NorthboundRows,
  visit: RowVisitor | undefined,
): readonly RowProblem[] {
  const problems: RowProblem[] = [];
  const ownIndex = indexTables(own);
  const pass = createPass(db, source, shared, { own, ownIndex }, visit);
  const { rules, references, names } = pass;
  const tables = [...own.rows].sort(([a], [b]) => (a < b ? -1 : 1));
  const kept = tables.flatMap(([name, rows]) => {
    const table = rules.schema.get(name);
    if (!table) {
      reportTable(name, rows, rules.options.schemaVersion, problems);
      return [];
    }
    const checked = checkEach(table, rows, pass);
    for (const problem of [...checkTogether(table, rows, pass), ...checked.problems]) problems.push(problem);
    return [checked.kept];
  });
  checkAbsent(own.absent, rules, problems);
  const mentioned = db.get(shared.mentioned, undefined);
  for (const { key } of own.rows.get('Address_Set') ?? []) {
    if (!mentioned.has(key)) continue;
    const bits = names.addressBits(key) ?? 0;
    for (const problem of bits > 0 ? (db.get(shared.widened, bits).get(key) ?? []) : []) problems.push(problem);
  }
  const all = [...kept, checkAttachments(own.attachments, references, problems)];
  const keptByShaped = (table: string) => tables.map(([name, rows]) => keysOfShaped(table, name, rows, rules));
  const alone = [...own.rows].flatMap(([table, list]) =>
    findUnreferenced(table, keysWithoutShape(list), rules, all, keptByShaped)
      .filter((key) => !db.get(source.keysOf, table).has(key))
      .flatMap((key) => ownIndex(table).get(key) ?? [])
      .map((row) => ({ table, row })),
  );
  const loose = db.get(shared.loose, undefined);
  const left = loose.filter(({ table, row }) => !all.some((one) => one.get(table)?.has(row.key) === true));
  for (const { table, row } of [...left, ...alone])
    problems.push(problemOf(table, row, 'nothing refers to the row: OVSDB drops it'));
  return problems.map((problem) => {
    const cause = problem.cause ?? source.find(db, problem.table, problem.key)?.cause;
    return cause ? { ...problem, cause } : problem;
  });
}

/** Returns what the rows of a zone are checked against. */
function createPass(
  db: Db,
  source: SharedRowSource,
  shared: SharedChecks,
  { own, ownIndex }: { readonly own: NorthboundRows; readonly ownIndex: RowIndex },
  visit: RowVisitor | undefined,
): TablePass {
  const rules = db.get(shared.rules, undefined);
  const keysOf = (table: string): Keys => db.get(source.keysOf, table);
  const ownNames = namesOf((table) => own.rows.get(table) ?? []);
  const findIndexed = shared.findIndexed(db);
  return {
    ...createTablePass(rules, ownIndex, [ownNames, db.get(shared.names, undefined)], keysOf),
    basesOf: (table) => ({ keys: keysOf(table), findIndexed }),
    visit,
  };
}

/** Checks of the rows of a cluster that are made once. */
export interface ClusterCheck {
  /** Problems of the rows that all zones share. */
  readonly problems: readonly RowProblem[];
  /** See `RowChecks`. */
  readonly checkOwn: (own: NorthboundRows) => readonly RowProblem[];
}

const source = createSharedRowSource('rows to check');
const checks = createRowChecks(source);
const ownProblems: Query<NorthboundRows, readonly RowProblem[]> = {
  name: 'problems of own rows',
  hasOneReader: true,
  run: (db, own) => checks.checkOwn(db, own),
};

/** Checks the rows of many zones like `checkRows`, but their shared rows only once. */
export function checkShared(shared: NorthboundRows, options: SoundnessOptions): ClusterCheck {
  const engine = createEngine({ isForOneRound: true });
  engine.set(source.rows, shared);
  engine.set(checks.options, options);
  return {
    problems: engine.ask(checks.shared, undefined, () => undefined),
    checkOwn: (own) => engine.ask(ownProblems, own, () => undefined),
  };
}

/** Returns the problems of the rows of a zone, see `RowChecks`. The order is that of tables and rows. */
export function checkRows(zone: ZoneRows, options: SoundnessOptions): readonly RowProblem[] {
  return checkShared({ rows: new Map(), attachments: [], absent: new Map() }, options).checkOwn(zone);
}
