import type { OvsdbSettings } from './options.js';
import { type DatabaseSchema, readDatabaseSchema } from './schema.js';
import { statusRequest } from './server-status.js';
import type { OvsdbSession } from './session.js';

/** ID of the monitor of a server's status. */
export const STATUS_MONITOR = 'server status';

/**
 * Queries what a client must know about a server within `timeout` milliseconds: whether it serves the database, its
 * state in the cluster, and the schema. `onStatus` receives the rows of the status, and can return a reason to reject
 * the server. Returns undefined if the session ended.
 */
export async function greet(
  session: OvsdbSession,
  { database }: OvsdbSettings,
  timeout: number,
  onStatus: (rows: unknown) => string | undefined,
): Promise<DatabaseSchema | undefined> {
  const end = performance.now() + timeout;
  /**
   * Returns the result, or undefined if the session ended. `look` receives the result before any later message is
   * processed.
   */
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
  // Servers before Open vSwitch 2.9 have no clusters and no status.
  if (databases.includes('_Server')) await ask('monitor_cond', statusRequest(STATUS_MONITOR, database), onStatus);
  const described = await ask('get_schema', JSON.stringify([database]));
  const schema = readDatabaseSchema(described);
  if (schema === undefined) session.refuse(`sent something that is not a schema of ${database}`);
  return schema;
}
