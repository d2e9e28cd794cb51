import type { Failure } from '../../model/change.js';
import type { Condition, OvsdbOperation } from './operation.js';
import type { OvsdbRow } from './notation.js';
import type { DatabaseSchema } from './schema.js';
import type { SchemaGap } from './schema-gaps.js';

/**
 * No server could be reached, or none responded in time. Nothing was changed. `transient`: true if a retry may succeed.
 */
export type Unavailable = Failure;

/** A rejection by the server (RFC 7047 §4.1.3): name of the error, details, and the operation. */
export interface OvsdbRejection {
  readonly result: 'refused';
  /**
   * `constraint violation`, `referential integrity violation`, `timed out` (a failed `wait`), `not owner`, … Of a lock
   * also `already requested` and `released`, by this client.
   */
  readonly error: string;
  readonly details: string;
  /** Index of the operation. If unset, the whole transaction was rejected at commit. */
  readonly operation?: number;
  /** The rejection as a sentence. */
  readonly problem: string;
}

/** Result of one successful operation. */
export interface OperationResult {
  /** Set for an `insert`. */
  readonly uuid?: string;
  /** Number of rows matched by an `update`, `mutate` or `delete`. */
  readonly count?: number;
  /** Set for a `select`. */
  readonly rows?: readonly OvsdbRow[];
}

/**
 * Outcome of a transaction.
 *
 * - `committed`: all of it. `results` has one element per operation.
 * - `refused`: nothing of it. If a cluster changes its leader, the server itself repeats a transaction with an unknown
 *   outcome. A compare-and-swap can then be rejected because its first run was committed. Read again to find out.
 * - `unknown`: it was sent, and the connection broke or the timeout passed before the response. Read again to find out.
 * - `not-sent`: nothing of it. `gaps` contains what the server's schema lacks for it, if that is the reason.
 */
export type TransactResult =
  | { readonly result: 'committed'; readonly results: readonly OperationResult[] }
  | OvsdbRejection
  | { readonly result: 'unknown'; readonly problem: string }
  | { readonly result: 'not-sent'; readonly problem: string; readonly gaps: readonly SchemaGap[] };

/**
 * A query for rows of a table. If `where` is unset, it returns all rows. If `columns` is unset, it returns all columns,
 * including `_uuid` and `_version`.
 */
export interface RowQuery {
  readonly table: string;
  readonly columns?: readonly string[];
  readonly where?: readonly Condition[];
}

/** Rows of each query, in the order of the queries, from one snapshot. */
export type RowSelection =
  { readonly result: 'rows'; readonly rows: readonly (readonly OvsdbRow[])[] } | OvsdbRejection | Unavailable;

/** Rows of the monitored tables: table → UUID → columns. */
export type Replica = ReadonlyMap<string, ReadonlyMap<string, OvsdbRow>>;

/** A change of a row. If `before` is unset, the row is new. If `after` is unset, the row is deleted. */
export interface RowChange {
  readonly table: string;
  readonly uuid: string;
  readonly before?: OvsdbRow;
  readonly after?: OvsdbRow;
}

/**
 * An event of a monitor: a snapshot at the start, then the changes of each transaction. After a reconnection, `resumed`
 * has the changes since the last event if the server knows them. If it does not, a snapshot follows. If the server then
 * rejects the monitor, because its schema has changed, the monitor has `ended`. `replica` contains the monitored rows
 * after the event, and is the same object in every event.
 */
export type MonitorEvent =
  | { readonly type: 'snapshot' | 'ended'; readonly replica: Replica }
  | { readonly type: 'changes' | 'resumed'; readonly changes: readonly RowChange[]; readonly replica: Replica };

/** `cancel` ends the monitor. Its listener is not called afterwards. */
export type Monitoring = { readonly result: 'monitoring'; readonly cancel: () => void } | OvsdbRejection | Unavailable;

/** `locked`: this client owns the lock. `lost`: another client stole it, or the connection broke. */
export type LockEvent = 'locked' | 'lost';

/**
 * `locked`: this client owns the lock. `waiting`: another client owns it, and an event `locked` follows when it is
 * released.
 */
export type LockResult = { readonly result: 'locked' | 'waiting' } | OvsdbRejection | Unavailable;

/** A change of the connection. `reason` is a sentence. */
export type ConnectionEvent =
  { readonly type: 'connected'; readonly remote: string } | { readonly type: 'disconnected'; readonly reason: string };

/**
 * A client of one database. It reconnects to any suitable remote, after a growing pause with jitter. Requests in the
 * meantime wait for the connection. Reads are repeated on the new connection. Transactions never are.
 */
export interface Client {
  /** Schema of the database on the current, or else the last server. */
  readonly schema: DatabaseSchema;
  /** That server, in the notation of `parseRemotes`. */
  readonly remote: string;
  /**
   * True if that server shares the database with others, as in a cluster. A large transaction can cost it its
   * leadership.
   */
  readonly isShared: boolean;
  /** Returns the databases of the server (RFC 7047 §4.1.1). */
  readonly listDatabases: () => Promise<
    { readonly result: 'databases'; readonly databases: readonly string[] } | OvsdbRejection | Unavailable
  >;
  /** Reads rows in one read-only transaction. */
  readonly select: (queries: readonly RowQuery[]) => Promise<RowSelection>;
  /**
   * Commits operations as one transaction (RFC 7047 §4.1.3), after checking them against the server's schema. Never
   * repeats it. An iterable that is not an array is sent while it is produced. If the schema lacks something for a late
   * operation, the request is aborted and the connection is closed.
   */
  readonly transact: (operations: Iterable<OvsdbOperation>) => Promise<TransactResult>;
  /**
   * Monitors rows by `monitor_cond_since`, or `monitor_cond` on a server without it (ovsdb-server(7) §4.1.15 and
   * §4.1.12). If the server only supports `monitor` (RFC 7047 §4.1.5), `where` is ignored and all rows of the tables are
   * monitored. A table may be in one query only. Before the response to a transaction of this client, the listener has
   * its changes (ovsdb-server(7) §4.1.5).
   */
  readonly monitor: (queries: readonly RowQuery[], listener: (event: MonitorEvent) => void) => Promise<Monitoring>;
  /**
   * Requests a lock (RFC 7047 §4.1.8). If `steal` is true, takes it from its owner. After a reconnection, it is
   * requested again, never stolen. `name` is an <id>: letters, digits and underscores. Only one request per name is
   * allowed at a time.
   */
  readonly lock: (name: string, listener: (event: LockEvent) => void, steal?: boolean) => Promise<LockResult>;
  /** Releases a lock, or stops waiting for it. Its listener is not called afterwards. */
  readonly unlock: (name: string) => Promise<void>;
  /** Reports each change of the connection to a listener, until the returned function is called. */
  readonly onConnection: (listener: (event: ConnectionEvent) => void) => () => void;
  /**
   * Closes the connection permanently. Pending requests end as after a broken connection. A second call has no effect.
   */
  readonly close: () => void;
}

/** Result of `connectOvsdb`. */
export type Connected = { readonly result: 'connected'; readonly client: Client } | Unavailable;
