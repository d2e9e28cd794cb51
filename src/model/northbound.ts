import type { Cause } from './intent/cause.js';
import type { Direction } from './intent/policy.js';

/** A column's value. References are the keys of the rows that they refer to. Sets are sorted lists. */
export type ColumnValue =
  string | number | boolean | readonly string[] | readonly number[] | Readonly<Record<string, string | number>>;

/** Columns of a row; those at their schema default are left out. */
export type Columns = Readonly<Record<string, ColumnValue>>;

/** By what a row is found again. */
export interface RowIdentity {
  /** The key of the row: its name, or the id among its `external_ids`. */
  readonly key: string;
  readonly external_ids: Readonly<Record<string, string>>;
}

/** One desired row of the Northbound database. */
export interface Row {
  /** The row's natural identity, unique in its table. */
  readonly key: string;
  /** May be computed at each access: where there are many, read it once. */
  readonly columns: Columns;
  /** The resource that asks for the row; unset if the inventory alone does. */
  readonly cause?: Cause;
  /** The namespace that the row is for, where no resource asks for it. */
  readonly namespace?: string;
  /**
   * The text of the row, as a template makes it that gives sound rows only: tests check that over all that goes in. It is what
   * `createRowRenderer` makes of the columns.
   */
  readonly render?: () => string;
  /** Bytes of that text, where they are known without it; the key is ASCII then, and has nothing to escape in JSON. */
  readonly bytes?: number;
  /** Of the port group of a policy: the directions in which it closes its pods. Not a part of the row. */
  readonly closes?: readonly Direction[];
  /**
   * True if OVN cannot parse the match, which is that of the live controllers: a finding says so. Not a part of the
   * row.
   */
  readonly isUnreadable?: boolean;
}

/** A row that a template gives; its key has nothing to escape in JSON. */
export interface TemplateRow extends Row {
  readonly render: () => string;
}

/**
 * Rows of a table in which a namespace has no others, in byte order of their keys. They are made when they are written: a
 * hundred thousand that wait for their turn cost the garbage collector more than all the work on them.
 */
export interface RowBlock {
  readonly table: string;
  readonly namespace: string;
  /** The resources that ask for the rows. */
  readonly causes: readonly Cause[];
  /** How many rows there are. */
  readonly count: number;
  /** Makes them. */
  readonly rows: () => readonly TemplateRow[];
}

/** References to add to a set column of a base row. */
export interface Attachment {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly references: readonly string[];
}

/** Rows of a Northbound database, and what is attached to rows of others. Every list is in byte order of the keys. */
export interface NorthboundRows {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly attachments: readonly Attachment[];
  /** Base rows that must not be there. */
  readonly absent: ReadonlyMap<string, readonly Row[]>;
}

/** What a zone's Northbound database must hold. */
export interface ZoneRows extends NorthboundRows {
  readonly zone: string;
}

/**
 * What one zone holds beside the rows that all zones hold. A row that has nothing but sets of references or of values adds
 * them to the shared row of that key.
 */
export interface OwnRows extends ZoneRows {
  /** The switches of its nodes: what is attached to every switch is attached to them. */
  readonly switches: readonly string[];
}

/** The rows of all zones of a cluster. */
export interface ClusterRows {
  /** What every zone holds. An attachment to every switch stands for one to each switch of a zone. */
  readonly shared: NorthboundRows;
  /** What every zone holds beside that, or none if all rows are wanted at once. */
  readonly blocks: readonly RowBlock[];
  readonly ownOf: (zone: string) => OwnRows;
  /** All that the rows of zones are made of: while these are the same objects, so are the rows. */
  readonly ownInputs: readonly unknown[];
}
