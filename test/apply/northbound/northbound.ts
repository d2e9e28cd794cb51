import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApplyOutcome, Plan, ApplyTarget } from '../../../src/model/change.js';
import { objectIds, hashedNameOf } from '../../../src/ovn-kubernetes/object-ids.js';
import { type NorthboundTargetOptions, createNorthboundTarget } from '../../../src/apply/northbound/target.js';
import { whyNoOvsdb } from '../../northbound/scratch-ovsdb.js';
import { eventually } from '../../rig/eventually.js';
import type { ZoneFile } from '../../rig/joined-zone.js';
import { type Json, call } from '../../rig/json-rpc.js';
import { endChild } from '../../rig/process.js';
import { writeRenderedFolder } from '../../rig/rendered-folder.js';

const SCHEMA = '/usr/share/ovn/ovn-nb.ovsschema';

/** Why these tests cannot run here, or undefined. */
export const reason = whyNoOvsdb(SCHEMA);

export type { ZoneFile };

export const ZONE = 'global';

/** A zone with a firewall in each namespace; rules are `<action> <destination>`. */
export function firewalls(rules: Readonly<Record<string, readonly string[]>>): ZoneFile {
  const acls: Record<string, Record<string, unknown>> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [namespace, list] of Object.entries(rules)) {
    const group = groupOf(namespace);
    const keys = list.map((rule, index) => {
      const ids = objectIds('EgressFirewall', ['name', namespace], ['rule-index', index]);
      const [action, destination] = rule.split(' ');
      acls[ids['k8s.ovn.org/id']] = {
        action,
        direction: 'to-lport',
        external_ids: ids,
        match: `(ip4.dst == ${destination ?? ''}) && inport == @${group}`,
        name: `EF:${namespace}:${index}`,
        priority: 10_000 - index,
        tier: 2,
      };
      return ids['k8s.ovn.org/id'];
    });
    groups[group] = {
      ...(keys.length > 0 ? { acls: keys.sort() } : {}),
      external_ids: objectIds('Namespace', ['name', namespace]),
      name: group,
    };
  }
  return { rows: { ACL: acls, Port_Group: groups } };
}

/** The name of a namespace's port group. */
export function groupOf(namespace: string): string {
  return hashedNameOf(objectIds('Namespace', ['name', namespace]));
}

/** Writes a rendered folder with one zone. */
export function render(folder: string, zone: ZoneFile): void {
  writeRenderedFolder(folder, [[`northbound/zones/${ZONE}.json`, JSON.stringify({ zone: ZONE, ...zone })]]);
}

/** An ovsdb-server that can be killed and started again. */
export interface Server {
  readonly folder: string;
  readonly socket: string;
  /** The file that it serves. */
  readonly database: string;
  readonly start: () => Promise<void>;
  readonly kill: () => void;
  /** Makes the server write the file anew, with the present rows and no history. */
  readonly compact: () => Promise<void>;
  /** The content again as at the beginning: one row of NB_Global, and no other. */
  readonly reset: () => Promise<void>;
  readonly transact: (...operations: Json[]) => Promise<Json>;
  /** All rows of all tables, sorted, with or without what differs between two databases of one content. */
  readonly dump: () => Promise<Record<string, readonly Row[]>>;
  /** Ends it and removes its folder. */
  readonly close: () => void;
}

export type Row = Readonly<Record<string, Json>>;

/** Starts a server of its own with an initialized Northbound database of a schema file. */
export async function startServer(schema = SCHEMA): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-nb-'));
  const socket = join(folder, 's');
  const database = join(folder, 'nb.db');
  const control = join(folder, 'c');
  let process: ChildProcess | undefined;
  const kill = (): void => {
    if (process) endChild(process);
    rmSync(socket, { force: true });
  };
  const start = async (): Promise<void> => {
    const options = [`--remote=punix:${socket}`, `--unixctl=${control}`, '-vconsole:off', database];
    process = spawn('ovsdb-server', options, { stdio: 'ignore' });
    await eventually('ovsdb-server answers', () => call(socket, 'list_dbs', []));
  };
  const transact = (...operations: Json[]): Promise<Json> => transactOn(socket, ...operations);
  const compact = (): Promise<void> => compactBy(control);
  const reset = async (): Promise<void> => {
    kill();
    rmSync(database, { force: true });
    execFileSync('ovsdb-tool', ['create', database, schema]);
    await start();
    await transact({ op: 'insert', table: 'NB_Global', row: {} });
  };
  const close = (): void => {
    kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await reset();
  } catch (error) {
    close();
    throw error;
  }
  return { folder, socket, database, start, kill, compact, reset, transact, dump: () => dump(socket), close };
}

