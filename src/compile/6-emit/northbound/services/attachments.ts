import type { RowAttachment } from '../../../../model/northbound.js';
import type { Attached } from './load-balancer.js';

/** Collects the load balancers of every switch, router and group. */
export interface Attachments {
  /** Attaches the load balancer with this key. */
  readonly attach: (key: string, attached: Attached) => void;
  /** Returns one attachment for each switch, router and group. */
  readonly finish: () => readonly RowAttachment[];
}

/** Creates an empty collection. */
export function createAttachments(): Attachments {
  const tables = new Map<string, Map<string, string[]>>();
  const keysOf = (table: string, name: string): string[] => {
    let rows = tables.get(table);
    if (!rows) tables.set(table, (rows = new Map<string, string[]>()));
    let keys = rows.get(name);
    if (!keys) rows.set(name, (keys = []));
    return keys;
  };
  return {
    attach: (key, { switches, routers, groups }) => {
      for (const name of switches) keysOf('Logical_Switch', name).push(key);
      for (const name of routers) keysOf('Logical_Router', name).push(key);
      for (const name of groups) keysOf('Load_Balancer_Group', name).push(key);
    },
    finish: () =>
      [...tables].flatMap(([table, rows]) =>
        [...rows].map(([key, references]) => ({ table, key, column: 'load_balancer', references })),
      ),
  };
}
