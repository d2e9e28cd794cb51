import { type Failure, fail } from '../../../model/change.js';
import type { Client, DatabaseSchema } from '../../../clients/ovsdb/index.js';
import type { LiveDatabase, ReadColumns } from '../wire/database.js';

/** The result of reading, or a failure. */
export type ReadLive = { readonly result: 'live'; readonly live: LiveDatabase } | Failure;

/** Returns the columns to read from a database of this version, with these tables and columns. */
export type ChooseColumns = (version: string, available: LiveDatabase['available']) => ReadColumns;

/** Reads the rows of a live database in one read-only transaction, with their versions. */
export async function readLive(client: Client, choose: ChooseColumns): Promise<ReadLive> {
  const { version } = client.schema;
  const available = availableIn(client.schema);
  const chosen = [...choose(version, available)];
  const selection = await client.select(
    chosen.map(([table, columns]) => ({ table, columns: ['_uuid', '_version', ...columns] })),
  );
  if (selection.result === 'refused') return fail(selection.problem);
  if (selection.result === 'failed') return selection;
  const rows = new Map(chosen.map(([table], index) => [table, selection.rows[index] ?? []]));
  return { result: 'live', live: { schemaVersion: version, available, rows } };
}

/** Returns the tables and columns of a server's schema. */
export function availableIn({ tables }: DatabaseSchema): LiveDatabase['available'] {
  return new Map([...tables].map(([name, { columns }]) => [name, new Set(columns.keys())]));
}