/**
 * Compacts the database of a server by its control socket (ovsdb-server(1), "RUNTIME MANAGEMENT COMMANDS"). A server that
 * has just started answers clients before it listens there.
 */
export async function compactBy(control: string): Promise<void> {
  await eventually('the control socket answers', () => call(control, 'version', []));
  await call(control, 'ovsdb-server/compact', ['OVN_Northbound']);
}

/** Commits operations; throws what the server refuses. */
export async function transactOn(socket: string, ...operations: Json[]): Promise<Json> {
  const results = (await call(socket, 'transact', ['OVN_Northbound', ...operations])) as (null | { error?: string })[];
  const refused = results.find((result) => result?.error !== undefined);
  if (refused) throw new Error(JSON.stringify(refused));
  return results;
}

/** Reads everything. */
export async function dump(socket: string): Promise<Record<string, readonly Row[]>> {
  const schema = (await call(socket, 'get_schema', ['OVN_Northbound'])) as { tables: Record<string, Json> };
  const tables = Object.keys(schema.tables);
  const selects = tables.map((table) => ({ op: 'select', table, where: [] }));
  const results = (await call(socket, 'transact', ['OVN_Northbound', ...selects])) as { rows: Row[] }[];
  return Object.fromEntries(tables.map((table, index) => [table, sorted(results[index]?.rows ?? [])]));
}

function sorted(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((a, b) => (JSON.stringify(a._uuid) < JSON.stringify(b._uuid) ? -1 : 1));
}

/** The rows without UUIDs and versions; references are the ids or names of what they lead to. */
export function contentOf(tables: Readonly<Record<string, readonly Row[]>>): string[] {
  const names = new Map<string, string>();
  const nameOf = (row: Row): string => {
    const ids = new Map((row.external_ids as [string, [string, string][]] | undefined)?.[1]);
    return ids.get('k8s.ovn.org/id') ?? JSON.stringify(row.name ?? row.match ?? '');
  };
  for (const row of Object.values(tables).flat()) names.set(JSON.stringify((row._uuid as string[])[1]), nameOf(row));
  const resolve = (value: Json): Json => {
    if (!Array.isArray(value)) return value;
    if (value[0] === 'uuid') return names.get(JSON.stringify(value[1])) ?? 'lost';
    const [sort, items] = value as [string, Json[]];
    return [sort, (sort === 'set' ? items.map(resolve).map(String) : items.map((pair) => JSON.stringify(pair))).sort()];
  };
  return Object.entries(tables)
    .flatMap(([table, rows]) =>
      rows.map((row) => {
        const columns = Object.entries(row).filter(([name]) => !name.startsWith('_'));
        return JSON.stringify([table, columns.map(([name, value]) => [name, resolve(value)]).sort()]);
      }),
    )
    .sort();
}

/** A target on a server's socket, for a folder in the server's own. */
export function targetOf(
  { socket, folder }: Pick<Server, 'socket' | 'folder'>,
  options: Partial<NorthboundTargetOptions> = {},
): ApplyTarget {
  const source = { remotes: [{ protocol: 'unix', path: socket }] } as const;
  return createNorthboundTarget({ output: join(folder, 'rendered'), zone: ZONE, source, ...options });
}

/** The plan; throws when there is none. */
export async function planOf(target: ApplyTarget): Promise<Plan> {
  const planned = await target.plan();
  if (planned.result === 'failed') throw new Error(planned.problems.join('\n'));
  return planned.plan;
}

/** What an apply of the zone would change now. */
export async function driftOf(server: Server, zone: ZoneFile): Promise<Plan['changes']> {
  render(join(server.folder, 'rendered'), zone);
  const target = targetOf(server);
  const { changes } = await planOf(target);
  await target.close();
  return changes;
}

/** Renders a zone and applies it. */
export async function bring(
  server: Server,
  zone: ZoneFile,
  options: Partial<NorthboundTargetOptions> = {},
): Promise<ApplyOutcome> {
  render(join(server.folder, 'rendered'), zone);
  const target = targetOf(server, options);
  try {
    return await (await planOf(target)).apply();
  } finally {
    await target.close();
  }
}
