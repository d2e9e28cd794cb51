import { createConnection, createServer, type Server as Listener, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  connectOvsdb,
  type MonitorEvent,
  type OvsdbRow,
  type TransactResult,
} from '../../../src/clients/ovsdb/index.js';
import { eventually } from '../../rig/eventually.js';
import { openWorkspace, type Workspace } from '../../rig/workspace.js';
import { type Cluster, startCluster } from './cluster.js';
import { createClients, DATABASE, type Server, whyNoServers } from './servers.js';
import { insert } from './suite.js';

const reason = whyNoServers();

describe.skipIf(reason !== undefined)(`a client of a cluster of three (${reason ?? 'the one installed'})`, () => {
  const clients = createClients();
  let workspace: Workspace;
  let cluster: Cluster;

  beforeAll(async () => {
    workspace = openWorkspace();
    cluster = await startCluster(workspace);
  });
  afterEach(clients.closeAll);
  afterAll(() => {
    workspace.close();
  });

  const namesIn = async (client: Client): Promise<readonly unknown[]> => {
    const selection = await client.select([{ table: 'Ship', columns: ['name'] }]);
    if (selection.result !== 'rows') throw new Error(JSON.stringify(selection));
    return (selection.rows[0] ?? []).map(({ name }) => name).sort();
  };
  const leads = (server: Server, client: Client) => client.remote === `unix:${server.socket}`;

  it('connects to the leader whichever remote comes first', async () => {
    const leader = await cluster.leader();
    for (const first of cluster.remotes) {
      const others = cluster.remotes.filter((remote) => remote !== first);
      expect(leads(leader, await clients.connect([first, ...others]))).toBe(true);
    }
  });

  it('takes any member when it need not be the leader', async () => {
    for (const remote of cluster.remotes) {
      const client = await clients.connect([remote], { leaderOnly: false });
      expect(await namesIn(client)).toEqual([]);
    }
  });

  it('names the servers that do not lead where it does not know the one that does', async () => {
    const leader = await cluster.leader();
    const followers = cluster.remotes.filter((remote) => remote !== leader.remote);
    const failed = await connectOvsdb({ remotes: followers, database: DATABASE, timeouts: { connect: 0 } });
    expect(failed).toMatchObject({ result: 'failed', transient: true });
    expect(failed.result === 'failed' && failed.problems.map((problem) => problem.replace(/^\S+ /, ''))).toEqual([
      'is not the leader of its cluster',
      'is not the leader of its cluster',
    ]);
  });

  it('leaves a server that lost its place for the one that took it', async () => {
    const client = await clients.connect(cluster.remotes);
    const old = await cluster.leader();
    const reasons: string[] = [];
    client.onConnection((event) => {
      if (event.type === 'disconnected') reasons.push(event.reason);
    });
    await cluster.moveLeadership();
    await eventually('it leaves', () => reasons.length > 0);
    await namesIn(client);
    expect(reasons[0]).toMatch(/is not the leader of its cluster|is not connected to its cluster/);
    expect(leads(old, client)).toBe(false);
    expect(leads(await cluster.leader(), client)).toBe(true);
  });

  it('reaches the new leader when the old one dies, and knows what became of each transaction', async () => {
    const client = await clients.connect(cluster.remotes);
    const old = await cluster.leader();
    const outcomes = new Map<string, TransactResult['result']>();
    const commit = async (name: string): Promise<void> => {
      outcomes.set(name, (await client.transact([insert(name)])).result);
    };
    await commit('before');
    const racing = Array.from({ length: 200 }, (_, index) => commit(`racing ${index}`));
    await Promise.race(racing);
    // A server that is halted gets no further, so that the fate of this one is sure to stay open.
    process.kill(old.daemon.pid, 'SIGSTOP');
    const stuck = commit('stuck');
    cluster.kill(old);
    await Promise.all([...racing, stuck]);
    await commit('after');
    const present = await namesIn(client);
    const named = (result: TransactResult['result']) =>
      [...outcomes].filter(([, outcome]) => outcome === result).map(([name]) => name);
    expect(outcomes.get('before')).toBe('committed');
    expect(outcomes.get('after')).toBe('committed');
    expect(named('refused')).toEqual([]);
    expect(present).toEqual(expect.arrayContaining(named('committed')));
    expect(named('not-sent').filter((name) => present.includes(name))).toEqual([]);
    expect(outcomes.get('stuck')).toBe('unknown');
    expect(leads(await cluster.leader(), client)).toBe(true);
    await cluster.revive(old);
  });

  it('goes on with its monitors at the new leader', async () => {
    const client = await clients.connect(cluster.remotes);
    let rows: readonly OvsdbRow[] = [];
    await client.monitor([{ table: 'Ship', columns: ['name'] }], ({ replica }) => {
      rows = [...(replica.get('Ship')?.values() ?? [])];
    });
    const old = await cluster.leader();
    cluster.kill(old);
    const committed = await client.transact([insert('seen at the new leader')]);
    expect(['committed', 'not-sent', 'unknown']).toContain(committed.result);
    if (committed.result !== 'committed') await client.transact([insert('seen at the new leader')]);
    await eventually('the change arrives', () => rows.some(({ name }) => name === 'seen at the new leader'));
    await cluster.revive(old);
  });

  it('learns of its monitored rows at a new leader only what has changed since the last event', async () => {
    const client = await clients.connect(cluster.remotes);
    await client.transact(Array.from({ length: 50 }, (_, index) => insert(`known ${index}`)));
    const events: MonitorEvent[] = [];
    const columns = ['name', 'flags'];
    await client.monitor([{ table: 'Ship', columns }], (event) => events.push(event));
    await cluster.moveLeadership();
    const late = await clients.connect(cluster.remotes);
    await late.transact([insert('late')]);
    await late.transact([{ op: 'update', table: 'Ship', where: [['name', '==', 'known 7']], row: { flags: 'new' } }]);
    await eventually('the changes arrive', () => namesOf(events.at(-1)).includes('late'));
    expect(events.filter(({ type }) => type === 'snapshot')).toHaveLength(1);
    expect(events.map(({ type }) => type)).toContain('resumed');
    await eventually('both changes arrive', () => flagsOf(events.at(-1), 'known 7') === 'new');
    const changed = events.flatMap((event) => ('changes' in event ? event.changes : []));
    expect(changed.map(({ after }) => after?.name).sort()).toEqual(['known 7', 'late']);
    expect(namesOf(events[0]).sort()).toEqual(await namesIn(late));
  });

  it('reads all of its monitored rows again after servers that have forgotten the last one it knows', async () => {
    const [member] = cluster.remotes;
    const way = openWay(join(workspace.folder, 'way'), member?.protocol === 'unix' ? member.path : '');
    const client = await clients.connect([{ protocol: 'unix', path: way.path }], { leaderOnly: false });
    const events: MonitorEvent[] = [];
    await client.monitor([{ table: 'Ship', columns: ['name'] }], (event) => events.push(event));
    const other = await clients.connect(cluster.remotes);
    await other.transact([insert('before')]);
    await eventually('the change arrives', () => namesOf(events.at(-1)).includes('before'));
    way.close();
    await other.transact([insert('missed')]);
    await cluster.restartCompacted();
    await other.transact([{ op: 'delete', table: 'Ship', where: [['name', '==', 'before']] }]);
    way.open();
    await eventually('the rows arrive', () => namesOf(events.at(-1)).includes('missed'));
    expect(events.at(-1)?.type).toBe('snapshot');
    expect(namesOf(events.at(-1)).sort()).toEqual(await namesIn(other));
    way.close();
  });
});

function namesOf(event: MonitorEvent | undefined): unknown[] {
  return [...(event?.replica.get('Ship')?.values() ?? [])].map(({ name }) => name);
}

function flagsOf(event: MonitorEvent | undefined, wanted: string): unknown {
  return [...(event?.replica.get('Ship')?.values() ?? [])].find(({ name }) => name === wanted)?.flags;
}

/** A socket that leads to a server while it is open. */
function openWay(path: string, server: string): { path: string; open: () => void; close: () => void } {
  const sockets = new Set<Socket>();
  let listener: Listener | undefined;
  const close = (): void => {
    listener?.close();
    for (const socket of sockets) socket.destroy();
  };
  const open = (): void => {
    listener = createServer((client) => {
      const upstream = createConnection(server);
      for (const socket of [client, upstream]) sockets.add(socket.on('error', close));
      client.pipe(upstream).pipe(client);
    }).listen(path);
  };
  open();
  return { path, open, close };
}
