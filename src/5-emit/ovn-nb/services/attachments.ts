import type { Attachment } from '../../../model/northbound.js';
import type { Attached } from './load-balancer.js';

/** Gathers the load balancers of every switch, router and group. */
export interface Attachments {
  readonly attach: (key: string, attached: Attached) => void;
  readonly add: (table: string, name: string, keys: readonly string[]) => void;
  readonly finish: () => readonly Attachment[];
}

/** Starts with nothing attached. */
export function createAttachments(): Attachments {
  const tables = new Map<string, Map<string, string[]>>();
  const add = (table: string, name: string, keys: readonly string[]): void => {
    let rows = tables.get(table);
    if (!rows) tables.set(table, (rows = new Map<string, string[]>()));
    const known = rows.get(name);
    if (!known) rows.set(name, [...keys]);
    else for (const key of keys) known.push(key);
  };
  return {
    add,
    attach: (key, { switches, routers, groups }) => {
      for (const name of switches) add('Logical_Switch', name, [key]);
      for (const name of routers) add('Logical_Router', name, [key]);
      for (const name of groups) add('Load_Balancer_Group', name, [key]);
    },
    finish: () =>
      [...tables].flatMap(([table, rows]) =>
        [...rows].map(([key, references]) => ({ table, key, column: 'load_balancer', references })),
      ),
  };
}
