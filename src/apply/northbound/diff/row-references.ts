import type { Atom } from '../../../clients/ovsdb/index.js';
import type { ReleaseProfile } from '../../../model/release.js';
import { listText } from '../wire/wire-value.js';
import { type Desired, type DesiredRow, desiredIdsOf } from './desired.js';
import type { LiveEntry, LiveIndex } from './live-index.js';
import { ownerOf } from './ownership.js';
import type { Pairs } from './pair.js';
import type { RowReference } from './table-pairs.js';

/** Returns the notation of a row in the operations of a transaction. */
export type NameAtom = (target: RowReference) => Atom;

/** Returns the table of a row. */
export function tableOfReference(target: RowReference): string {
  return 'live' in target ? target.live.table : target.inserted.table;
}

/** Finds rows by their keys, and collects missing ones. */
export interface RowReferences {
  /**
   * Returns the row of Weir, otherwise the base row of that name. Returns undefined, and adds a problem, if there is
   * not exactly one.
   */
  readonly find: (table: string, key: string, owners: () => readonly string[]) => RowReference | undefined;
  /** Returns the problems as sentences: each names a row and its owners. */
  readonly problems: () => readonly string[];
}

/** Creates the index of all rows. */
export function createRowReferences(desired: Desired, live: LiveIndex, pairs: Pairs): RowReferences {
  const bases = new Map<string, ReadonlyMap<string, readonly LiveEntry[]>>();
  const problems = new Map<string, Set<string>>();
  const findBase = (table: string, name: string): readonly LiveEntry[] => {
    let names = bases.get(table);
    if (names === undefined) bases.set(table, (names = entriesByName(live.tables.get(table) ?? [])));
    return names.get(name) ?? [];
  };
  const isDesired = (table: string): boolean => (desired.tables.get(table)?.length ?? 0) > 0;
  return {
    find: (table, key, owners) => {
      const target = pairs.tables.get(table)?.byKey().get(key);
      if (target) return target;
      const [base, second] = isDesired(table) ? [] : findBase(table, key);
      if (base && !second) return { live: base };
      const problem = `${table} '${key}' ${base ? 'exists more than once' : 'does not exist'}`;
      const known = problems.get(problem) ?? new Set();
      for (const owner of owners()) known.add(owner);
      problems.set(problem, known);
      return undefined;
    },
    problems: () => [...problems].map(([problem, owners]) => `${problem}; needed by ${listText([...owners].sort())}`),
  };
}

function entriesByName(entries: readonly LiveEntry[]): ReadonlyMap<string, readonly LiveEntry[]> {
  const names = new Map<string, LiveEntry[]>();
  for (const entry of entries) {
    const name = String(entry.row.name);
    const others = names.get(name);
    if (others) others.push(entry);
    else names.set(name, [entry]);
  }
  return names;
}

/** Returns the resource that needs a row, or the row itself. */
export function ownerOrRow({ table, key, columns }: DesiredRow, release: ReleaseProfile): string {
  const owner = ownerOf(table, desiredIdsOf(columns), release);
  return owner === '' ? `${table} '${key}'` : owner;
}
