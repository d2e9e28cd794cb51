import { compareText } from '../../../std/compare-text.js';
import { memoize } from '../../../std/memoize.js';
import { northboundSchema } from '../../../northbound/schema/northbound.js';
import type { Desired, DesiredChange, DesiredRow } from './desired.js';
import { type LiveChange, type LiveEntry, type LiveIndex, uuidsIn } from './live-index.js';
import {
  type Match,
  NO_PAIRS,
  type PairContext,
  type GroupPairs,
  type RowReference,
  liveIn,
  isOpen,
  pairGroup,
  desiredIn,
} from './pair-group.js';
import { createTableMap } from './table-map.js';

/** The differences between desired and live rows, in the order of tables, and of keys or UUIDs. */
export interface Pairs {
  /** The matches with changed columns. */
  readonly changed: readonly Match[];
  readonly missing: readonly DesiredRow[];
  /** Owned rows without a desired row, and rows that must not exist. */
  readonly stale: readonly LiveEntry[];
  /** Owned rows that would be stale, but are needed by the references of foreign rows. */
  readonly sheltering: readonly LiveEntry[];
  /** Desired rows whose identity a foreign row with different content has. */
  readonly foreign: readonly Match[];
}

/** The rows of one identity before and after a change. */
export interface ChangedGroup {
  readonly table: string;
  /** The identity, or a text that is none for rows without one. */
  readonly name: string;
  readonly before: GroupPairs;
  readonly after: GroupPairs;
}

/** The pairs of all rows, updated by their changes. */
export interface PairedRows {
  /** Pairs the rows whose identities have changed. Returns them. */
  readonly update: (
    desired: readonly DesiredChange[],
    live: readonly LiveChange[],
    absent: ReadonlyMap<string, ReadonlySet<string>>,
  ) => readonly ChangedGroup[];
  readonly differences: () => Pairs;
  /** Returns the match of a live row. */
  readonly matchOf: (entry: LiveEntry) => Match | undefined;
  /** Returns the live rows of an identity. */
  readonly entriesOf: (table: string, identity: string) => readonly LiveEntry[];
  /** Returns the row of Weir with this key, or the foreign one in its place. */
  readonly find: (table: string, key: string) => RowReference | undefined;
  /** Returns the live row of a desired one, or the new one. Undefined if a foreign row is in its place. */
  readonly holderOf: (row: DesiredRow) => RowReference | undefined;
  readonly matches: () => Iterable<Match>;
  /** Number of matches whose live row is not owned yet. */
  readonly adopted: () => number;
}

/** New rows of one identity. */
interface NewRows {
  readonly rows: DesiredRow[];
  readonly entries: LiveEntry[];
}

/** Name of the group of rows without an identity, which no row has. */
const NOTHING = '\0';

/**
 * Creates empty pairs. Rows of one identity are paired again when one of them changes: which of them are pairs depends on
 * no other row.
 */
