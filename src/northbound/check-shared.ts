import type { Db, Query, QueryInput } from '../engine/query.js';
import type { Row } from '../model/northbound.js';
import { groupBy } from '../std/group-by.js';
import { hasSameContent, hasSameFields, sameItems, sameList } from '../std/same-items.js';
import { type FindIndexed, createSharedIndexes } from './check-indexes.js';
import { type Mention, checkRowMatch } from './check-matches.js';
import { createRowsQueries } from './check-chunks.js';
import { type Kept, checkAttachments, findUnreferenced, haveSameKept, keysOfShaped } from './check-references.js';
import { type TablePass, checkAbsent, createTablePass } from './check-table.js';
import type { MatchNames } from './match/match.js';
import { sameKeys } from './row-index.js';
import type { RowProblem } from './row-problem.js';
import { type RowRules, type SoundnessOptions, createRowRules } from './row-rules.js';
import type { SharedRowSource } from './shared-rows.js';

/** A row with its table. */
export interface PlacedRow {
  readonly table: string;
  readonly row: Row;
}

/** Queries about the rows that all zones share. */
export interface SharedChecks {
  readonly options: QueryInput<SoundnessOptions>;
  readonly rules: Query<undefined, RowRules>;
  readonly findIndexed: (db: Db) => FindIndexed;
  readonly problems: Query<undefined, readonly RowProblem[]>;
  /** Rows that no shared row refers to. */
  readonly loose: Query<undefined, readonly PlacedRow[]>;
  /** Names of the address sets that matches of shared rows refer to. */
  readonly mentioned: Query<undefined, ReadonlySet<string>>;
  /**
   * Problems of the matches that refer to an address set, by its name, if addresses of zones give it this width (bits).
   */
  readonly widened: Query<number, ReadonlyMap<string, readonly RowProblem[]>>;
}

/** Creates the queries. */
export function createSharedChecks(source: SharedRowSource): SharedChecks {
  const options: SharedChecks['options'] = { name: 'target of checks', same: hasSameFields };
  const rules: SharedChecks['rules'] = { name: 'rules of rows', run: (db) => createRowRules(db.read(options)) };
  const createPass = (db: Db): TablePass =>
    createTablePass(db.get(rules, undefined), (table) => db.get(source.keysOf(table), undefined), [
      db.get(source.names, undefined),
    ]);
  const checked = createRowsQueries(source, rules, createPass);
  const attachments: Query<undefined, { readonly problems: readonly RowProblem[]; readonly kept: Kept }> = {
    name: 'checked attachments',
    run: (db) => {
      const problems: RowProblem[] = [];
      const kept = checkAttachments(db.get(source.attachments, undefined), createPass(db).references, problems);
      return { problems, kept };
    },
  };
  const kept: Query<undefined, readonly Kept[]> = {
    name: 'rows that shared rows refer to',
    run: (db) => {
      const all = [
        ...db.get(source.tables, undefined).flatMap((name) => db.get(checked.kept, name)),
        db.get(attachments, undefined).kept,
      ];
      return db.isForOneRound ? all : [joinKept(all)];
    },
    same: haveSameKept,
  };
  const looseKeys: Query<string, readonly string[]> = {
    name: 'keys of shared rows without references',
    run: (db, table) => {
      const own = db.get(rules, undefined);
      const keptByShaped = (to: string) =>
        db
          .get(source.tables, undefined)
          .map((name) => keysOfShaped(to, name, db.get(source.rowsOf(name), undefined), own));
      return findUnreferenced(table, db.get(checked.unshaped, table), own, db.get(kept, undefined), keptByShaped);
    },
    same: sameItems,
  };
  const loose: SharedChecks['loose'] = {
    name: 'shared rows without references',
    run: (db) =>
      db.get(source.tables, undefined).flatMap((table) =>
        db
          .get(looseKeys, table)
          .flatMap((key) => source.find(db, table, key) ?? [])
          .map((row) => ({ table, row })),
      ),
    same: hasSamePlaces,
  };
  const mentions: Query<undefined, ReadonlyMap<string, readonly Mention[]>> = {
    name: 'matches by address set',
    run: (db) => {
      const all = db.get(source.tables, undefined).flatMap((name) => db.get(checked.mentions, name));
      return groupBy(all, ({ name }) => name);
    },
  };
  return {
    options,
    rules,
    loose,
    findIndexed: createSharedIndexes(source),
    problems: {
      name: 'problems of shared rows',
      run: (db) => {
        const problems = db.get(source.tables, undefined).flatMap((name) => db.get(checked.problems, name));
        checkAbsent(db.read(source.rows).absent, db.get(rules, undefined), problems);
        return [...problems, ...db.get(attachments, undefined).problems];
      },
      same: sameItems,
    },
    mentioned: {
      name: 'address sets of matches',
      run: (db) => new Set(db.get(mentions, undefined).keys()),
      same: sameKeys,
    },
    widened: {
      name: 'matches with a wider address set',
      run: (db, bits) => {
        const { names: known, rules: own } = createPass(db);
        const found = new Map<string, readonly RowProblem[]>();
        for (const [set, waiting] of db.get(mentions, undefined)) {
          const problems = checkWidened(waiting, widen(known, set, bits), own);
          if (problems.length > 0) found.set(set, problems);
        }
        return found;
      },
      same: hasSameContent,
    },
  };
}

/** Returns the rows that several lists refer to, together. */
function joinKept(all: readonly Kept[]): Kept {
  const joined = new Map<string, Set<string>>();
  for (const one of all) {
    for (const [table, keys] of one) {
      const known = joined.get(table);
      if (!known) joined.set(table, new Set(keys.keys()));
      else for (const key of keys.keys()) known.add(key);
    }
  }
  return joined;
}

function checkWidened(waiting: readonly Mention[], names: Required<MatchNames>, { matches }: RowRules): RowProblem[] {
  const problems: RowProblem[] = [];
  for (const { table, row } of waiting) checkRowMatch(table, row, row, names, matches, problems);
  return problems;
}

/** Returns names of which one address set is wider. */
function widen(names: Required<MatchNames>, set: string, bits: number): Required<MatchNames> {
  return { ...names, addressBits: (name) => (name === set ? bits : names.addressBits(name)) };
}

function hasSamePlaces(a: readonly PlacedRow[], b: readonly PlacedRow[]): boolean {
  return sameList(a, b, (one, other) => one.table === other.table && one.row === other.row);
}
