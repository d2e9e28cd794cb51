import type { Monitoring, MonitorEvent, RowQuery } from './client.js';
import type { Connection } from './connection.js';
import type { ServerLink } from './link.js';
import type { Reply } from './message.js';
import type { OvsdbSettings } from './options.js';
import { createReplica, UUID_COLUMN, type ReplicaKeeper } from './replica.js';
import { readAnswer, refusalOf } from './requests.js';

/** Monitors of a client across all its links. */
export interface Monitors {
  /** See `Client.monitor`. */
  readonly start: (
    connection: Connection,
    queries: readonly RowQuery[],
    listener: (event: MonitorEvent) => void,
  ) => Promise<Monitoring>;
  /** Starts all monitors again on a new link. */
  readonly resume: (link: ServerLink) => void;
  /** Drops the broken link. */
  readonly pause: () => void;
  /** Processes notifications about monitors. Returns a description if the server violated the protocol. */
  readonly notify: (method: string, params: readonly unknown[]) => string | undefined;
}

interface Monitor {
  readonly id: string;
  readonly queries: readonly RowQuery[];
  readonly keeper: ReplicaKeeper;
  readonly listener: (event: MonitorEvent) => void;
  /** Last transaction in the replica, and the schema version of its rows. */
  last: { readonly transaction: string; readonly version: string };
  isCancelled: boolean;
}

/** A method that starts a monitor, and the older one for servers that do not know it. */
type Method = 'monitor_cond_since' | 'monitor_cond' | 'monitor';
const OLDER: Readonly<Partial<Record<Method, Method>>> = {
  monitor_cond_since: 'monitor_cond',
  monitor_cond: 'monitor',
};

/** No transaction: a server answers with all rows. */
const NONE = { transaction: '00000000-0000-0000-0000-000000000000', version: '' };
const NONSENSE = 'sent something that is not an update of the rows';

/** Creates the monitors of one client. */
export function createMonitors(settings: OvsdbSettings): Monitors {
  const monitors = new Map<string, Monitor>();
  let current: ServerLink | undefined;
  let count = 0;

  /** Processes the response to a request. Returns false if it is malformed. */
  const start = (monitor: Monitor, method: Method, { schema }: ServerLink, value: unknown): boolean => {
    const { keeper, listener } = monitor;
    const { replica } = keeper;
    const state = method === 'monitor_cond_since' ? readState(value) : { isFound: false, transaction: '', rows: value };
    if (state?.isFound === true) {
      const changes = keeper.update(state.rows);
      if (changes === undefined) return false;
      monitor.last = { transaction: state.transaction, version: schema.version };
      listener({ type: 'resumed', changes, replica });
      return true;
    }
    if (!state || !keeper.reset(schema, method === 'monitor' ? 'update' : 'update2', state.rows)) return false;
    monitor.last = state.transaction === '' ? NONE : { transaction: state.transaction, version: schema.version };
    listener({ type: 'snapshot', replica });
    return true;
  };

  /** Requests a monitor. Falls back to an older method if the server does not know the newer one. */
  const ask = (
    monitor: Monitor,
    link: ServerLink,
    settle: (reply: Reply) => void,
    method: Method = 'monitor_cond_since',
  ): void => {
    // Rows of another schema have other columns.
    if (monitor.last.version !== link.schema.version) monitor.last = NONE;
    link.session.send(method, requestOf(monitor, method, settings.database), settings.request, (reply) => {
      const older = OLDER[method];
      if (older && reply.result === 'error' && refusalOf(reply.error).error === 'unknown method') {
        ask(monitor, link, settle, older);
        return;
      }
      if (reply.result === 'value' && !monitor.isCancelled) {
        if (start(monitor, method, link, reply.value)) monitors.set(monitor.id, monitor);
        else refuse(monitor, link);
      }
      settle(reply);
    });
  };
  const refuse = (monitor: Monitor, link: ServerLink): void => {
    monitor.last = NONE;
    link.session.refuse(NONSENSE);
  };

  return {
    start: async (connection, queries, listener) => {
      count++;
      const id = `monitor ${count}`;
      const monitor: Monitor = {
        id,
        queries,
        keeper: createReplica(queries),
        listener,
        last: NONE,
        isCancelled: false,
      };
      const answer = await readAnswer(connection, (link, settle) => {
        ask(monitor, link, settle);
      });
      if (answer.result !== 'value') return answer;
      const cancel = (): void => {
        monitor.isCancelled = true;
        if (!monitors.delete(monitor.id)) return;
        current?.session.send('monitor_cancel', JSON.stringify([monitor.id]), settings.request, () => undefined);
      };
      return { result: 'monitoring', cancel };
    },
    resume: (link) => {
      current = link;
      for (const monitor of monitors.values()) {
        ask(monitor, link, (reply) => {
          if (reply.result !== 'error' || !monitors.delete(monitor.id)) return;
          monitor.listener({ type: 'ended', replica: monitor.keeper.replica });
        });
      }
    },
    pause: () => {
      current = undefined;
    },
    notify: (method, [id, ...content]) => {
      const monitor = typeof id === 'string' ? monitors.get(id) : undefined;
      // An update can arrive after its monitor was cancelled.
      if (monitor === undefined) return undefined;
      if (method !== 'update' && method !== 'update2' && method !== 'update3') return 'ended a monitor by itself';
      const [transaction, updates] = method === 'update3' ? content : ['', content[0]];
      const changes = typeof transaction === 'string' ? monitor.keeper.update(updates) : undefined;
      if (changes === undefined || typeof transaction !== 'string') {
        monitor.last = NONE;
        return NONSENSE;
      }
      if (transaction !== '') monitor.last = { ...monitor.last, transaction };
      if (changes.length > 0) monitor.listener({ type: 'changes', changes, replica: monitor.keeper.replica });
      return undefined;
    },
  };
}

function requestOf({ id, queries, last }: Monitor, method: Method, database: string): string {
  const tables = queries.map(({ table, columns, where }): [string, unknown] => {
    const condition = method !== 'monitor' && where !== undefined ? { where } : {};
    return [table, [{ ...(columns && { columns: columns.filter((name) => name !== UUID_COLUMN) }), ...condition }]];
  });
  const since = method === 'monitor_cond_since' ? [last.transaction] : [];
  return JSON.stringify([database, id, Object.fromEntries(tables), ...since]);
}

/** Reads the response to `monitor_cond_since` (ovsdb-server(7) §4.1.15). Returns undefined if it is malformed. */
function readState(
  value: unknown,
): { readonly isFound: boolean; readonly transaction: string; readonly rows: unknown } | undefined {
  const [isFound, transaction, rows] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return typeof isFound === 'boolean' && typeof transaction === 'string' ? { isFound, transaction, rows } : undefined;
}
