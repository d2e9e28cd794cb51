import { describe, expect, it } from 'vitest';
import { DATABASE, listeningPort, whyNoServers } from './servers.js';
import { insert, useServer } from './suite.js';

const reason = whyNoServers();

describe.skipIf(reason !== undefined)(`a client of one ovsdb-server (${reason ?? 'the one installed'})`, () => {
  const suite = useServer();

  it('knows the schema of the database and the databases of the server', async () => {
    expect(suite.client.schema.version).toBe('1.2.3');
    expect(suite.client.schema.tables.get('Cargo')?.isRoot).toBe(false);
    expect(suite.client.schema.tables.get('Ship')?.columns.get('name')).toEqual({
      key: { type: 'string' },
      min: 1,
      max: 1,
      isMutable: false,
    });
    expect(suite.client.schema.tables.get('Ship')?.columns.get('rig')?.key.values).toEqual(['barque', 'brig', 'sloop']);
    expect(suite.client.schema.tables.get('Ship')?.columns.get('rival')?.key.reference).toEqual({
      table: 'Ship',
      strength: 'weak',
    });
    expect(await suite.client.listDatabases()).toEqual({ result: 'databases', databases: [DATABASE, '_Server'] });
  });

  it('reads over TCP what was written over a unix socket', async () => {
    const row = { name: 'Pequod – 鯨', length: 32, flags: ['set', ['a', 'b']], papers: ['map', [['k', 'v']]] };
    await suite.client.transact([{ op: 'insert', table: 'Ship', row: row as never }]);
    const other = await suite.clients.connect([
      { protocol: 'tcp', host: '127.0.0.1', port: await listeningPort(suite.server) },
    ]);
    const columns = ['name', 'length', 'flags', 'papers'];
    expect(await other.select([{ table: 'Ship', columns }, { table: 'Cargo' }])).toEqual({
      result: 'rows',
      rows: [[row], []],
    });
  });

  it('reads ten megabytes in one piece', async () => {
    const text = 'Ω"\\\n'.repeat(1000);
    const names = Array.from({ length: 2000 }, (_, index) => `ship ${index}`);
    await suite.client.transact(names.map((name) => insert(name, { flags: text })));
    const selection = await suite.client.select([{ table: 'Ship', columns: ['name', 'flags'] }]);
    const rows = selection.result === 'rows' ? (selection.rows[0] ?? []) : [];
    expect(rows.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(rows.every(({ flags }) => flags === text)).toBe(true);
  });

  it('says of each operation what it did', async () => {
    expect(await suite.client.transact([insert('a', { length: 1 }), insert('b')])).toEqual({
      result: 'committed',
      results: [{ uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string }, { uuid: expect.any(String) as string }],
    });
    const operations = [
      { op: 'update', table: 'Ship', where: [['name', '==', 'a']], row: { sails: true } },
      { op: 'mutate', table: 'Ship', where: [], mutations: [['length', '+=', 2]] },
      { op: 'select', table: 'Ship', where: [['sails', '==', true]], columns: ['length'] },
      { op: 'comment', comment: 'nothing' },
      { op: 'delete', table: 'Ship', where: [] },
    ] as const;
    expect(await suite.client.transact(operations)).toEqual({
      result: 'committed',
      results: [{ count: 1 }, { count: 2 }, { rows: [{ length: 3 }] }, {}, { count: 2 }],
    });
  });

  it('names the operation that was refused, and commits none of the others', async () => {
    const guard = {
      op: 'wait',
      table: 'Ship',
      where: [],
      columns: ['name'],
      until: '==',
      rows: [{ name: 'other' }],
      timeout: 0,
    } as const;
    expect(await suite.client.transact([insert('a'), guard])).toMatchObject({
      result: 'refused',
      error: 'timed out',
      operation: 1,
    });
    expect(await suite.client.select([{ table: 'Ship' }])).toEqual({ result: 'rows', rows: [[]] });
  });

  it('tells a refusal of the commit from one of an operation', async () => {
    const refused = await suite.client.transact([insert('twice'), insert('twice')]);
    expect(refused).toMatchObject({ result: 'refused', error: 'constraint violation' });
    expect(refused).not.toHaveProperty('operation');
  });

  it('sends nothing that the schema lacks, and says what that is', async () => {
    const rig = { rig: 'frigate' };
    const operations = [
      insert('a'),
      insert('b', { tonnage: 1, ...rig }),
      insert('c', rig),
      { op: 'insert', table: 'Crew', row: {} },
    ] as const;
    expect(await suite.client.transact(operations)).toEqual({
      result: 'not-sent',
      problem: expect.stringContaining("the server's Harbour schema 1.2.3 has no column Ship.tonnage") as string,
      gaps: [
        expect.objectContaining({ table: 'Ship', column: 'tonnage', operation: 1 }),
        expect.objectContaining({ table: 'Ship', column: 'rig', value: 'frigate', operation: 1 }),
        expect.objectContaining({ table: 'Crew', operation: 3 }),
      ],
    });
    expect(await suite.client.select([{ table: 'Ship' }])).toEqual({ result: 'rows', rows: [[]] });
  });

  it.each([
    ['a NUL', 'a\0b', 'not-sent'],
    ['half a surrogate pair', 'a\ud800b', 'not-sent'],
    ['the text of an escape', '\\u0000 \\ud800', 'committed'],
    ['a whole surrogate pair', 'a😀b', 'committed'],
  ])('keeps its connection when a text has %s', async (_, text, result) => {
    const lost: unknown[] = [];
    suite.client.onConnection((event) => lost.push(event));
    expect((await suite.client.transact([insert('a', { flags: text })])).result).toBe(result);
    expect((await suite.client.select([{ table: 'Ship' }])).result).toBe('rows');
    expect(lost).toEqual([]);
  });
});
