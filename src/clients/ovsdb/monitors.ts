import type { Monitoring, MonitorEvent, Query } from './client.js';
import type { Connection } from './connection.js';
import type { ServerLink } from './link.js';
import type { Reply } from './message.js';
import type { OvsdbSettings } from './options.js';
import { createReplica, type ReplicaKeeper, type UpdateForm } from './replica.js';
import { readAnswer, refusalOf } from './requests.js';

/** Monitors of a client across all its links. */
export interface Monitors {
  /** See `Client.monitor`. */
  readonly start: (
    connection: Connection,
    queries: readonly Query[],
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
  readonly queries: readonly Query[];
  readonly keeper: ReplicaKeeper;
  readonly listener: (event: MonitorEvent) => void;
}

const NONSENSE = 'sent something that is not an update of the rows';

/** Creates the monitors of one client. */
export function createMonitors(settings: OvsdbSettings): Monitors {
  const monitors = new Map<string, Monitor>();
  let current: ServerLink | undefined;
  let count = 0;

  /** Requests a monitor. Falls back to the older method if the server does not know the newer one. */
  const ask = (
    monitor: Monitor,
    link: ServerLink,
    settle: (reply: Reply) => void,
    method: 'monitor_cond' | 'monitor' = 'monitor_cond',
  ): void => {
    link.session.send(method, requestOf(monitor, method, settings.database), settings.request, (reply) => {
      if (method === 'monitor_cond' && reply.result === 'error' && refusalOf(reply.error).error === 'unknown method') {
        ask(monitor, link, settle, 'monitor');
        return;
      }
      if (reply.result === 'value') {
        const form: UpdateForm = method === 'monitor' ? 'update' : 'update2';
        if (monitor.keeper.reset(link.schema, form, reply.value)) {
          monitors.set(monitor.id, monitor);
          monitor.listener({ type: 'snapshot', replica: monitor.keeper.replica });
        } else link.session.refuse(NONSENSE);
      }
      settle(reply);
    });
  };

  return {
    start: async (connection, queries, listener) => {
      count++;
      const monitor = { id: `monitor ${count}`, queries, keeper: createReplica(queries), listener };
      const answer = await readAnswer(connection, (link, settle) => {
        ask(monitor, link, settle);
      });
      if (answer.result !== 'value') return answer;
      const cancel = (): void => {
        if (!monitors.delete(monitor.id)) return;
        current?.session.send('monitor_cancel', JSON.stringify([monitor.id]), settings.request, () => undefined);
      };
      return { result: 'monitoring', cancel };
    },
    resume: (link) => {
      current = link;
      for (const monitor of monitors.values()) {
        ask(monitor, link, (reply) => {
          if (reply.result === 'error') link.session.refuse('no longer lets the rows be monitored');
        });
      }
    },
    pause: () => {
      current = undefined;
    },
    notify: (method, [id, updates]) => {
      const monitor = typeof id === 'string' ? monitors.get(id) : undefined;
      // An update can arrive after its monitor was cancelled.
      if (monitor === undefined) return undefined;
      if (method !== 'update' && method !== 'update2') return 'ended a monitor by itself';
      const changes = monitor.keeper.update(updates);
      if (changes === undefined) return NONSENSE;
      if (changes.length > 0) monitor.listener({ type: 'changes', changes, replica: monitor.keeper.replica });
      return undefined;
    },
  };
}

function requestOf({ id, queries }: Monitor, method: 'monitor_cond' | 'monitor', database: string): string {
  const tables = queries.map(({ table, columns, where }): [string, unknown] => {
    const condition = method === 'monitor_cond' && where !== undefined ? { where } : {};
    return [table, [{ ...(columns && { columns }), ...condition }]];
  });
  return JSON.stringify([database, id, Object.fromEntries(tables)]);
}
