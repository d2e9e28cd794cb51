import { join } from 'node:path';
import type { Remote } from '../../../src/clients/ovsdb/index.js';
import { eventually } from '../../rig/eventually.js';
import { type Json, call } from '../../rig/json-rpc.js';
import type { Workspace } from '../../rig/workspace.js';
import { DATABASE, type Server, startServer, writeSchema } from './servers.js';

/** Servers of one clustered database (ovsdb(7), "Clustered Database Service Model"). */
export interface Cluster {
  /** Of all servers, in the order of their start. */
  readonly remotes: readonly Remote[];
  /** The server that leads, once there is one. */
  readonly leader: () => Promise<Server>;
  /** Ends a server as a power failure would. */
  readonly kill: (server: Server) => void;
  /** Starts a server that was killed. */
  readonly revive: (server: Server) => Promise<void>;
  /** Halts the leader until another server has taken its place, and lets it go on as a follower. */
  readonly moveLeadership: () => Promise<void>;
  /** Compacts the log of every server, and starts all of them again. */
  readonly restartCompacted: () => Promise<void>;
}

/** Starts a cluster of three, which talk to each other over unix sockets. */
export async function startCluster(workspace: Workspace): Promise<Cluster> {
  const names = ['one', 'two', 'three'];
  const file = (name: string) => join(workspace.folder, `${name}.db`);
  const raft = (name: string) => `unix:${join(workspace.folder, `${name}.raft`)}`;
  const running = new Map<string, Server>();
  await workspace.run(['ovsdb-tool', 'create-cluster', file('one'), writeSchema(workspace), raft('one')]);
  for (const name of names) {
    if (name !== 'one') {
      await workspace.run(['ovsdb-tool', 'join-cluster', file(name), DATABASE, raft(name), raft('one')]);
    }
    const server = await startServer(workspace, name, file(name));
    running.set(name, server);
    await eventually(`${name} has joined`, async () => (await statusOf(server)).connected === true);
  }
  const nameOf = ({ socket }: Server): string => names.find((name) => socket.endsWith(`/${name}.sock`)) ?? '';
  const findLeader = async (except = ''): Promise<Server | false> => {
    for (const server of running.values()) {
      if (server.socket !== except && (await statusOf(server)).leader === true) return server;
    }
    return false;
  };
  const leader = () => eventually('a server leads', () => findLeader());
  const revive = async (server: Server): Promise<void> => {
    const name = nameOf(server);
    running.set(name, await startServer(workspace, name, file(name)));
  };
  return {
    remotes: [...running.values()].map(({ remote }) => remote),
    leader,
    kill: (server) => {
      server.daemon.stop();
      running.delete(nameOf(server));
    },
    revive,
    moveLeadership: async () => {
      const old = await leader();
      process.kill(old.daemon.pid, 'SIGSTOP');
      await eventually('another server leads', () => findLeader(old.socket));
      process.kill(old.daemon.pid, 'SIGCONT');
    },
    restartCompacted: async () => {
      const servers = [...running.values()];
      for (const server of servers) {
        const control = join(workspace.folder, `${nameOf(server)}.ctl`);
        await workspace.run(['ovs-appctl', '-t', control, 'ovsdb-server/compact']);
      }
      for (const server of servers) server.daemon.stop();
      for (const server of servers) await revive(server);
      await leader();
    },
  };
}

/** A server's own word on the database. */
async function statusOf({ socket }: Server): Promise<Readonly<Record<string, Json>>> {
  const where: Json = [['name', '==', DATABASE]];
  const results = await call(socket, 'transact', ['_Server', { op: 'select', table: 'Database', where }]);
  return (results as [{ rows: [Readonly<Record<string, Json>>] }])[0].rows[0];
}
