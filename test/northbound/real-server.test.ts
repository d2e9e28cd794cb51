import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ZoneRows } from '../../src/model/northbound.js';
import { checkRows } from '../../src/northbound/check.js';
import { downgrade } from '../../src/northbound/downgrade.js';
import { renderTransaction } from '../../src/northbound/transaction.js';
import { type OperationResult, type ScratchDatabase, startDatabase, whyNoOvsdb } from './scratch-ovsdb.js';
import { managed, withRow, zoneOf } from './zones.js';

const SCHEMA = '/usr/share/ovn/ovn-nb.ovsschema';
const reason = whyNoOvsdb(SCHEMA);
const version =
  reason === undefined ? (JSON.parse(readFileSync(SCHEMA, 'utf8')) as { version: string }).version : '7.0.0';
const options = { schemaVersion: version, baseRows: 'none' } as const;
const sound = downgrade(managed, version).rows;

describe.skipIf(reason !== undefined)(`a real ovsdb-server (${reason ?? 'the one installed'})`, () => {
  let database: ScratchDatabase;

  beforeEach(async () => {
    database = await startDatabase(SCHEMA);
    await database.transact('["OVN_Northbound",{"op":"insert","table":"NB_Global","row":{}}]');
  });

  afterEach(() => {
    database.close();
  });

  const commit = async (zone: ZoneRows): Promise<readonly OperationResult[]> => {
    const results = await database.transact([...renderTransaction(zone)].join(''));
    return results.filter(({ error }) => error !== undefined);
  };

  const countOf = async (table: string): Promise<number> => {
    const params = ['OVN_Northbound', { op: 'select', table, where: [], columns: ['_uuid'] }];
    return (await database.transact(JSON.stringify(params)))[0]?.rows?.length ?? -1;
  };

  it('takes the transaction of rows that have no problems, and keeps every row', async () => {
    expect(checkRows(sound, options)).toEqual([]);
    expect(await commit(sound)).toEqual([]);
    for (const [table, rows] of sound.rows) expect([table, await countOf(table)]).toEqual([table, rows.length]);
  });

  it('holds what an attachment added', async () => {
    await commit(sound);
    const params = ['OVN_Northbound', { op: 'select', table: 'Logical_Switch', where: [], columns: ['qos_rules'] }];
    const [result] = await database.transact(JSON.stringify(params));
    expect(result?.rows?.[0]?.qos_rules).toEqual(['uuid', expect.any(String)]);
  });

  const acl = (change: Record<string, unknown>) => withRow(sound, 'ACL', 'acl', change);
  const refused: Record<string, ZoneRows> = {
    'an unknown table': withRow(sound, 'Colour', 'c', { name: 'c' }),
    'a column of a later schema': acl({ network_function_group: ['x'] }),
    'a value outside an enumeration': acl({ action: 'refuse' }),
    'an integer out of range': acl({ priority: 32768 }),
    'a fraction': acl({ priority: 1.5 }),
    'a value of another type': acl({ match: 7 }),
    'a text that is too long': acl({ name: 'n'.repeat(64) }),
    'a NUL': acl({ match: 'ip4\0' }),
    'half of a surrogate pair': acl({ meter: '\ud800' }),
    'two values for one': acl({ meter: ['a', 'b'] }),
    'a map for a text': acl({ match: { a: 'b' } }),
    'a text for a map': acl({ options: 'a' }),
    'a value twice in a set': withRow(sound, 'Address_Set', 'a2', { addresses: ['10.0.0.1', '10.0.0.1'] }),
    'too few values': withRow(sound, 'Meter', 'acl-logging', { bands: [] }),
    'no value where the default is not allowed': acl({ action: undefined }),
    'no value for a reference that must be there': withRow(sound, 'Meter', 'acl-logging', { bands: undefined }),
    'an index used twice': withRow(sound, 'Address_Set', 'other', { name: 'a2' }),
    'a reference to a row that is not there': withRow(sound, 'Port_Group', 'a1', { acls: ['acl', 'lost'] }),
  };

  it.each(Object.entries(refused))('refuses %s, as checkRows says', async (_, zone) => {
    expect(checkRows(zone, options)).not.toEqual([]);
    const outcome = await commit(zone).catch((error: unknown) => [error]);
    expect(outcome).not.toEqual([]);
  });

  it('drops a row that nothing refers to, without a word', async () => {
    const zone = withRow(sound, 'ACL', 'lost', { ...sound.rows.get('ACL')?.[0]?.columns });
    expect(checkRows(zone, options).map(({ key }) => key)).toEqual(['lost']);
    expect(await commit(zone)).toEqual([]);
    expect(await countOf('ACL')).toBe(1);
  });

  it('takes a match that cannot be parsed, without a word', async () => {
    const zone = acl({ match: 'ip4.dst ==' });
    expect(checkRows(zone, options).map(({ column }) => column)).toEqual(['match']);
    expect(await commit(zone)).toEqual([]);
  });

  it('refuses a second row in NB_Global, as checkRows says', async () => {
    expect(checkRows(zoneOf({ NB_Global: { one: {}, two: {} } }), options)).toHaveLength(1);
    const second = '["OVN_Northbound",{"op":"insert","table":"NB_Global","row":{}}]';
    expect((await database.transact(second)).some(({ error }) => error !== undefined)).toBe(true);
  });
});
