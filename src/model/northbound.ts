import type { ResourceName } from './diagnostic.js';
import type { Cause } from './intent/cause.js';
import type { Direction } from './intent/policy.js';

/** A column's value. References are the keys of the rows that they refer to. Sets are sorted lists. */
export type ColumnValue =
  string | number | boolean | readonly string[] | readonly number[] | Readonly<Record<string, string | number>>;

/** Columns of a row, without those at their schema default. */
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
  /** May be computed at each access. Read it once if there are many rows. */
  readonly columns: Columns;
  /** Resource that causes the row. Unset if only the inventory does. */
  readonly cause?: Cause;
  /**
   * The resource that causes the shared row to which this one adds values. Its cause is that of the shared row, so this row
   * stays the same while other parts of the resource change.
   */
  readonly resource?: ResourceName;
  /** Namespace of the row, if no resource causes it. */
  readonly namespace?: string;
  /** Directions in which the port group of a policy isolates its pods. Not a part of the row. */
  readonly closes?: readonly Direction[];
  /**
   * True if OVN cannot parse the match, which is that of the live controllers. A finding reports it. Not a part of the
   * row.
   */
  readonly isUnreadable?: boolean;
}

/** References to add to a set column of a base row. */
export interface RowAttachment {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly references: readonly string[];
}

/** Rows of a Northbound database, and what is attached to rows of others. Every list is in byte order of the keys. */
export interface NorthboundRows {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly attachments: readonly RowAttachment[];
  /** Base rows that must not be there. */
  readonly absent: ReadonlyMap<string, readonly Row[]>;
}

/** Desired rows of a zone's Northbound database. */
export interface ZoneRows extends NorthboundRows {
  readonly zone: string;
}

/** The location of rows, known before the rows are created. */
export interface PortPlaces {
  /** Returns the zone in which the port of a pod or node is not remote. */
  readonly zoneOfPort: (port: string) => string | undefined;
  readonly zoneOfNode: (node: string) => string | undefined;
  /** Returns the nodes whose gateway router has an address (canonical text). */
  readonly nodesWithGateway: (address: string) => readonly string[];
}

/**
 * Rows of one zone in addition to those of all zones. A row that only has sets of references or values adds them to the
 * shared row of that key.
 */
export interface OwnRows extends ZoneRows {
  /** The switches of its nodes: what is attached to every switch is attached to them. */
  readonly switches: readonly string[];
}
