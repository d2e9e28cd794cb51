import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../rig/eventually.js';
import { call } from '../../rig/json-rpc.js';
import { endChild } from '../../rig/process.js';
import { compactBy, transactOn } from './northbound.js';

const SCHEMA = '/usr/share/ovn/ovn-nb.ovsschema';

/** One of the servers of a clustered database. */
export interface Member {
  readonly socket: string;
  /** The file with its part of the log. */
  readonly database: string;
  readonly start: () => Promise<void>;
  readonly kill: () => void;
  readonly compact: () => Promise<void>;
}

/** A database that three servers hold together by RAFT. */
export interface Cluster {
  readonly folder: string;
  readonly sockets: readonly string[];
  readonly members: readonly Member[];
  /** The server that leads; waits until there is one. */
  readonly leader: () => Promise<Member>;
  readonly close: () => void;
}

/** Starts three servers and makes the row of NB_Global. */
export async function startCluster(schema = SCHEMA): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-raft-'));
  const members = [0, 1, 2].map((index) => memberIn(folder, index, schema));
  const leader = (): Promise<Member> =>
    eventually('a server leads', async () => {
      for (const member of members) if (await leads(member.socket)) return member;
      return false;
    });
  const close = (): void => {
    for (const member of members) member.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const member of members) await member.start();
    const { socket } = await leader();
    await transactOn(socket, { op: 'insert', table: 'NB_Global', row: {} });
  } catch (error) {
    close();
    throw error;
  }
  return { folder, sockets: members.map(({ socket }) => socket), members, leader, close };
}

function memberIn(folder: string, index: number, schema: string): Member {
  const socket = join(folder, `s${index}`);
  const database = join(folder, `db${index}`);
  const control = join(folder, `c${index}`);
  const address = (of: number): string => `unix:${join(folder, `raft${of}`)}`;
  if (index === 0) execFileSync('ovsdb-tool', ['create-cluster', database, schema, address(0)]);
  else execFileSync('ovsdb-tool', ['join-cluster', database, 'OVN_Northbound', address(index), address(0)]);
  let process: ChildProcess | undefined;
  return {
    socket,
    database,
    compact: () => compactBy(control),
    start: async () => {
      const options = [`--remote=punix:${socket}`, `--unixctl=${control}`, '-vconsole:off', database];
      process = spawn('ovsdb-server', options, { stdio: 'ignore' });
      await eventually('a member answers', () => call(socket, 'list_dbs', []));
    },
    kill: () => {
      if (process) endChild(process);
      rmSync(socket, { force: true });
    },
  };
}

/** Whether a server says that it leads (ovsdb-server(7), the database _Server). */
async function leads(socket: string): Promise<boolean> {
  const where = [['name', '==', 'OVN_Northbound']];
  const select = { op: 'select', table: 'Database', where, columns: ['leader', 'connected'] };
  const results = await call(socket, 'transact', ['_Server', select]).catch(() => undefined);
  const rows = (results as { rows: { leader: boolean; connected: boolean }[] }[] | undefined)?.[0]?.rows;
  return rows?.[0]?.leader === true && rows[0].connected;
}
