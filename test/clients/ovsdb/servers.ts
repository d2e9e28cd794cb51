import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OvsdbOptions, connectOvsdb, parseRemotes } from '../../../src/clients/ovsdb/index.js';
import type { Client, Remote } from '../../../src/clients/ovsdb/index.js';
import { eventually } from '../../rig/eventually.js';
import { call } from '../../rig/json-rpc.js';
import type { Daemon, Workspace } from '../../rig/workspace.js';
import { whyNoTool } from '../../northbound/scratch-ovsdb.js';

/** Why the tests with real servers cannot run here, or undefined when they can. */
export function whyNoServers(): string | undefined {
  return ['ovsdb-server', 'ovsdb-tool', 'setpriv'].map(whyNoTool).find((reason) => reason !== undefined);
}

export const DATABASE = 'Harbour';

/** One of every sort of column, so that each notation of a value occurs. */
const SCHEMA = {
  name: DATABASE,
  version: '1.2.3',
  tables: {
    Ship: {
      isRoot: true,
      indexes: [['name']],
      columns: {
        name: { type: 'string', mutable: false },
        length: { type: 'integer' },
        draught: { type: { key: 'real', min: 0, max: 1 } },
        sails: { type: 'boolean' },
        flags: { type: { key: 'string', min: 0, max: 'unlimited' } },
        papers: { type: { key: 'string', value: 'string', min: 0, max: 'unlimited' } },
        rig: { type: { key: { type: 'string', enum: ['set', ['barque', 'brig', 'sloop']] }, min: 0, max: 1 } },
        cargo: { type: { key: { type: 'uuid', refTable: 'Cargo' }, min: 0, max: 'unlimited' } },
        rival: { type: { key: { type: 'uuid', refTable: 'Ship', refType: 'weak' }, min: 0, max: 1 } },
      },
    },
    Cargo: { columns: { goods: { type: 'string' } } },
  },
};

/** A server that runs. */
export interface Server {
  readonly socket: string;
  readonly remote: Remote;
  readonly daemon: Daemon;
}

/** Writes the schema of the tests into a workspace and gives the path of the file. */
export function writeSchema(workspace: Workspace): string {
  const path = join(workspace.folder, 'schema.json');
  writeFileSync(path, JSON.stringify(SCHEMA));
  return path;
}

/** Makes an empty database file with the schema of the tests. */
export async function createDatabase(workspace: Workspace, name: string): Promise<string> {
  const file = join(workspace.folder, `${name}.db`);
  await workspace.run(['ovsdb-tool', 'create', file, writeSchema(workspace)]);
  return file;
}

/** Starts a server of a database file on a unix socket, and waits until it answers. More arguments add remotes. */
export async function startServer(
  workspace: Workspace,
  name: string,
  file: string,
  ...args: readonly string[]
): Promise<Server> {
  const socket = join(workspace.folder, `${name}.sock`);
  const daemon = workspace.start(name, [
    'ovsdb-server',
    `--remote=punix:${socket}`,
    `--unixctl=${join(workspace.folder, `${name}.ctl`)}`,
    '-vfile:off',
    '-vconsole:info',
    ...args,
    file,
  ]);
  await eventually('ovsdb-server answers', () => call(socket, 'list_dbs', []));
  return { socket, remote: { protocol: 'unix', path: socket }, daemon };
}

/** Starts a server with an empty database. */
export async function startEmpty(workspace: Workspace, name: string, ...args: readonly string[]): Promise<Server> {
  return startServer(workspace, name, await createDatabase(workspace, name), ...args);
}

/** The TCP port that the system chose for a server that was told port 0. */
export async function listeningPort({ daemon }: Server): Promise<number> {
  return eventually('the server listens on a port', () => {
    const port = /listening on port ([0-9]+)/.exec(daemon.log())?.[1];
    return port !== undefined && Number(port);
  });
}

/** The remotes of a text that has some. */
export function remotesOf(text: string): readonly Remote[] {
  const parsed = parseRemotes(text);
  if (parsed.result === 'invalid') throw new Error(parsed.problem);
  return parsed.remotes;
}

/** Clients of one test, which are closed together. */
export interface Clients {
  /** Connects, or throws why that is not possible. */
  readonly connect: (remotes: readonly Remote[], options?: Partial<OvsdbOptions>) => Promise<Client>;
  readonly closeAll: () => void;
}

export function createClients(): Clients {
  const open = new Set<Client>();
  return {
    connect: async (remotes, options) => {
      const connected = await connectOvsdb({ remotes, database: DATABASE, ...options });
      if (connected.result === 'failed') throw new Error(connected.problems.join('\n'));
      open.add(connected.client);
      return connected.client;
    },
    closeAll: () => {
      for (const client of open) client.close();
      open.clear();
    },
  };
}
