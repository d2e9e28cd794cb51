import { describe, expect, it, onTestFinished } from 'vitest';
import type { LockEvent, MonitorEvent } from '../../../src/clients/ovsdb/index.js';
import { connectOvsdb } from '../../../src/clients/ovsdb/index.js';
import { eventually } from '../../rig/eventually.js';
import { type ClientMessage, HONEST, startFake } from './fake-server.js';
import { whyNoServers } from './servers.js';
import { insert, useServer } from './suite.js';

const reason = whyNoServers();

describe.skipIf(reason !== undefined)(
  `monitors and locks of an ovsdb-server (${reason ?? 'the one installed'})`,
  () => {
    const suite = useServer();

    it('follows rows from what is there through each change', async () => {
      await suite.client.transact([
        insert('a', { flags: ['set', ['x', 'y']], papers: ['map', [['k', 'v']]] }),
        insert('b'),
      ]);
      const follower = await suite.clients.connect([suite.server.remote]);
      const events: MonitorEvent[] = [];
      const columns = ['name', 'flags', 'papers', 'length', 'rig'];
      const monitoring = await follower.monitor([{ table: 'Ship', columns }], (event) => events.push(event));
      const state = () =>
        [...(events[0]?.replica.get('Ship')?.values() ?? [])].sort((a, b) =>
          String(a.name) < String(b.name) ? -1 : 1,
        );
      const empty = ['set', []];
      const b = { name: 'b', flags: empty, papers: ['map', []], length: 0, rig: empty };
      expect(events.map(({ type }) => type)).toEqual(['snapshot']);
      expect(state()).toEqual([{ ...b, name: 'a', flags: ['set', ['x', 'y']], papers: ['map', [['k', 'v']]] }, b]);

      await suite.client.transact([
        {
          op: 'update',
          table: 'Ship',
          where: [['name', '==', 'a']],
          row: {
            flags: ['set', ['y', 'z']],
            papers: [
              'map',
              [
                ['k', 'w'],
                ['l', 'v'],
              ],
            ],
            rig: 'brig',
            length: 3,
          },
        },
        { op: 'delete', table: 'Ship', where: [['name', '==', 'b']] },
        insert('c', { flags: 'one' }),
      ]);
      await eventually('the changes arrive', () => events.length > 1);
      expect(state()).toEqual([
        {
          name: 'a',
          flags: ['set', ['y', 'z']],
          papers: [
            'map',
            [
              ['k', 'w'],
              ['l', 'v'],
            ],
          ],
          rig: 'brig',
          length: 3,
        },
        { ...b, name: 'c', flags: 'one' },
      ]);
      const changes = events[1]?.type === 'changes' ? events[1].changes : [];
      expect(changes.map(({ before, after }) => [before?.name, after?.name]).sort()).toEqual(
        [
          ['a', 'a'],
          ['b', undefined],
          [undefined, 'c'],
        ].sort(),
      );

      await suite.client.transact([
        {
          op: 'mutate',
          table: 'Ship',
          where: [['name', '==', 'a']],
          mutations: [
            ['flags', 'delete', 'y'],
            ['papers', 'delete', ['set', ['k', 'l']]],
          ],
        },
      ]);
      await eventually('the changes arrive', () => events.length > 2);
      expect(state()[0]).toMatchObject({ flags: 'z', papers: ['map', []] });
      if (monitoring.result === 'monitoring') monitoring.cancel();
      await suite.client.transact([{ op: 'delete', table: 'Ship', where: [] }]);
      await follower.select([{ table: 'Ship' }]);
      expect(events).toHaveLength(3);
    });

    it('has the changes of a transaction before its result, with the UUID of each row if it is wanted', async () => {
      let rows: unknown[] = [];
      await suite.client.monitor([{ table: 'Ship', columns: ['_uuid', 'name'] }], ({ replica }) => {
        rows = [...(replica.get('Ship')?.values() ?? [])];
      });
      for (let count = 1; count <= 20; count++) {
        const done = await suite.client.transact([insert(`ship ${count}`)]);
        const uuid = done.result === 'committed' ? done.results[0]?.uuid : undefined;
        expect(rows).toHaveLength(count);
        expect(rows.at(-1)).toEqual({ _uuid: ['uuid', uuid], name: `ship ${count}` });
      }
    });

    it('monitors only the rows that the conditions take', async () => {
      const names: unknown[] = [];
      await suite.client.monitor([{ table: 'Ship', where: [['length', '>', 10]] }], ({ replica }) => {
        names.push([...(replica.get('Ship')?.values() ?? [])].map(({ name }) => name));
      });
      await suite.client.transact([insert('short', { length: 5 }), insert('long', { length: 50 })]);
      await suite.client.transact([
        { op: 'update', table: 'Ship', where: [['name', '==', 'long']], row: { length: 1 } },
      ]);
      await eventually('the row leaves', () => names.length === 3);
      expect(names).toEqual([[], ['long'], []]);
    });

    it('gives a lock to one client at a time, and to the next when the first lets go', async () => {
      const other = await suite.clients.connect([suite.server.remote]);
      const events: LockEvent[] = [];
      expect(await suite.client.lock('weir', () => undefined)).toEqual({ result: 'locked' });
      expect(await other.lock('weir', (event) => events.push(event))).toEqual({ result: 'waiting' });
      const guarded = [{ op: 'assert', lock: 'weir' }, insert('a')] as const;
      expect(await other.transact(guarded)).toMatchObject({ result: 'refused', error: 'not owner', operation: 0 });
      await suite.client.unlock('weir');
      await eventually('the lock moves', () => events.length > 0);
      expect(events).toEqual(['locked']);
      expect(await other.transact(guarded)).toMatchObject({ result: 'committed' });
    });

    it('hears that another client has stolen its lock', async () => {
      const other = await suite.clients.connect([suite.server.remote]);
      const events: LockEvent[] = [];
      await suite.client.lock('weir', (event) => events.push(event));
      expect(await other.lock('weir', () => undefined, true)).toEqual({ result: 'locked' });
      await eventually('the owner hears of it', () => events.length === 2);
      expect(events).toEqual(['locked', 'lost']);
      const guarded = [{ op: 'assert', lock: 'weir' }, insert('a')] as const;
      expect(await suite.client.transact(guarded)).toMatchObject({ result: 'refused', error: 'not owner' });
    });

    it('refuses a lock whose name the server refuses, and can ask for another one then', async () => {
      expect(await suite.client.lock('no name', () => undefined)).toMatchObject({
        result: 'refused',
        error: 'syntax error',
      });
      expect(await suite.client.lock('name', () => undefined)).toEqual({ result: 'locked' });
      expect(await suite.client.lock('name', () => undefined)).toMatchObject({ result: 'refused' });
    });
  },
);

