import { type Failure, fail } from '../../../model/change.js';
import type { Client, MonitorEvent, Monitoring, OvsdbRow, RowQuery, Replica } from '../../../clients/ovsdb/index.js';
import { uuidOf } from '../../../clients/ovsdb/notation.js';
import { memoizeLast } from '../../../std/memoize.js';
import type { LiveDatabase, ReadColumns } from '../wire/database.js';
import type { LiveRows } from './live-rows.js';
import { availableIn } from './read-live.js';

/** Maximum requests until the replica has followed a reconnection. A server may know only an older sort of monitor. */
const MAX_REQUESTS = 4;

/** A monitor of chosen columns. */
interface Monitored {
  readonly columns: string;
  readonly replica: Replica;
  readonly monitoring: Extract<Monitoring, { result: 'monitoring' }>;
}

/**
 * Creates the rows of a database as a replica of the chosen columns that a monitor keeps current, from the first reading
 * on. Rows have no versions, and are the same objects until they change. `onChange` is called after each change.
 */
export function createReplicatedRows(client: Client, onChange: () => void): LiveRows {
  const availableOf = memoizeLast(availableIn);
  let monitored: Monitored | undefined;
  let isCurrent = false;
  let live: LiveDatabase | undefined;
  /** Rows by table, without the tables that have changed. */
  const lists = new Map<string, readonly OvsdbRow[]>();
  client.onConnection(({ type }) => {
    if (type === 'disconnected') isCurrent = false;
  });
  const note = (event: MonitorEvent): void => {
    isCurrent = true;
    if ('changes' in event) {
      for (const { table } of event.changes) lists.delete(table);
      if (event.changes.length === 0) return;
    } else lists.clear();
    live = undefined;
    if (monitored) onChange();
    // The next reading starts another one, with the columns of the new schema.
    if (event.type === 'ended') monitored = undefined;
  };
  const start = async (chosen: ReadColumns, columns: string): Promise<Monitored | Failure> => {
    monitored?.monitoring.cancel();
    monitored = undefined;
    let replica: Replica | undefined;
    const queries = [...chosen].map(([table, names]): RowQuery => ({ table, columns: ['_uuid', ...names] }));
    const monitoring = await client.monitor(queries, (event) => {
      replica = event.replica;
      note(event);
    });
    if (monitoring.result === 'failed') return monitoring;
    if (monitoring.result === 'refused') return fail(monitoring.problem);
    if (!replica) return fail('the server has sent no rows to monitor', true);
    return (monitored = { columns, replica, monitoring });
  };
  /** Waits until the replica contains all changes before this call. */
  const catchUp = async (): Promise<Failure | undefined> => {
    for (let requests = 0; monitored && !isCurrent; requests++) {
      if (requests === MAX_REQUESTS) return fail('the connection breaks again and again', true);
      // Its response follows that of the monitor, which is requested first on each new connection.
      const listed = await client.listDatabases();
      if (listed.result === 'failed') return listed;
    }
    return undefined;
  };
  const rowsOf = (table: string, replica: Replica): readonly OvsdbRow[] => {
    const known = lists.get(table);
    if (known) return known;
    const rows = [...(replica.get(table)?.values() ?? [])];
    lists.set(table, rows);
    return rows;
  };
  return {
    read: async (choose) => {
      const failure = await catchUp();
      if (failure) return failure;
      const { schema } = client;
      const available = availableOf(schema);
      const chosen = choose(schema.version, available);
      const columns = JSON.stringify([...chosen]);
      const current = monitored?.columns === columns ? monitored : await start(chosen, columns);
      if ('result' in current) return current;
      const { replica } = current;
      live ??= {
        schemaVersion: schema.version,
        available,
        rows: new Map([...chosen.keys()].map((table) => [table, rowsOf(table, replica)])),
      };
      return { result: 'live', live };
    },
    select: async (queries) => {
      const failure = await catchUp();
      if (failure) return failure;
      const replica: Replica = monitored?.replica ?? new Map();
      return { result: 'rows', rows: queries.map((query) => findRows(query, replica)) };
    },
    isCurrent: (table, uuid, row) => monitored?.replica.get(table)?.get(uuid) === row,
  };

  function findRows({ table, where }: RowQuery, replica: Replica): readonly OvsdbRow[] {
    if (where === undefined) return rowsOf(table, replica);
    const row = replica.get(table)?.get(uuidOf(where[0]?.[2]) ?? '');
    return row ? [row] : [];
  }
}