export function createPairs(context: PairContext, desired: Desired, live: LiveIndex): PairedRows {
  const groups = createTableMap<GroupPairs>();
  const open = createTableMap<GroupPairs>();
  let absentBefore: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let adopted = 0;
  const groupOf = (table: string, identity: string | undefined): GroupPairs =>
    groups.get(table, identity ?? NOTHING) ?? NO_PAIRS;
  const holderOf = (row: DesiredRow): RowReference | undefined => {
    const { matches, missing } = groupOf(row.table, row.identity);
    const match = matches.find((one) => one.desired === row);
    if (match) return { live: match.live };
    return missing.includes(row) ? { inserted: row } : undefined;
  };
  const pairAgain = (table: string, name: string, come: NewRows, isAbsent: boolean): ChangedGroup => {
    const before = groups.get(table, name) ?? NO_PAIRS;
    const rows = desiredIn(before).filter((row) => desired.rows.get(table, row.key) === row);
    const entries = liveIn(before).filter((entry) => live.entries.get(table, entry.uuid) === entry);
    const after = pairGroup(
      [...rows, ...come.rows].sort((a, b) => compareText(a.key, b.key)),
      [...entries, ...come.entries].sort((a, b) => compareText(a.uuid, b.uuid)),
      isAbsent,
      context,
      before,
    );
    adopted += countAdopted(after) - countAdopted(before);
    groups.set(table, name, desiredIn(after).length + liveIn(after).length === 0 ? undefined : after);
    open.set(table, name, isOpen(after) ? after : undefined);
    return { table, name, before, after };
  };
  return {
    update: (rows, entries, absent) => {
      const changes = createTableMap<NewRows>();
      const changeOf = (table: string, name: string): NewRows => {
        const known = changes.get(table, name) ?? { rows: [], entries: [] };
        changes.set(table, name, known);
        return known;
      };
      for (const { before, after } of rows) {
        if (before) changeOf(before.table, before.identity ?? NOTHING);
        if (after) changeOf(after.table, after.identity ?? NOTHING).rows.push(after);
      }
      for (const { before, after } of entries) {
        if (before) changeOf(before.table, before.identity ?? NOTHING);
        if (after) changeOf(after.table, after.identity ?? NOTHING).entries.push(after);
      }
      for (const [table, name] of [...namesIn(absentBefore), ...namesIn(absent)]) changeOf(table, name);
      absentBefore = absent;
      const changed: ChangedGroup[] = [];
      for (const table of changes.tables()) {
        const isAbsent = absent.get(table) ?? new Set();
        for (const [name, come] of changes.of(table)) changed.push(pairAgain(table, name, come, isAbsent.has(name)));
      }
      return changed;
    },
    differences: () => {
      const all = [...context.schema.keys()].map((table) => [...open.of(table).values()]);
      const list = <Item>(
        read: (group: GroupPairs) => readonly Item[],
        name: (item: Item) => string,
      ): readonly Item[] => all.flatMap((own) => own.flatMap(read).sort((a, b) => compareText(name(a), name(b))));
      const pairs = {
        changed: list(({ matches }) => matches.filter(({ changed }) => changed.length > 0), keyOfMatch),
        missing: list(
          ({ missing }) => missing,
          ({ key }) => key,
        ),
        stale: list(
          ({ stale }) => stale,
          ({ uuid }) => uuid,
        ),
        foreign: list(({ foreign }) => foreign, keyOfMatch),
      };
      return withoutSheltering(pairs, live);
    },
    matchOf: (entry) => groupOf(entry.table, entry.identity).matches.find(({ live: own }) => own === entry),
    entriesOf: (table, identity) => liveIn(groupOf(table, identity)),
    find: (table, key) => {
      const row = desired.rows.get(table, key);
      if (!row) return undefined;
      const conflict = groupOf(table, row.identity).foreign.find((one) => one.desired === row);
      return conflict ? { live: conflict.live } : holderOf(row);
    },
    holderOf,
    *matches() {
      for (const table of context.schema.keys()) for (const { matches } of groups.of(table).values()) yield* matches;
    },
    adopted: () => adopted,
  };
}

const keyOfMatch = ({ desired }: Match): string => desired.key;

function countAdopted({ matches }: GroupPairs): number {
  return matches.reduce((count, { live }) => (live.isOurs ? count : count + 1), 0);
}

function namesIn(tables: ReadonlyMap<string, ReadonlySet<string>>): (readonly [table: string, name: string])[] {
  return [...tables].flatMap(([table, names]) => Array.from(names, (name) => [table, name] as const));
}

/**
 * Removes owned rows from the changes if foreign rows depend on them, such as ACLs in the port group of a namespace.
 */
function withoutSheltering(pairs: Omit<Pairs, 'sheltering'>, live: LiveIndex): Pairs {
  const going = new Set(pairs.stale);
  const isOthers = (table: string, uuid: string): boolean => {
    const entry = live.entries.get(table, uuid);
    return entry === undefined || !(entry.isOurs || going.has(entry));
  };
  const shelters = ({ table, row }: LiveEntry): boolean =>
    keepingColumns(table).some(({ column, target }) => uuidsIn(row[column]).some((uuid) => isOthers(target, uuid)));
  const sheltering = new Set(pairs.stale.filter(shelters));
  return { ...pairs, stale: pairs.stale.filter((entry) => !sheltering.has(entry)), sheltering: [...sheltering] };
}

/** Returns the columns whose references keep rows alive: strong ones to tables that are not root. */
const keepingColumns = memoize((table: string): readonly { readonly column: string; readonly target: string }[] =>
  [...(northboundSchema.get(table)?.columns.values() ?? [])].flatMap(({ name, key: { reference } }) =>
    reference?.strength === 'strong' && northboundSchema.get(reference.table)?.isRoot === false
      ? [{ column: name, target: reference.table }]
      : [],
  ),
);
