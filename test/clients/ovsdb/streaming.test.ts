import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connectOvsdb } from '../../../src/clients/ovsdb/index.js';
import { type ClientMessage, HONEST, startFake } from './fake-server.js';
import { whyNoServers } from './servers.js';
import { insert, useServer } from './suite.js';

const reason = whyNoServers();
const COUNT = 5000;

/** Inserts that are made one by one; `rowOf` gives what they hold besides a name. */
function* inserts(rowOf: (index: number) => Parameters<typeof insert>[1] = () => ({ flags: 'x'.repeat(100) })) {
  for (let index = 0; index < COUNT; index++) yield insert(`ship ${index}`, rowOf(index));
}

describe.skipIf(reason !== undefined)(
  `a transaction that is sent while it is made (${reason ?? 'real server'})`,
  () => {
    const suite = useServer();

    it('is one transaction, with a result for each operation', async () => {
      const result = await suite.client.transact(inserts());
      expect(result.result === 'committed' && result.results.length).toBe(COUNT);
      const selection = await suite.client.select([{ table: 'Ship', columns: ['name'] }]);
      expect(selection.result === 'rows' && selection.rows[0]?.length).toBe(COUNT);
    });

    it('is broken off at a late operation that the schema cannot hold: nothing is committed, and the client goes on', async () => {
      const late = COUNT - 100;
      const result = await suite.client.transact(inserts((index) => (index === late ? { tonnage: 1 } : {})));
      expect(result).toEqual({
        result: 'not-sent',
        problem: expect.stringContaining('has no column Ship.tonnage') as string,
        gaps: [expect.objectContaining({ table: 'Ship', column: 'tonnage', operation: late })],
      });
      expect(await suite.client.select([{ table: 'Ship' }])).toEqual({ result: 'rows', rows: [[]] });
    });

    it('is broken off when its operations throw: the caller gets the error, nothing is committed, and the client goes on', async () => {
      function* failing() {
        yield* inserts();
        throw new Error('the operations end here');
      }
      await expect(suite.client.transact(failing())).rejects.toThrow('the operations end here');
      expect(await suite.client.select([{ table: 'Ship' }])).toEqual({ result: 'rows', rows: [[]] });
    });

    it('comes before what is asked while it is sent', async () => {
      const sent = suite.client.transact(inserts());
      const [, selection] = await Promise.all([sent, suite.client.select([{ table: 'Ship', columns: ['name'] }])]);
      expect(selection.result === 'rows' && selection.rows[0]?.length).toBe(COUNT);
    });
  },
);

describe('a server that asks in the middle of a request', () => {
  it('gets its answer behind the request, which stays in one piece', async () => {
    const heard: ClientMessage[] = [];
    const server = await startFake((socket: Socket) => {
      let bytes = 0;
      let hasAsked = false;
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes < 50_000 || hasAsked) return;
        hasAsked = true;
        socket.write(JSON.stringify({ id: 'ping', method: 'echo', params: ['still there?'] }));
      });
      return (message) => {
        const { id, method = 'answer', params = [] } = message;
        if (method === 'answer' || method === 'transact') heard.push(message);
        const results = params.slice(1).map(() => ({ uuid: ['uuid', '00000000-0000-0000-0000-000000000001'] }));
        const result = method === 'transact' ? results : HONEST[method];
        if (result !== undefined) socket.write(JSON.stringify({ id, result, error: null }));
      };
    });
    const connected = await connectOvsdb({ remotes: [server.remote], database: 'Harbour' });
    if (connected.result === 'failed') throw new Error(connected.problems.join('\n'));
    const result = await connected.client.transact(inserts());
    connected.client.close();
    server.close();
    expect(result.result).toBe('committed');
    expect(
      heard.map(({ method, params, id, result: answer }) => [method, params?.length, method ?? id, answer]),
    ).toEqual([
      ['transact', COUNT + 1, 'transact', undefined],
      [undefined, undefined, 'ping', ['still there?']],
    ]);
  });
});
