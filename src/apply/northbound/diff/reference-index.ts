import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { groupBy } from '../../../std/group-by.js';
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

/** A column of references, and the names of its rows by what they refer to: nearly always one. */
interface IndexedColumn {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly rows: Map<string, string | readonly string[]>;
}

/** Creates an empty index of the reference columns of a schema. `read` returns what a column refers to. */
export function createReferenceIndex<Content>(
  schema: ReadonlyMap<string, readonly ColumnSchema[]>,
  read: (content: Content, column: string) => readonly string[],
): ReferenceIndex<Content> {
  const columns = [...schema].flatMap(([table, list]) =>
    list.flatMap(({ name, key: { reference } }): IndexedColumn[] =>
      reference ? [{ table, column: name, target: reference.table, rows: new Map() }] : [],
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
          one.rows.set(target, withName(one.rows.get(target), name));
          if (isParent) moved.push({ table: one.target, name: target });
        }
        for (const target of kept) {
          const others = withoutName(one.rows.get(target), name);
          if (others === undefined) one.rows.delete(target);
          else one.rows.set(target, others);
          if (isParent) moved.push({ table: one.target, name: target });
        }
      }
      return moved;
    },
    referrersOf: ({ table, name: target }) => {
      const found: RowHandle[] = [];
      for (const one of ofTarget.get(table) ?? []) {
        for (const name of namesIn(one.rows.get(target))) found.push({ table: one.table, name });
      }
      return found;
    },
    parentsOf: ({ table, name }) => {
      const column = parents.get(table);
      return column ? namesIn(column.rows.get(name)) : NONE;
    },
  };
}

const NONE: readonly never[] = [];

function isParentColumn({ table, column }: IndexedColumn): boolean {
  return PARENTAGES.some((one) => one.parent === table && one.column === column);
}

function namesIn(names: string | readonly string[] | undefined): readonly string[] {
  if (names === undefined) return NONE;
  return typeof names === 'string' ? [names] : names;
}

function withName(names: string | readonly string[] | undefined, name: string): string | readonly string[] {
  return names === undefined ? name : [...namesIn(names), name];
}

function withoutName(
  names: string | readonly string[] | undefined,
  name: string,
): string | readonly string[] | undefined {
  const others = namesIn(names).filter((one) => one !== name);
  return others.length < 2 ? others[0] : others;
}
