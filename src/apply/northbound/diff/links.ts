import type { ReleaseProfile } from '../../../model/release.js';
import { compareText } from '../../../std/compare-text.js';
import { groupBy } from '../../../std/group-by.js';
import { memoize } from '../../../std/memoize.js';
import { isReferenceSet } from '../wire/governed-columns.js';
import { listText } from '../wire/wire-value.js';
import { HOLDING_TABLES } from '../../../northbound/base-tables.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { type ChangedRows, findAffectedRows } from './affected-rows.js';
import { type BaseRow, type Desired, type DesiredRow, keysIn } from './desired.js';
import { type Links, type RowLink, type SingleLink, holds, linkOf } from './link.js';
import type { LiveEntry, LiveIndex } from './live-index.js';
import type { PairContext, RowReference } from './pair-group.js';
import type { PairedRows, Pairs } from './pair.js';
import type { RowHandle } from './reference-index.js';
import { type FindRow, ownerOrRow } from './row-references.js';
import { createTableMap } from './table-map.js';

/** The references of all rows, updated by the changes of rows. */
export interface LinkedRows {
  /**
   * Compares the references of changed rows, and of rows that refer to such. All rows must be paired first. Returns the
   * differences, and the references without a target as sentences: each names a row and its owners.
   */
  readonly update: (
    changed: Omit<ChangedRows, 'turned'>,
    pairs: Pick<Pairs, 'stale' | 'sheltering'>,
  ) => Links & { readonly problems: readonly string[] };
}

/** The differences of one row. */
interface FoundLinks {
  readonly sets: RowLink[];
  readonly singles: SingleLink[];
  readonly problems: { readonly problem: string; readonly owners: readonly string[] }[];
}

/** Creates the references of no rows. */
export function createLinks(
  { schema, managed, release }: PairContext,
  desired: Desired,
  live: LiveIndex,
  pairs: PairedRows,
  find: FindRow,
): LinkedRows {
  const found = createTableMap<FoundLinks>();
  let going: ReadonlySet<LiveEntry> = new Set();
  const columnsOf = memoize((table: string) =>
    (schema.get(table) ?? []).filter(({ key }) => key.reference !== undefined),
  );
  const setsOf = memoize((table: string) => columnsOf(table).filter(isReferenceSet));
  const isOpen = (table: string, name: string): boolean => found.get(table, name) !== undefined;
  const isHolding = (table: string): boolean => !managed && HOLDING_TABLES.includes(table);
  const compareSet = (
    holder: RowReference,
    column: ColumnSchema,
    keys: readonly string[],
    report: (problem: string) => void,
    isBase = false,
  ): readonly RowLink[] => {
    const table = column.key.reference?.table ?? '';
    const wanted = keys.map((key) => find(table, key, report)).filter((one) => one !== undefined);
    // Foreign references of a base row stay. A foreign row that is not root exists only by strong references.
    const isWhole = !isBase && column.key.reference?.strength === 'weak';
    const mayTake = (entry: LiveEntry): boolean => isWhole || entry.isOurs || going.has(entry);
    const link = linkOf(holder, column, wanted, live.entries.of(table), mayTake);
    return link ? [link] : [];
  };
  const compareRow = (row: DesiredRow, holder: RowReference, { sets, singles, problems }: FoundLinks): void => {
    const report = (problem: string): void => void problems.push({ problem, owners: [ownerOrRow(row, release)] });
    for (const column of columnsOf(row.table)) {
      const keys = keysIn(row.columns[column.name]);
      if (isReferenceSet(column)) sets.push(...compareSet(holder, column, keys, report));
      else if ('live' in holder) {
        const [key] = keys;
        const target = key === undefined ? undefined : find(column.key.reference?.table ?? '', key, report);
        if (!holds(holder.live, column, target)) singles.push({ holder: holder.live, column, target });
      }
    }
  };
  const compareBase = ({ table, name }: RowHandle, { sets, problems }: FoundLinks): void => {
    const base = desired.bases.get(table, name);
    if (base) {
      find(table, name, (problem) => {
        problems.push({ problem, owners: ownersOf(base, setsOf(table), desired, release) });
      });
    }
    const report = (problem: string): void => void problems.push({ problem, owners: [`${table} '${name}'`] });
    for (const entry of pairs.entriesOf(table, name)) {
      for (const column of setsOf(table)) {
        sets.push(...compareSet({ live: entry }, column, base?.get(column.name) ?? [], report, true));
      }
    }
  };
  const compareAgain = ({ table, name }: RowHandle): void => {
    const own: FoundLinks = { sets: [], singles: [], problems: [] };
    const row = desired.rows.get(table, name);
    // A foreign row in the place of a desired one keeps its references.
    const holder = row && pairs.holderOf(row);
    if (row && holder) compareRow(row, holder, own);
    if (isHolding(table)) compareBase({ table, name }, own);
    const count = own.sets.length + own.singles.length + own.problems.length;
    found.set(table, name, count === 0 ? undefined : own);
  };
  return {
    update: (changed, { stale, sheltering }) => {
      const before = going;
      going = new Set(stale);
      const turned = [...before].filter((one) => !going.has(one)).concat(stale.filter((one) => !before.has(one)));
      const names = findAffectedRows({ ...changed, turned }, { desired, live, pairs, isHolding, isOpen });
      for (const table of names.tables()) for (const row of names.of(table).values()) compareAgain(row);
      const all = [...schema.keys()].flatMap((table) =>
        [...found.of(table)].sort(([a], [b]) => compareText(a, b)).map(([, own]) => own),
      );
      const ofSheltering = sheltering.flatMap((entry) =>
        setsOf(entry.table)
          .filter(({ key }) => key.reference?.strength === 'strong')
          .flatMap((column) => compareSet({ live: entry }, column, [], () => undefined)),
      );
      return {
        sets: [...all.flatMap(({ sets }) => sets), ...ofSheltering],
        singles: all.flatMap(({ singles }) => singles),
        problems: describeProblems(all.flatMap(({ problems }) => problems)),
      };
    },
  };
}

function describeProblems(problems: FoundLinks['problems']): readonly string[] {
  return [...groupBy(problems, ({ problem }) => problem)].map(([problem, own]) => {
    const owners = new Set(own.flatMap((one) => one.owners));
    return `${problem}; needed by ${listText([...owners].sort())}`;
  });
}

/** Returns the owners of the references that Weir adds to a base row. */
function ownersOf(
  base: BaseRow,
  columns: readonly ColumnSchema[],
  { rows }: Desired,
  release: ReleaseProfile,
): readonly string[] {
  return columns.flatMap(({ name, key }) =>
    (base.get(name) ?? []).flatMap((one) => {
      const row = rows.get(key.reference?.table ?? '', one);
      return row ? [ownerOrRow(row, release)] : [];
    }),
  );
}
