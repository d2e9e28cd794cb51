import fc from 'fast-check';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connectOvsdb, type Client, type OvsdbOptions } from '../../../src/clients/ovsdb/index.js';
import { eventually } from '../../rig/eventually.js';
import { answering, type Behaviour, type ClientMessage, type FakeServer, HONEST, startFake } from './fake-server.js';
import { checkAsyncProperty } from '../../rig/random.js';

/** For servers that leave questions open; any answer ends the wait sooner. */
const QUICK: Partial<OvsdbOptions> = { timeouts: { attempt: 60, connect: 0, request: 60 }, messageLimit: 100_000 };

/** For servers that answer everything, and may be slow to do so. */
const PATIENT: Partial<OvsdbOptions> = { timeouts: { connect: 0 }, messageLimit: 100_000 };

describe('a client of a server that is hostile or broken', () => {
  const servers: FakeServer[] = [];
  const clients: Client[] = [];

  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
    for (const server of servers.splice(0)) server.close();
  });

  const start = async (behave: Behaviour): Promise<FakeServer> => {
    const server = await startFake(behave);
    servers.push(server);
    return server;
  };
  const reach = async (behave: Behaviour, options: Partial<OvsdbOptions> = QUICK): Promise<Client | string> => {
    const { remote } = await start(behave);
    const connected = await connectOvsdb({ remotes: [remote], database: 'Harbour', ...options });
    if (connected.result === 'failed') return connected.problems.join('\n');
    clients.push(connected.client);
    return connected.client;
  };
  const reachHonest = async (behave: Behaviour, options = PATIENT): Promise<Client> => {
    const client = await reach(behave, options);
    if (typeof client === 'string') throw new Error(client);
    return client;
  };

  it('survives any bytes instead of a first answer', async () => {
    await checkAsyncProperty(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 })), fc.boolean(), async (pieces, hangsUp) => {
        const problem = await reach((socket) => {
          for (const piece of pieces) socket.write(piece);
          if (hangsUp) socket.end();
          return undefined;
        });
        expect(problem).toMatch(/ (sent|answered|closed|did not|refuses|serves|.* broke)/);
      }),
      { numRuns: 40 },
    );
  });

  it('survives answers that are cut off anywhere', async () => {
    await checkAsyncProperty(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(HONEST)),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        fc.boolean(),
        async (cutMethod, part, hangsUp) => {
          const problem = await reach((socket) => ({ id, method = '' }) => {
            const text = JSON.stringify({ id, result: HONEST[method], error: null });
            socket.write(method === cutMethod ? text.slice(0, text.length * part) : text);
            if (method === cutMethod && hangsUp) socket.end();
          });
          expect(problem).toMatch(/ (closed the connection|did not answer|.* broke)/);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('survives answers of any other type at the beginning', async () => {
    const results = fc.record(Object.fromEntries(Object.keys(HONEST).map((method) => [method, fc.jsonValue()])), {
      requiredKeys: [],
    });
    await checkAsyncProperty(
      fc.asyncProperty(results, async (wrong) => {
        const client = await reach(answering(wrong));
        expect(typeof client === 'string' || client.schema.name === 'Harbour').toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('survives schemas with a part of another type', async () => {
    const paths = pathsOf(HONEST.get_schema);
    await checkAsyncProperty(
      fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue(), async (path, value) => {
        const client = await reach(answering({ get_schema: replaceAt(HONEST.get_schema, path, value) }));
        if (typeof client !== 'string') {
          const { result } = await client.transact([{ op: 'insert', table: 'Ship', row: { name: 'a', flags: 'b' } }]);
          expect(['not-sent', 'unknown']).toContain(result);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives every request an end whatever the server answers to it', async () => {
    const answer = fc.record(
      { id: fc.oneof(fc.constant('own'), fc.jsonValue()), result: fc.jsonValue(), error: fc.jsonValue() },
      { requiredKeys: ['id'] },
    );
    await checkAsyncProperty(
      fc.asyncProperty(answer, async (wrong) => {
        const client = await reachHonest(
          afterwards((socket, { id }) => {
            socket.write(JSON.stringify({ ...wrong, id: wrong.id === 'own' ? id : wrong.id }));
          }),
        );
        const ends = await Promise.all([
          client.select([{ table: 'Ship' }]),
          client.transact([{ op: 'insert', table: 'Ship', row: { name: 'a' } }]),
          client.monitor([{ table: 'Ship' }], () => undefined),
          client.lock('weir', () => undefined),
          client.listDatabases(),
        ]);
        expect(ends[0].result).toMatch(/^(failed|refused)$/);
        expect(ends[1].result).toMatch(/^(unknown|not-sent|refused)$/);
        expect(ends[2].result).toMatch(/^(failed|refused|monitoring)$/);
        expect(ends[3].result).toMatch(/^(failed|refused|waiting)$/);
        expect(ends[4].result).toMatch(/^(failed|refused|databases)$/);
      }),
      { numRuns: 25 },
    );
  });

  it.each([[[{}]], [[[]]], [[{ count: 1 }]], [[{ uuid: 'u' }]], [[]], [[{ uuid: ['uuid', 'u'] }, {}]], [[null]]])(
    'does not take %j for the result of an insert',
    async (result) => {
      const client = await reachHonest(
        afterwards((socket, { id }) => {
          socket.write(JSON.stringify({ id, result, error: null }));
        }),
      );
      const insert = { op: 'insert', table: 'Ship', row: { name: 'a' } } as const;
      expect(await client.transact([insert])).toMatchObject({ result: 'unknown' });
    },
  );

  it('survives updates with a part of another type, and goes on with its next connection', async () => {
    const update = {
      id: null,
      method: 'update3',
      params: [
        'monitor 1',
        'second',
        { Ship: { u: { modify: { flags: ['set', ['a', 'b']] } }, v: { insert: { name: 'v' } } } },
      ],
    };
    await checkAsyncProperty(
      fc.asyncProperty(fc.constantFrom(...pathsOf(update)), fc.jsonValue(), async (path, value) => {
        let isFirst = true;
        const client = await reachHonest(
          afterwards((socket, { id, method }) => {
            const isMonitor = method === 'monitor_cond_since';
            const result = isMonitor ? [false, 'first', { Ship: { u: { initial: { name: 'u' } } } }] : [{ rows: [] }];
            socket.write(JSON.stringify({ id, result, error: null }));
            if (isFirst && isMonitor) socket.write(JSON.stringify(replaceAt(update, path, value)));
            isFirst &&= !isMonitor;
          }),
        );
        await client.monitor([{ table: 'Ship' }], ({ replica }) => JSON.stringify([...replica.entries()]));
        expect((await client.select([{ table: 'Ship' }])).result).toBe('rows');
      }),
      { numRuns: 60 },
    );
  });

  it('takes columns with the names of built-in properties as columns', async () => {
    const row = '{"__proto__":"x","constructor":"y"}';
    const client = await reachHonest(
      afterwards((socket, { id, method = '' }) => {
        const rows = `{"Ship":{"__proto__":{"initial":${row}}}}`;
        const result = method === 'transact' ? `[{"rows":[${row}]}]` : `[false,"first",${rows}]`;
        socket.write(`{"id":${String(id)},"error":null,"result":${result}}`);
      }),
    );
    const selection = await client.select([{ table: 'Ship' }]);
    expect(selection.result === 'rows' && Object.entries(selection.rows[0]?.[0] ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    await client.monitor([{ table: 'Ship' }], ({ replica }) => {
      expect([...(replica.get('Ship')?.keys() ?? [])]).toEqual(['__proto__']);
    });
    expect({}).not.toHaveProperty('initial');
  });

  it.each([
    ['a message that never ends', 'x'.repeat(2_000_000), /more than 100000 bytes/],
    ['endless nesting', `","b":${'['.repeat(50_000)}`, /nested more than 64 levels/],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0x22, 0x7d]), /not UTF-8/],
    ['an answer to nothing', '","id":77,"result":[]}', /a request that was not made/],
  ])('ends the connection over %s', async (_, rest, problem) => {
    const connected = await reach((socket) => {
      socket.write('{"a":"');
      socket.write(rest);
      return undefined;
    }, PATIENT);
    expect(connected).toMatch(problem);
  });

  it('answers an echo with what it said, and any other request with an error', async () => {
    const heard: ClientMessage[] = [];
    await reachHonest((socket) => {
      const answer = answering()(socket);
      socket.write('{"id":"echo","method":"echo","params":[{"a":["ä"]}]}{"id":[7],"method":"shutdown","params":[]}');
      return (message) => {
        if (message.method === undefined) heard.push(message);
        else answer?.(message);
      };
    });
    await eventually('the answers arrive', () => heard.length === 2);
    expect(heard).toEqual([
      { id: 'echo', result: [{ a: ['ä'] }], error: null },
      { id: [7], result: null, error: 'unknown method' },
    ]);
  });

  it('does not hoard answers for a server that asks and never reads', async () => {
    const reasons: string[] = [];
    const flooded = await reachHonest((socket) => {
      const answer = answering()(socket);
      return (message) => {
        answer?.(message);
        if (message.method !== 'get_schema') return;
        socket.pause();
        const echo = JSON.stringify({ id: 1, method: 'echo', params: ['x'.repeat(90_000)] });
        for (let count = 0; count < 300; count++) socket.write(echo);
      };
    });
    flooded.onConnection((event) => event.type === 'disconnected' && reasons.push(event.reason));
    await eventually('it hangs up', () => reasons.length > 0);
    expect(reasons[0]).toMatch(/asks without reading the answers/);
  });

  it('gives up reading from a server that hangs up at each request', async () => {
    const server = await start(
      afterwards((socket) => {
        socket.end();
      }),
    );
    const connected = await connectOvsdb({ remotes: [server.remote], database: 'Harbour', ...PATIENT });
    if (connected.result === 'failed') throw new Error(connected.problems.join('\n'));
    clients.push(connected.client);
    expect(await connected.client.select([{ table: 'Ship' }])).toMatchObject({ result: 'failed', transient: true });
    expect(server.connections()).toBe(3);
  });
});

/** Honest until the client knows the server; from then on it does this with each request. */
function afterwards(act: (socket: Socket, message: ClientMessage) => void): Behaviour {
  return (socket) => {
    const answer = answering()(socket);
    let isKnown = false;
    return (message) => {
      if (isKnown) act(socket, message);
      else answer?.(message);
      isKnown ||= message.method === 'get_schema';
    };
  };
}

function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))];
}

function replaceAt(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [key]: replaceAt(members[key], rest, replacement) };
}
