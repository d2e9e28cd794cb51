import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { groupBy } from '../../../std/group-by.js';
import { type NameLists, createNameLists } from '../../../std/name-lists.js';
import { sameItems } from '../../../std/same-items.js';
import { PARENTAGES } from './identity.js';

/** A row by its table and its name: its key, or its UUID. */
export interface RowHandle {
  readonly table: string;
  readonly name: string;
}

/** References by what they refer to. Rows are named by their keys, or by their UUIDs. */
export interface ReferenceIndex<Content> {
  /** Replaces the content of a row. Returns the rows that may have got another parent by it. */
  readonly replace: (row: RowHandle, before: Content | undefined, after: Content | undefined) => readonly RowHandle[];
  /** Returns the rows that refer to a row. */
  readonly referrersOf: (target: RowHandle) => readonly RowHandle[];
  /** Returns the names of the routers or port groups that a row belongs to. */
  readonly parentsOf: (row: RowHandle) => readonly string[];
}

/** A column of references, and the names of its rows by what they refer to. */
interface IndexedColumn {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly rows: NameLists;
}

/** Creates an empty index of the reference columns of a schema. `read` returns what a column refers to. */
export function createReferenceIndex<Content>(
  schema: ReadonlyMap<string, readonly ColumnSchema[]>,
  read: (content: Content, column: string) => readonly string[],
): ReferenceIndex<Content> {
  const columns = [...schema].flatMap(([table, list]) =>
    list.flatMap(({ name, key: { reference } }): IndexedColumn[] =>
      reference ? [{ table, column: name, target: reference.table, rows: createNameLists() }] : [],
    ),
  );
  const ofTable = groupBy(columns, ({ table }) => table);
  const ofTarget = groupBy(columns, ({ target }) => target);
  const parents = new Map(columns.filter(isParentColumn).map((one) => [one.target, one]));
  return {
    replace: ({ table, name }, before, after) => {
      const moved: RowHandle[] = [];
      for (const one of ofTable.get(table) ?? []) {
        const gone = before === undefined ? NONE : read(before, one.column);
        const come = after === undefined ? NONE : read(after, one.column);
        if (sameItems(gone, come)) continue;
        const isParent = isParentColumn(one);
        const kept = new Set(gone);
        for (const target of come) {
          if (kept.delete(target)) continue;
          one.rows.add(target, name);
          if (isParent) moved.push({ table: one.target, name: target });
        }
        for (const target of kept) {
          one.rows.remove(target, name);
          if (isParent) moved.push({ table: one.target, name: target });
        }
      }
      return moved;
    },
    referrersOf: ({ table, name: target }) => {
      const found: RowHandle[] = [];
      for (const one of ofTarget.get(table) ?? []) {
        for (const name of one.rows.of(target)) found.push({ table: one.table, name });
      }
      return found;
    },
    parentsOf: ({ table, name }) => {
      const column = parents.get(table);
      return column ? column.rows.of(name) : NONE;
    },
  };
}

const NONE: readonly never[] = [];

function isParentColumn({ table, column }: IndexedColumn): boolean {
  return PARENTAGES.some((one) => one.parent === table && one.column === column);
}
