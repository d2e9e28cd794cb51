import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { type Json, call } from './json-rpc.js';
import type { OvnRelease } from './ovn.js';
import { KEPT_TABLES, type Operation, replacing } from './replace.js';
import { eventually } from './eventually.js';
import { type Daemon, type Workspace, warningsIn } from './workspace.js';

/** A row as OVSDB writes it (RFC 7047 §5.1): sets, maps and UUIDs tagged. */
export type OvsdbRow = Readonly<Record<string, Json>>;

/** The Northbound and Southbound databases of one zone, and the ovn-northd between them. */
export interface Databases {
  /** The socket of both databases, in the form that OVN's programs take. */
  readonly remote: string;
  /** All rows of a Northbound table. */
  readonly rows: (table: string) => Promise<readonly OvsdbRow[]>;
  /** The Northbound schema as the server tells it (RFC 7047 §3.2). */
  readonly schema: () => Promise<Json>;
  /** Starts ovn-northd. */
  readonly startNorthd: () => void;
  /** Replaces the Northbound rows by those of a transaction file, in one transaction. Throws what the server refuses. */
  readonly replace: (text: string) => Promise<void>;
  /** Runs `ovn-nbctl`. */
  readonly nbctl: (...args: string[]) => Promise<string>;
  /** Runs `ovn-sbctl`. */
  readonly sbctl: (...args: string[]) => Promise<string>;
  /** Waits until ovn-northd has translated all that was committed. */
  readonly waitForNorthd: () => Promise<void>;
  /** Waits until the controllers of these chassis are there and have installed it. */
  readonly waitForControllers: (...chassisIds: string[]) => Promise<void>;
  /** What ovn-northd has logged as a warning or an error. */
  readonly northdWarnings: () => readonly string[];
}

/** A chassis that the Southbound database knows before its own controller, if it has one here, says so. */
export interface KnownChassis {
  readonly chassisId: string;
  /** The end of its Geneve tunnels. */
  readonly address: string;
  /** Whether it belongs to another zone. */
  readonly isRemote: boolean;
}

/**
 * Starts the databases of a zone, commits a transaction file (the text of the `params` of an RFC 7047 §4.1.3 transact) into
 * the empty Northbound; ovn-northd waits for `startNorthd`. Throws what the server refuses.
 */
export async function startDatabases(
  workspace: Workspace,
  release: OvnRelease,
  zone: string,
  text: string,
  chassis: readonly KnownChassis[] = [],
): Promise<Databases> {
  const folder = join(workspace.folder, zone);
  mkdirSync(folder);
  const socket = join(folder, 'ovn.sock');
  const remote = `unix:${socket}`;
  const files = { nb: join(folder, 'nb.db'), sb: join(folder, 'sb.db') };
  for (const [name, file] of Object.entries(files)) {
    await workspace.run(release.command('ovsdb-tool', 'create', file, `/usr/share/ovn/ovn-${name}.ovsschema`));
  }
  workspace.start(
    `${zone}-ovsdb-server`,
    release.command('ovsdb-server', `--remote=p${remote}`, '--unixctl=none', '-vfile:off', files.nb, files.sb),
  );
  await eventually('ovsdb-server answers', () => call(socket, 'list_dbs', []));
  const sbctl = (...args: string[]): Promise<string> =>
    workspace.run(release.command('ovn-sbctl', `--db=${remote}`, '--timeout=120', ...args));
  for (const { chassisId, address, isRemote } of chassis) {
    const mark = ['--', 'set', 'Chassis', chassisId, `other_config:is-remote=${isRemote}`];
    await sbctl('chassis-add', chassisId, 'geneve', address, ...mark);
  }
  let northd: Daemon | undefined;
  const nbctl = (...args: string[]): Promise<string> =>
    workspace.run(release.command('ovn-nbctl', `--db=${remote}`, '--timeout=120', ...args));
  // Every deployment does this first: it makes the one row of NB_Global.
  await nbctl('init');
  await transact(socket, JSON.parse(text) as Json[]);
  return {
    remote,
    schema: () => call(socket, 'get_schema', ['OVN_Northbound']),
    startNorthd: () => {
      northd = workspace.start(
        `${zone}-northd`,
        release.command(
          'ovn-northd',
          `--ovnnb-db=${remote}`,
          `--ovnsb-db=${remote}`,
          `--unixctl=${join(folder, 'northd.ctl')}`,
          '-vfile:off',
          '-vconsole:info',
        ),
      );
    },
    rows: (table) => select(socket, 'OVN_Northbound', table),
    replace: async (text) => {
      const [database, ...operations] = JSON.parse(text) as [string, ...Operation[]];
      const present = new Map<string, readonly OvsdbRow[]>();
      for (const table of KEPT_TABLES) present.set(table, await select(socket, database, table));
      await transact(socket, [database, ...replacing(operations, present)]);
    },
    nbctl,
    sbctl,
    waitForNorthd: async () => {
      await nbctl('--wait=sb', 'sync');
    },
    waitForControllers: async (...chassisIds) => {
      await eventually(`the controllers of ${chassisIds.join(', ')} are there`, async () => {
        const present = new Set((await select(socket, 'OVN_Southbound', 'Chassis_Private')).map(({ name }) => name));
        return chassisIds.every((id) => present.has(id));
      });
      await nbctl('--wait=hv', 'sync');
    },
    northdWarnings: () => warningsIn(northd?.log() ?? ''),
  };
}

async function transact(socket: string, params: Json[]): Promise<void> {
  const results = (await call(socket, 'transact', params)) as (null | { error?: string })[];
  // RFC 7047 §4.1.3: a refused operation, or a last element beyond the operations, carries the error.
  const refused = results.find((result) => result?.error !== undefined);
  if (refused) throw new Error(`the server refuses the transaction: ${JSON.stringify(refused)}`);
}

async function select(socket: string, database: string, table: string): Promise<readonly OvsdbRow[]> {
  const results = await call(socket, 'transact', [database, { op: 'select', table, where: [] }]);
  return (results as [{ rows: OvsdbRow[] }])[0].rows;
}
