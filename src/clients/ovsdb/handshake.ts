import type { OvsdbSettings } from './options.js';
import { type DatabaseSchema, readDatabaseSchema } from './schema.js';
import { statusRequest } from './server-status.js';
import type { OvsdbSession } from './session.js';

/** The name under which the updates of a server's status come. */
export const STATUS_MONITOR = 'server status';

/**
 * Asks a server for what a client must know before it uses it: whether it serves the database, its place in the cluster,
 * the schema; all of it within `timeout` ms. `onStatus` gets the status' rows, and may give a deed of the server for which
 * to refuse it. Gives undefined when the session has ended instead.
 */
export async function greet(
  session: OvsdbSession,
  { database }: OvsdbSettings,
  timeout: number,
  onStatus: (rows: unknown) => string | undefined,
): Promise<DatabaseSchema | undefined> {
  const end = performance.now() + timeout;
  /** The result; undefined when the session has ended. `look` sees it before any message that follows it. */
  const ask = (method: string, params: string, look?: (value: unknown) => string | undefined): Promise<unknown> =>
    new Promise((resolve) => {
      session.send(method, params, Math.max(1, end - performance.now()), (reply) => {
        const value = reply.result === 'value' ? reply.value : undefined;
        const deed = reply.result === 'value' ? look?.(value) : `refuses ${method}`;
        if (deed !== undefined) session.refuse(deed);
        resolve(deed === undefined ? value : undefined);
      });
    });

  const listed = await ask('list_dbs', '[]');
  if (listed === undefined) return undefined;
  const databases: readonly unknown[] = Array.isArray(listed) ? listed : [];
  if (!databases.includes(database)) {
    session.refuse(`serves no database ${database}`, false);
    return undefined;
  }
  // Servers before Open vSwitch 2.9 have no clusters, and nothing to say about them.
  if (databases.includes('_Server')) await ask('monitor_cond', statusRequest(STATUS_MONITOR, database), onStatus);
  const described = await ask('get_schema', JSON.stringify([database]));
  const schema = readDatabaseSchema(described);
  if (schema === undefined) session.refuse(`sent something that is not a schema of ${database}`);
  return schema;
}
