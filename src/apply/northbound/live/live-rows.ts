import type { Client, OvsdbRow, RowQuery, RowSelection } from '../../../clients/ovsdb/index.js';
import { type ChooseColumns, type ReadLive, readLive } from './read-live.js';

/** The rows of a live database: selected for each reading, or those of a replica. */
export interface LiveRows {
  /** Reads all rows of the chosen columns. The result may be the same object while no row changes. */
  readonly read: (choose: ChooseColumns) => Promise<ReadLive>;
  /** Returns the rows of queries for single rows or whole tables, after all transactions of this client. */
  readonly select: (queries: readonly RowQuery[]) => Promise<RowSelection>;
  /** The same, for queries that are sent before the response to the last transaction. If unset, there is no gain. */
  readonly selectAhead?: LiveRows['select'];
  /** Returns true if a row is still the one that was read. */
  readonly isCurrent: (table: string, uuid: string, row: OvsdbRow) => boolean;
}

/** Creates the rows of a database that is read as a whole, with the versions of the rows. */
export function createSelectedRows(client: Client): LiveRows {
  return {
    read: (choose) => readLive(client, choose),
    select: client.select,
    selectAhead: client.select,
    // A transaction compares the versions.
    isCurrent: () => true,
  };
}
