import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createReplicatedRows } from '../../../src/apply/northbound/live/replicated-rows.js';
import { type Client, connectOvsdb } from '../../../src/clients/ovsdb/index.js';
import { uuidOf } from '../../../src/clients/ovsdb/notation.js';
import { whereIs } from '../../../src/apply/northbound/wire/row-condition.js';
import { type Server, reason, startServer } from './northbound.js';

const TABLE = 'Address_Set';
const ROUNDS = 300;

describe.skipIf(reason !== undefined)(`the replica of a Northbound database (${reason ?? 'a real server'})`, () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => {
    server.close();
  });

  const connect = async (): Promise<Client> => {
    const remotes = [{ protocol: 'unix', path: server.socket } as const];
    const connected = await connectOvsdb({ remotes, database: 'OVN_Northbound' });
    if (connected.result === 'failed') throw new Error(connected.problems.join('\n'));
    onTestFinished(connected.client.close);
    return connected.client;
  };
  const choose = (columns: readonly string[]) => () => new Map([[TABLE, columns]]);

  it('has a row as it is at the version that is read after it, however fast another client changes it', async () => {
    const [client, other] = [await connect(), await connect()];
    await server.transact({ op: 'insert', table: TABLE, row: { name: 'busy' } });
    const rows = createReplicatedRows(client, () => undefined);
    let isBusy = true;
    const change = async (): Promise<void> => {
      for (let count = 0; isBusy; count++) {
        await other.transact([{ op: 'update', table: TABLE, where: [], row: { addresses: `10.0.0.${count % 256}` } }]);
        // Pauses of all lengths, so that some versions are read between two changes.
        await new Promise((resolve) => setTimeout(resolve, count % 4));
      }
    };
    const changing = change();
    const outcomes = { overtaken: 0, refused: 0, committed: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const read = await rows.read(choose(['name', 'addresses']));
      if (read.result === 'failed') throw new Error(read.problems.join('\n'));
      const [row] = read.live.rows.get(TABLE) ?? [];
      const uuid = uuidOf(row?._uuid) ?? '';
      if (!row) throw new Error('there is no row');
      const where = whereIs(['uuid', uuid]);
      const versions = await client.select([{ table: TABLE, columns: ['_version'], where }]);
      const _version = (versions.result === 'rows' ? versions.rows[0]?.[0]?._version : undefined) ?? '';
      if (!rows.isCurrent(TABLE, uuid, row)) {
        outcomes.overtaken++;
        continue;
      }
      const done = await client.transact([
        { op: 'select', table: TABLE, where, columns: ['addresses'] },
        { op: 'wait', table: TABLE, where, columns: ['_version'], until: '==', rows: [{ _version }], timeout: 0 },
        { op: 'update', table: TABLE, where, row: { addresses: 'mine' } },
      ]);
      if (done.result !== 'committed') {
        outcomes.refused++;
        continue;
      }
      outcomes.committed++;
      expect(done.results[0]?.rows).toEqual([{ addresses: row.addresses }]);
    }
    isBusy = false;
    await changing;
    expect(outcomes.committed).toBeGreaterThan(0);
    expect(outcomes.overtaken + outcomes.refused).toBeGreaterThan(0);
  });

  it('returns the same rows while nothing changes, and the same lists of tables that have not changed', async () => {
    const client = await connect();
    const rows = createReplicatedRows(client, () => undefined);
    const read = async () => {
      const found = await rows.read(() => new Map([['Address_Set', ['name']], ['Port_Group', ['name']]])); // prettier-ignore
      if (found.result === 'failed') throw new Error(found.problems.join('\n'));
      return found.live;
    };
    const first = await read();
    expect(await read()).toBe(first);
    await server.transact({ op: 'insert', table: 'Port_Group', row: { name: 'new' } });
    await client.listDatabases();
    const [before, after] = [first.rows, await read().then((live) => live.rows)];
    expect(after.get('Address_Set')).toBe(before.get('Address_Set'));
    expect(after.get('Port_Group')).toHaveLength((before.get('Port_Group') ?? []).length + 1);
  });

  it('is read as a whole again when other columns are wanted', async () => {
    let rings = 0;
    const rows = createReplicatedRows(await connect(), () => rings++);
    await server.transact({ op: 'insert', table: TABLE, row: { name: 'more', external_ids: ['map', [['a', 'b']]] } });
    const read = async (columns: readonly string[]) => {
      const found = await rows.read(choose(columns));
      if (found.result === 'failed') throw new Error(found.problems.join('\n'));
      return found.live.rows.get(TABLE)?.find(({ name }) => name === 'more');
    };
    expect(Object.keys((await read(['name'])) ?? {}).sort()).toEqual(['_uuid', 'name']);
    expect(await read(['name', 'external_ids'])).toMatchObject({ external_ids: ['map', [['a', 'b']]] });
    expect(rings).toBe(0);
  });
});
