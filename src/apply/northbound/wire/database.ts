import type { OvsdbRow } from '../../../clients/ovsdb/index.js';

/** What was read of a Northbound database: all of one moment. */
export interface LiveDatabase {
  /** `major.minor.patch`. */
  readonly schemaVersion: string;
  /** Table → the columns that it has. */
  readonly available: ReadonlyMap<string, ReadonlySet<string>>;
  /** Table → its rows, with `_uuid`, `_version` where it can be changed, and the columns that were asked for. */
  readonly rows: ReadonlyMap<string, readonly OvsdbRow[]>;
}

/** Table → the columns to read of it. */
export type ReadColumns = ReadonlyMap<string, readonly string[]>;
