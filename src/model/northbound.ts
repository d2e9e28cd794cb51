import type { Cause } from './intent/cause.js';

/** A column's value. References are the keys of the rows that they refer to. Sets are sorted lists. */
export type ColumnValue =
  string | number | boolean | readonly string[] | readonly number[] | Readonly<Record<string, string | number>>;

/** Columns of a row; those at their schema default are left out. */
export type Columns = Readonly<Record<string, ColumnValue>>;

/** One desired row of the Northbound database. */
export interface Row {
  /** The row's natural identity, unique in its table. */
  readonly key: string;
  /** May be computed at each access: where there are many, read it once. */
  readonly columns: Columns;
  /** The resource that asks for the row; absent where the inventory alone does. */
  readonly cause?: Cause;
}

/** References to add to a set column of a base row. */
export interface Attachment {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly references: readonly string[];
}

/** What a zone's Northbound database must hold. Every list is in byte order of the keys. */
export interface ZoneRows {
  readonly zone: string;
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly attachments: readonly Attachment[];
  /** Base rows that must not be there. */
  readonly absent: ReadonlyMap<string, readonly Row[]>;
}