describe('a lock that is released before the server has responded', () => {
  /** Connects to a server that responds to `lock` only after the first `unlock`. */
  async function connectToSlow() {
    const heard: string[] = [];
    const server = await startFake((socket) => {
      const held: ClientMessage[] = [];
      const respond = ({ id }: ClientMessage, result: unknown): void => {
        socket.write(JSON.stringify({ id, result, error: null }));
      };
      return (message) => {
        const { method = '' } = message;
        if (method.endsWith('lock')) heard.push(method);
        if (method === 'lock' && heard.includes('unlock')) respond(message, { locked: true });
        else if (method === 'lock') held.push(message);
        else if (method === 'unlock') {
          for (const request of held.splice(0)) respond(request, { locked: true });
          respond(message, {});
        } else if (HONEST[method] !== undefined) respond(message, HONEST[method]);
      };
    });
    const connected = await connectOvsdb({ remotes: [server.remote], database: 'Harbour' });
    if (connected.result === 'failed') throw new Error(connected.problems.join('\n'));
    onTestFinished(() => {
      connected.client.close();
      server.close();
    });
    return { client: connected.client, heard };
  }

  it('calls no listener, and is no lock of the caller', async () => {
    const { client, heard } = await connectToSlow();
    const events: LockEvent[] = [];
    const locking = client.lock('weir', (event) => events.push(event));
    await eventually('the request arrives', () => heard.includes('lock'));
    await client.unlock('weir');
    expect(await locking).toMatchObject({ result: 'refused', error: 'released' });
    client.close();
    expect(events).toEqual([]);
  });

  it('is not requested if it was not sent yet', async () => {
    const { client, heard } = await connectToSlow();
    const locking = client.lock('weir', () => undefined);
    const unlocking = client.unlock('weir');
    expect(await locking).toMatchObject({ result: 'refused', error: 'released' });
    await unlocking;
    expect(heard).not.toContain('lock');
  });

  it('can be requested again', async () => {
    const { client, heard } = await connectToSlow();
    const events: [string, LockEvent][] = [];
    const first = client.lock('weir', (event) => events.push(['first', event]));
    await eventually('the request arrives', () => heard.includes('lock'));
    const released = client.unlock('weir');
    const second = client.lock('weir', (event) => events.push(['second', event]));
    await released;
    expect(await first).toMatchObject({ result: 'refused' });
    expect(await second).toEqual({ result: 'locked' });
    expect(events).toEqual([['second', 'locked']]);
  });
});

describe('a server without newer methods', () => {
  it.each([
    ['monitor_cond', 'update2', { initial: { name: 'old', flags: 'a' } }, { modify: { flags: 'b' } }],
    [
      'monitor',
      'update',
      { new: { name: 'old', flags: 'a' } },
      { old: { flags: 'a' }, new: { name: 'old', flags: 'b' } },
    ],
  ])('is monitored by %s', async (known, notification, first, second) => {
    const events: unknown[] = [];
    const server = await startFake((socket) => ({ id, method = '', params = [] }) => {
      const isOfRows = method.startsWith('monitor') && params[0] !== '_Server';
      const result = isOfRows ? (method === known ? { Ship: { u: first } } : undefined) : HONEST[method];
      socket.write(JSON.stringify({ id, result: result ?? null, error: result ? null : 'unknown method' }));
      if (!isOfRows || !result) return;
      const update = { Ship: { u: second, w: known === 'monitor' ? { old: {} } : { delete: null } } };
      socket.write(JSON.stringify({ id: null, method: notification, params: ['monitor 1', update] }));
    });
    const connected = await connectOvsdb({ remotes: [server.remote], database: 'Harbour' });
    if (connected.result === 'failed') throw new Error(connected.problems.join('\n'));
    onTestFinished(() => {
      connected.client.close();
      server.close();
    });
    await connected.client.monitor([{ table: 'Ship' }], (event) => {
      events.push(event.type, Object.fromEntries(event.replica.get('Ship') ?? []));
    });
    await eventually('the update arrives', () => events.length === 4);
    const row = { name: 'old', flags: 'a' };
    const flags = known === 'monitor' ? 'b' : ['set', ['a', 'b']];
    expect(events).toEqual(['snapshot', { u: row }, 'changes', { u: { ...row, flags } }]);
  });
});
