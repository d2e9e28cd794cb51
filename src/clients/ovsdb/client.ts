import type { Failure } from '../../model/change.js';
import type { Condition, OvsdbOperation } from './operation.js';
import type { OvsdbRow } from './notation.js';
import type { DatabaseSchema } from './schema.js';
import type { SchemaGap } from './schema-gaps.js';

/** No server could be reached, or it did not answer in time; nothing was changed. `transient` says whether a later try may do. */
export type Unavailable = Failure;

/** The server's refusal (RFC 7047 §4.1.3): the error's name, what it says, and which operation it is about. */
export interface OvsdbRejection {
  readonly result: 'refused';
  /** `constraint violation`, `referential integrity violation`, `timed out` (a `wait` that did not hold), `not owner`, … */
  readonly error: string;
  readonly details: string;
  /** Index among the operations; absent when the transaction as a whole was refused at its commit. */
  readonly operation?: number;
  /** All of it as one sentence. */
  readonly problem: string;
}

/** What the server says to one operation that succeeded. */
export interface OperationResult {
  /** Of an `insert`. */
  readonly uuid?: string;
  /** Rows that an `update`, a `mutate` or a `delete` took. */
  readonly count?: number;
  /** Of a `select`. */
  readonly rows?: readonly OvsdbRow[];
}

/**
 * How a transaction ended.
 *
 * - `committed`: all of it; `results` has one element an operation.
 * - `refused`: nothing of it. In a cluster the server itself repeats a transaction whose fate it lost in a change of
 *   leader, so that a compare-and-swap may be refused because its first run was committed: read again to know.
 * - `unknown`: it was sent, and the connection broke or the time was up before the answer: read again to know.
 * - `not-sent`: nothing of it; `gaps` holds what the server's schema lacks for it, if that was the reason.
 */
export type TransactResult =
  | { readonly result: 'committed'; readonly results: readonly OperationResult[] }
  | OvsdbRejection
  | { readonly result: 'unknown'; readonly problem: string }
  | { readonly result: 'not-sent'; readonly problem: string; readonly gaps: readonly SchemaGap[] };

/** Rows of a table; all of them without `where`, and with all columns, `_uuid` and `_version` too, without `columns`. */
export interface Query {
  readonly table: string;
  readonly columns?: readonly string[];
  readonly where?: readonly Condition[];
}

/** The rows of each query, in the order of the queries, all of one moment. */
export type RowSelection =
  { readonly result: 'rows'; readonly rows: readonly (readonly OvsdbRow[])[] } | OvsdbRejection | Unavailable;

/** Rows of the monitored tables: table → UUID → columns. */
export type Replica = ReadonlyMap<string, ReadonlyMap<string, OvsdbRow>>;

/** A change of a row: without `before` it is new, without `after` it is gone. */
export interface RowChange {
  readonly table: string;
  readonly uuid: string;
  readonly before?: OvsdbRow;
  readonly after?: OvsdbRow;
}

/**
 * What a monitor tells: all that there is, at the start and again after each reconnection, then what changes, one event a
 * transaction. `replica` holds the monitored rows as they are after the event; it is the same object at every event.
 */
export type MonitorEvent =
  | { readonly type: 'snapshot'; readonly replica: Replica }
  | { readonly type: 'changes'; readonly changes: readonly RowChange[]; readonly replica: Replica };

/** `cancel` ends the monitor; its listener is not called from then on. */
export type Monitoring = { readonly result: 'monitoring'; readonly cancel: () => void } | OvsdbRejection | Unavailable;

/** `locked`: the lock is ours now. `lost`: another client stole it, or the connection broke. */
export type LockEvent = 'locked' | 'lost';

/** `locked`: it is ours. `waiting`: another client has it; `locked` follows as an event when it lets go. */
export type LockResult = { readonly result: 'locked' | 'waiting' } | OvsdbRejection | Unavailable;

/** A change of the connection. `reason` is a sentence. */
export type ConnectionEvent =
  { readonly type: 'connected'; readonly remote: string } | { readonly type: 'disconnected'; readonly reason: string };

/**
 * A client of one database. It reconnects by itself, with a growing, jittered pause, to any of its remotes that will do;
 * requests made meanwhile wait for that. Reads are repeated on the new connection; a transaction never is.
 */
export interface Client {
  /** What the server that the client is, or was last, connected to says of the database. */
  readonly schema: DatabaseSchema;
  /** That server, as `parseRemotes` takes it. */
  readonly remote: string;
  /** Whether that server shares the database with others, as in a cluster, so that large transactions cost it its place. */
  readonly isShared: boolean;
  /** The databases that the server serves (RFC 7047 §4.1.1). */
  readonly listDatabases: () => Promise<
    { readonly result: 'databases'; readonly databases: readonly string[] } | OvsdbRejection | Unavailable
  >;
  /** Reads rows in one read-only transaction. */
  readonly select: (queries: readonly Query[]) => Promise<RowSelection>;
  /**
   * Commits operations as one transaction (RFC 7047 §4.1.3), after holding them against the server's schema. Never
   * repeats it. Operations that are made one by one, and not an array, are sent while they are made: what the schema lacks
   * for a late one breaks the request off, which costs the connection.
   */
  readonly transact: (operations: Iterable<OvsdbOperation>) => Promise<TransactResult>;
  /**
   * Follows rows: by `monitor_cond` (ovsdb-server(7) §4.1.12), or by `monitor` (RFC 7047 §4.1.5) where the server has only
   * that, which takes no `where`: then all rows of the tables come. A table may be in one query only.
   */
  readonly monitor: (queries: readonly Query[], listener: (event: MonitorEvent) => void) => Promise<Monitoring>;
  /**
   * Asks for a lock (RFC 7047 §4.1.8), or takes it away from whoever has it when `steal` is true. After a reconnection it
   * is asked for again, never stolen. `name` is an <id>: letters, digits and underscores. One request a name at a time.
   */
  readonly lock: (name: string, listener: (event: LockEvent) => void, steal?: boolean) => Promise<LockResult>;
  /** Gives a lock back, or no longer waits for it. */
  readonly unlock: (name: string) => Promise<void>;
  /** Tells of each change of the connection from now on, until the returned function is called. */
  readonly onConnection: (listener: (event: ConnectionEvent) => void) => () => void;
  /** Ends the connection for good; requests without an answer end as if it had broken. A second call does nothing. */
  readonly close: () => void;
}

/** What `connect` gives. */
export type Connected = { readonly result: 'connected'; readonly client: Client } | Unavailable;
