import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../apply/northbound/cluster.js';
import { dump, startServer, transactOn, type Row } from '../apply/northbound/northbound.js';
import { eventually } from '../rig/eventually.js';
import type { Json } from '../rig/json-rpc.js';
import type { Random } from '../rig/random.js';
import { schemaFileOf } from '../rig/schema-file.js';
import { type ReadCommits, readAlone, readClustered } from './commits.js';
import { followDatabaseLog } from './database-log.js';

/** Version of the schema of all databases, which has all that the releases write. */
export const SCHEMA_VERSION = '7.12.0';

/** A Northbound database whose servers fail. */
export interface FailingDatabase {
  /** How the command names it. */
  readonly remote: string;
  readonly transact: (...operations: Json[]) => Promise<Json>;
  readonly dump: () => Promise<Record<string, readonly Row[]>>;
  /** Kills a server: the leader of a cluster, or so many servers that it can commit nothing. */
  readonly kill: (servers: 'leader' | 'majority') => Promise<void>;
  /** Starts what was killed. */
  readonly restart: () => Promise<void>;
  readonly compact: (random: Random) => Promise<void>;
  readonly commits: ReadCommits;
  /** Size of the files. It grows with each commit. */
  readonly size: () => number;
  readonly close: () => void;
}

/** Starts a server, or a cluster of three. */
export async function startDatabase(isClustered: boolean): Promise<FailingDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-torture-'));
  const schema = join(folder, 'nb.ovsschema');
  writeFileSync(schema, schemaFileOf(SCHEMA_VERSION));
  const database = await (isClustered ? startThree(schema) : startOne(schema));
  return {
    ...killOnce(database),
    close: () => {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Two faults can overlap: what the first one has killed, the second one does not kill again, and it starts at the end of
 * the last one. A compaction waits for it.
 */
function killOnce(database: FailingDatabase): FailingDatabase {
  let faults = 0;
  let last: Promise<unknown> = Promise.resolve();
  const next = (act: () => Promise<void> | undefined): Promise<void> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    ...database,
    kill: (servers) => next(() => (faults++ === 0 ? database.kill(servers) : undefined)),
    restart: () => next(() => (--faults === 0 ? database.restart() : undefined)),
    compact: async (random) => {
      await eventually('the database is there', () => faults === 0);
      await next(() => (faults === 0 ? database.compact(random) : undefined));
    },
  };
}

async function startOne(schema: string): Promise<FailingDatabase> {
  const server = await startServer(schema);
  const log = followDatabaseLog(server.database);
  return {
    remote: `unix:${server.socket}`,
    transact: server.transact,
    dump: server.dump,
    kill: () => {
      server.kill();
      return Promise.resolve();
    },
    restart: server.start,
    compact: server.compact,
    commits: readAlone(log, SCHEMA_VERSION),
    size: () => statSync(server.database).size,
    close: () => {
      log.close();
      server.close();
    },
  };
}

async function startThree(schema: string): Promise<FailingDatabase> {
  const cluster = await startCluster(schema);
  const logs = cluster.members.map((member) => followDatabaseLog(member.database));
  let killed: readonly (typeof cluster.members)[number][] = [];
  return {
    remote: cluster.sockets.map((socket) => `unix:${socket}`).join(),
    transact: async (...operations) => transactOn((await cluster.leader()).socket, ...operations),
    dump: async () => dump((await cluster.leader()).socket),
    kill: async (servers) => {
      const leader = await cluster.leader();
      const others = cluster.members.filter((member) => member !== leader);
      killed = [leader, ...others.slice(0, servers === 'majority' ? 1 : 0)];
      for (const member of killed) member.kill();
    },
    restart: async () => {
      await Promise.all(killed.map((member) => member.start()));
      await cluster.leader();
    },
    compact: async (random) => {
      await cluster.members[random(cluster.members.length)]?.compact();
    },
    commits: readClustered(logs, SCHEMA_VERSION),
    size: () => Math.max(...cluster.members.map((member) => statSync(member.database).size)),
    close: () => {
      for (const log of logs) log.close();
      cluster.close();
    },
  };
}
