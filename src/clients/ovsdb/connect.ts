import type { Client, Connected, ConnectionEvent } from './client.js';
import { openConnection } from './connection.js';
import type { ServerLink } from './link.js';
import { createLocks } from './locks.js';
import { createMonitors } from './monitors.js';
import { type OvsdbOptions, settingsOf } from './options.js';
import { readAnswer } from './requests.js';
import { select, transact } from './transact.js';

/**
 * Connects to the first remote that serves the database. In a cluster, it must be joined to the cluster and, unless
 * `leaderOnly` is false, be the leader.
 *
 * Fails at once if a retry is pointless, or else after `timeouts.connect`. The problems name each remote and its
 * reason.
 */
export async function connectOvsdb(options: OvsdbOptions): Promise<Connected> {
  const settings = settingsOf(options);
  const listeners = new Set<(event: ConnectionEvent) => void>();
  const monitors = createMonitors(settings);
  const locks = createLocks(settings);
  let last: ServerLink | undefined;

  const tell = (event: ConnectionEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  const connection = openConnection(settings, {
    onNotification: (method, params) => {
      if (method !== 'locked' && method !== 'stolen') return monitors.notify(method, params);
      locks.notify(method, params);
      return undefined;
    },
    onLink: (link) => {
      last = link;
      locks.resume(link);
      monitors.resume(link);
      tell({ type: 'connected', remote: link.remote });
    },
    onLoss: (reason) => {
      locks.pause();
      monitors.pause();
      tell({ type: 'disconnected', reason });
    },
  });
  const close = (reason = 'the client is closed'): void => {
    options.signal?.removeEventListener('abort', onAbort);
    connection.close(reason);
  };
  const onAbort = (): void => {
    close('the client is aborted');
  };
  options.signal?.addEventListener('abort', onAbort);
  if (options.signal?.aborted === true) onAbort();

  const acquired = await connection.acquire();
  if (acquired.result === 'failed') {
    close();
    return acquired;
  }
  const first = acquired.link;
  const client: Client = {
    get schema() {
      return (last ?? first).schema;
    },
    get remote() {
      return (last ?? first).remote;
    },
    get isShared() {
      return (last ?? first).isShared;
    },
    listDatabases: async () => {
      const answer = await readAnswer(connection, ({ session }, settle) => {
        session.send('list_dbs', '[]', settings.request, settle);
      });
      if (answer.result !== 'value') return answer;
      const databases = Array.isArray(answer.value) ? (answer.value as readonly unknown[]) : [];
      return { result: 'databases', databases: databases.filter((name) => typeof name === 'string') };
    },
    select: (queries) => select(connection, settings, queries),
    transact: (operations) => transact(connection, settings, operations),
    monitor: (queries, listener) => monitors.start(connection, queries, listener),
    lock: (name, listener, steal = false) => locks.request(connection, name, listener, steal),
    unlock: (name) => locks.release(name),
    onConnection: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      close();
    },
  };
  return { result: 'connected', client };
}
