import type { Row } from '../model/northbound.js';
import type { OutputPart } from '../northbound/parse-part.js';
import { areApart } from '../northbound/row-index.js';
import { compareText } from '../std/compare-text.js';
import { findChangedItems } from '../std/find-change.js';
import { firstFrom } from '../std/find-sorted.js';
import { once } from '../std/memoize.js';
import { type NameLists, createNameLists } from '../std/name-lists.js';

/** Parts of a zone's rows by path. */
export type ZoneParts = ReadonlyMap<string, OutputPart>;

/** Rows of parts by their keys, updated from one list of parts to the next. */
export interface PartIndex {
  /**
   * Replaces the parts. Returns the keys of rows that are other objects, by table, or undefined if the rows of a part are not
   * in the order of unique keys: the index is then unusable.
   */
  readonly update: (parts: ZoneParts) => ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** Returns the names of the tables that parts have, sorted. */
  readonly tables: () => readonly string[];
  /** Returns the rows of a key in the order of parts. */
  readonly rowsOf: (table: string, key: string) => readonly Row[];
}

const NO_ROWS: readonly Row[] = [];

/** The number of parts with a table, and the paths of those with each of its keys. */
interface IndexedTable {
  parts: number;
  readonly keys: NameLists;
}

/** Creates an empty index. */
export function createPartIndex(): PartIndex {
  const tables = new Map<string, IndexedTable>();
  let last: ZoneParts = new Map();
  let placeOf = placesOf(last);
  const pathsOf = (table: string, key: string): readonly string[] => {
    const paths = tables.get(table)?.keys.of(key) ?? [];
    return paths.length < 2 ? paths : paths.toSorted((a, b) => placeOf(a) - placeOf(b));
  };
  return {
    update: (parts) => {
      const before = last;
      last = parts;
      const changed = new Map<string, Set<string>>();
      placeOf = placesOf(parts);
      /** Takes over the rows of a table of a part. */
      const replace = (
        path: string,
        name: string,
        keys: IndexedTable['keys'],
        rows = NO_ROWS,
        others = NO_ROWS,
      ): void => {
        const own = changed.get(name) ?? new Set();
        changed.set(name, own);
        const { gone, added } = findChangedItems(rows, others, (a, b) => compareText(a.key, b.key));
        for (const { key } of gone) {
          own.add(key);
          keys.remove(key, path);
        }
        for (const { key } of added) {
          own.add(key);
          keys.add(key, path);
        }
      };
      /** Takes over a part. Returns false if its rows are not in the order of unique keys. */
      const exchange = (path: string, one: OutputPart | undefined, other: OutputPart | undefined): boolean => {
        for (const name of new Set([...(one?.rows.keys() ?? []), ...(other?.rows.keys() ?? [])])) {
          const [rows, others] = [one?.rows.get(name), other?.rows.get(name)];
          if (rows === others) continue;
          if (others && !areApart(others)) return false;
          const table = tables.get(name) ?? { parts: 0, keys: createNameLists() };
          tables.set(name, table);
          table.parts += Number(others !== undefined) - Number(rows !== undefined);
          replace(path, name, table.keys, rows, others);
        }
        return true;
      };
      for (const [path, part] of parts) {
        const known = before.get(path);
        if (known !== part && !exchange(path, known, part)) return undefined;
      }
      for (const [path, part] of before) if (!parts.has(path)) exchange(path, part, undefined);
      return changed;
    },
    tables: () => [...tables].flatMap(([name, { parts }]) => (parts > 0 ? [name] : [])).sort(),
    rowsOf: (table, key) =>
      pathsOf(table, key).flatMap((path) => {
        const rows = last.get(path)?.rows.get(table) ?? NO_ROWS;
        const row = rows[firstFrom(rows, key)];
        return row?.key === key ? [row] : [];
      }),
  };
}

/** Returns the place of each path among the parts, in the order of parts. */
function placesOf(parts: ZoneParts): (path: string) => number {
  const places = once(() => new Map(Array.from(parts.keys(), (path, place) => [path, place])));
  return (path) => places().get(path) ?? 0;
}
