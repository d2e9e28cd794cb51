import type { OvsdbRow } from '../../../clients/ovsdb/index.js';

/** The content of a Northbound database at one moment. */
export interface LiveDatabase {
  /** `major.minor.patch`. */
  readonly schemaVersion: string;
  /** Table → its columns. */
  readonly available: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rows by table, with `_uuid` and the requested columns. Those of a server that were selected have `_version`. */
  readonly rows: ReadonlyMap<string, readonly OvsdbRow[]>;
}

/** Table → the columns to read. */
export type ReadColumns = ReadonlyMap<string, readonly string[]>;
