import { describe, expect, it } from 'vitest';
import { connectOvsdb, type LockEvent } from '../../../src/clients/ovsdb/index.js';
import { eventually } from '../../rig/eventually.js';
import { createDatabase, DATABASE, startEmpty, startServer, whyNoServers } from './servers.js';
import { insert, useServer } from './suite.js';

const reason = whyNoServers();

describe.skipIf(reason !== undefined)(
  `a client and an ovsdb-server that comes and goes (${reason ?? 'the one installed'})`,
  () => {
    const suite = useServer();

    it('comes back after the server was away: requests wait, monitors start again, locks are asked for again', async () => {
      const file = await createDatabase(suite.workspace, 'restarted');
      const first = await startServer(suite.workspace, 'restarted', file);
      const survivor = await suite.clients.connect([first.remote]);
      const types: string[] = [];
      const locks: LockEvent[] = [];
      let names: unknown[] = [];
      await survivor.transact([insert('kept')]);
      await survivor.lock('weir', (event) => locks.push(event));
      await survivor.monitor([{ table: 'Ship' }], ({ type, replica }) => {
        types.push(type);
        names = [...(replica.get('Ship')?.values() ?? [])].map(({ name }) => name);
      });
      first.daemon.stop();
      await eventually('the loss is noticed', () => locks.includes('lost'));
      const waiting = survivor.select([{ table: 'Ship', columns: ['name'] }]);
      await startServer(suite.workspace, 'restarted', file);
      expect(await waiting).toEqual({ result: 'rows', rows: [[{ name: 'kept' }]] });
      await eventually('lock and monitor are back', () => locks.length === 3 && types.length === 2);
      expect(locks).toEqual(['locked', 'lost', 'locked']);
      expect(types).toEqual(['snapshot', 'snapshot']);
      expect(names).toEqual(['kept']);
    });

    it('tells a transaction that could not be sent from one whose outcome is not known', async () => {
      const stopped = await startEmpty(suite.workspace, 'stopped');
      const patient = await suite.clients.connect([stopped.remote], { timeouts: { connect: 4000, request: 500 } });
      process.kill(stopped.daemon.pid, 'SIGSTOP');
      expect(await patient.transact([insert('a')])).toMatchObject({ result: 'unknown' });
      stopped.daemon.stop();
      expect(await patient.transact([insert('a')])).toMatchObject({ result: 'not-sent', gaps: [] });
    });

    it('notices that a server is silent though its connection stands', async () => {
      const frozen = await startEmpty(suite.workspace, 'frozen');
      const watcher = await suite.clients.connect([frozen.remote], { timeouts: { idle: 50, silence: 200 } });
      const reasons: string[] = [];
      watcher.onConnection((event) => {
        if (event.type === 'disconnected') reasons.push(event.reason);
      });
      process.kill(frozen.daemon.pid, 'SIGSTOP');
      await eventually('the silence is noticed', () => reasons.length > 0);
      expect(reasons[0]).toMatch(/is silent/);
    });

    it('says at once that there is no such database', async () => {
      expect(await connectOvsdb({ remotes: [suite.server.remote], database: 'Airport' })).toEqual({
        result: 'failed',
        problems: [`unix:${suite.server.socket} serves no database Airport`],
        transient: false,
      });
    });

    it('names each remote and its reason when none can be reached', async () => {
      const nowhere = (name: string) => ({ protocol: 'unix', path: `${suite.workspace.folder}/${name}` }) as const;
      const failed = await connectOvsdb({
        remotes: [nowhere('a'), nowhere('b'), { protocol: 'tcp', host: 'localhost', port: 1 }],
        database: DATABASE,
        timeouts: { connect: 0 },
      });
      expect(failed).toEqual({
        result: 'failed',
        problems: [
          expect.stringMatching(/\/a: .*ENOENT/),
          expect.stringMatching(/\/b: .*ENOENT/),
          expect.stringMatching(/^tcp:localhost:1: .*ECONNREFUSED/),
        ],
        transient: true,
      });
    });

    it('goes to the next remote when the first is not there', async () => {
      const nowhere = { protocol: 'unix', path: `${suite.workspace.folder}/nowhere` } as const;
      expect((await suite.clients.connect([nowhere, suite.server.remote])).remote).toBe(`unix:${suite.server.socket}`);
    });

    it('ends when it is closed or aborted, and says so', async () => {
      const abort = new AbortController();
      const aborted = await suite.clients.connect([suite.server.remote], { signal: abort.signal });
      abort.abort();
      expect(await aborted.select([{ table: 'Ship' }])).toMatchObject({ problems: ['the client is aborted'] });
      const pending = suite.client.transact([insert('a')]);
      suite.client.close();
      expect((await pending).result).not.toBe('committed');
      expect(await suite.client.transact([insert('a')])).toMatchObject({
        result: 'not-sent',
        problem: 'the client is closed',
      });
      const never = connectOvsdb({ remotes: [suite.server.remote], database: DATABASE, signal: AbortSignal.abort() });
      expect(await never).toMatchObject({ result: 'failed', transient: false });
    });
  },
);
