import { describe, expect, it } from 'vitest';
import type { Cause } from '../../src/model/intent/cause.js';
import type { NorthboundRows } from '../../src/model/northbound.js';
import { checkRows, checkShared } from '../../src/northbound/check.js';
import { ACL, managed, withRow, zoneOf } from './zones.js';

const strict = { schemaVersion: '7.12.0', baseRows: 'none' } as const;
const external = { schemaVersion: '7.12.0', baseRows: 'external' } as const;

const withAcl = (change: Record<string, unknown>) => withRow(managed, 'ACL', 'acl', change);

describe('checkRows', () => {
  it('finds nothing wrong with a sound managed topology', () => {
    expect(checkRows(managed, strict)).toEqual([]);
  });

  it.each([
    ['a column that no schema has', { colour: 'red' }, 'colour', 'there is no such column'],
    ['a value outside an enumeration', { action: 'refuse' }, 'action', "'refuse' is not one of allow, allow-related"],
    ['an integer out of range', { priority: 32768 }, 'priority', '32768 is not in the range 0 to 32767'],
    ['a fraction', { priority: 1.5 }, 'priority', "'1.5' is not an integer"],
    ['a number for a text', { match: 7 }, 'match', "'7' is not a string"],
    ['a text for a boolean', { log: 'yes' }, 'log', "'yes' is not a boolean"],
    ['a text that is too long', { name: 'n'.repeat(64) }, 'name', 'is longer than 63 characters'],
    ['a NUL', { meter: 'a\0b' }, 'meter', 'contains a character that OVSDB cannot store'],
    ['half of a surrogate pair', { meter: 'a\ud800b' }, 'meter', 'contains a character that OVSDB cannot store'],
    ['two values for one', { meter: ['a', 'b'] }, 'meter', 'the column holds one value, not 2'],
    ['a map for a text', { match: { a: 'b' } }, 'match', 'the column is not a map'],
    ['a text for a map', { options: 'a' }, 'options', 'the column is a map'],
    ['a number in a map of texts', { options: { a: 1 } }, 'options', "'1' is not a string"],
    ['no value where the default is not allowed', { action: undefined }, 'action', 'the column needs a value'],
    ['a match that does not parse', { match: 'ip4.dst ==' }, 'match', 'expected a constant (at offset 10)'],
    ['a match with an unknown port group', { match: 'inport == @a9' }, 'match', "there is no port group 'a9'"],
    ['a match with an unknown address set', { match: 'ip4.src == $a9' }, 'match', "there is no address set 'a9'"],
    [
      'IPv4 addresses for an IPv6 field',
      { match: 'tcp.dst == $a2' },
      'match',
      "'tcp.dst' has 16 bits, the constant 32",
    ],
    [
      'outport before it is known',
      { direction: 'from-lport', match: 'outport == @a1' },
      'match',
      "'outport' is not known",
    ],
    ['a comment that swallows a parenthesis', { match: 'ip4 // all' }, 'match', "a '//' comment at the end hides"],
  ])('reports %s', (_, change, column, message) => {
    const problems = checkRows(withAcl(change), strict);
    expect(problems).toEqual([
      { table: 'ACL', key: 'acl', column, message: expect.stringContaining(message) as string },
    ]);
  });

  it('counts the length of a name in characters, not UTF-16 code units', () => {
    expect(checkRows(withAcl({ name: '😀'.repeat(63) }), strict)).toEqual([]);
  });

  it('names the version that brings a column, a value or a table', () => {
    const old = { schemaVersion: '7.0.0', baseRows: 'none' } as const;
    expect(checkRows(managed, old).map(({ message }) => message)).toEqual([
      'the column is there from schema 7.0.4 on, the target has 7.0.0',
    ]);
    expect(checkRows(withAcl({ tier: undefined, action: 'pass' }), old).map(({ message }) => message)).toEqual([
      "'pass' is not one of allow, allow-related, allow-stateless, drop, reject in schema 7.0.0, but later schemas support it",
    ]);
    expect(checkRows(zoneOf({ DHCP_Relay: { relay: { name: 'relay' } } }), old)[0]?.message).toBe(
      'the table is there from schema 7.6.0 on, the target has 7.0.0',
    );
  });

  it('reports an unknown table, also one named like a property of every object', () => {
    for (const table of ['Chassis', 'constructor', '__proto__']) {
      const zone = { ...zoneOf({}), rows: new Map([[table, [{ key: 'k', columns: {} }]]]) };
      expect(checkRows(zone, strict)).toEqual([{ table, key: 'k', message: 'there is no such table' }]);
    }
  });

  it('reports two rows with one index value', () => {
    const zone = zoneOf({ Address_Set: { one: { name: 'a' }, two: { name: 'a' } } });
    expect(checkRows(zone, strict)).toEqual([
      { table: 'Address_Set', key: 'two', column: 'name', message: "has the same name as 'one', which must be unique" },
    ]);
  });

  it('takes a missing column for its default in an index of two columns', () => {
    const binding = { ip: '169.254.169.4', mac: '0a:58:a9:fe:a9:04' };
    const zone = zoneOf({ Static_MAC_Binding: { one: binding, two: { ...binding, logical_port: '' } } });
    expect(checkRows(zone, strict)[0]?.message).toBe("has the same logical_port and ip as 'one', which must be unique");
  });

  it('reports two rows with one key', () => {
    const row = { key: 'a', columns: { name: 'a' } };
    const zone = { ...zoneOf({}), rows: new Map([['Logical_Router', [row, { ...row }]]]) };
    expect(checkRows(zone, strict).map(({ message }) => message)).toEqual(['another row has the same key']);
  });

  it('reports more rows than a table takes', () => {
    const zone = zoneOf({ NB_Global: { one: {}, two: {} } });
    expect(checkRows(zone, strict)).toEqual([
      { table: 'NB_Global', key: 'two', message: 'the table takes at most 1 row' },
    ]);
  });

  it('reports a row of a table that is not root and that nothing refers to', () => {
    expect(checkRows(zoneOf({ ACL: { lost: { ...ACL, match: 'ip4' } } }), strict)).toEqual([
      { table: 'ACL', key: 'lost', message: 'nothing refers to the row: OVSDB drops it' },
    ]);
  });

  it('does not count a weak reference as one that keeps a row', () => {
    const zone = zoneOf({
      Logical_Switch_Port: { port: { name: 'port' } },
      Port_Group: { group: { name: 'group', ports: ['port'] } },
    });
    expect(checkRows(zone, strict).map(({ table, key }) => [table, key])).toEqual([['Logical_Switch_Port', 'port']]);
  });

  it('counts an attachment as a reference', () => {
    const attachments = [{ table: 'Logical_Switch', key: 'worker-a', column: 'acls', references: ['acl'] }];
    const zone = zoneOf({ ACL: { acl: { ...ACL, match: 'ip4' } } }, attachments);
    expect(checkRows(zone, external)).toEqual([]);
    expect(checkRows(zone, strict).map(({ message }) => message)).toEqual(['there is no such row to attach to']);
  });

  it('reports attachments to what is not a set of references', () => {
    const zone = zoneOf({}, [
      { table: 'Logical_Switch', key: 'worker-a', column: 'name', references: ['x'] },
      { table: 'Logical_Switch', key: 'worker-a', column: 'copp', references: ['x'] },
    ]);
    expect(checkRows(zone, external)).toHaveLength(2);
  });

  it('reports a reference that leads nowhere, unless other programs own rows of that table', () => {
    const group = (columns: object) => zoneOf({ Port_Group: { a1: { name: 'a1', ...columns } } });
    expect(checkRows(group({ ports: ['harbor_web'] }), external)).toEqual([]);
    expect(checkRows(group({ ports: ['harbor_web'] }), strict)[0]?.message).toBe(
      "there is no row 'harbor_web' in Logical_Switch_Port",
    );
    expect(checkRows(group({ acls: ['acl'] }), external)[0]?.message).toBe("there is no row 'acl' in ACL");
  });

  it('lets matches mention names that are not in the rows where base rows are external', () => {
    expect(checkRows(withAcl({ match: 'inport == @a9 && ip4.src == $a9' }), external)).toEqual([]);
  });

  it('knows the address sets that ovn-northd makes of port groups', () => {
    expect(checkRows(withAcl({ match: 'ip4.src == $a1_ip4 || ip6.src == $a1_ip6' }), strict)).toEqual([]);
    expect(checkRows(withAcl({ match: 'ip4.src == $a9_ip4' }), strict)).toHaveLength(1);
  });

  it('gives the cause of the row', () => {
    const cause = { name: 'firewall' } as Cause;
    const zone = {
      ...zoneOf({}),
      rows: new Map([['ACL', [{ key: 'acl', columns: { ...ACL, priority: -1 }, cause }]]]),
    };
    expect(checkRows(zone, external).every((problem) => problem.cause === cause)).toBe(true);
    expect(checkRows(zone, external)).not.toEqual([]);
  });

  it('checks the types of absent rows, but asks for nothing more of them', () => {
    const zone = zoneOf({}, [], { NAT: { nat: { type: 'snat', logical_ip: 7 } } });
    expect(checkRows(zone, external).map(({ column }) => column)).toEqual(['logical_ip']);
  });
});

describe('the check of rows that all zones share', () => {
  const rest: NorthboundRows = zoneOf({});
  const shared = zoneOf({
    ACL: { acl: { ...ACL, tier: 2 } },
    Address_Set: { a2: { name: 'a2' } },
    Port_Group: { a1: { name: 'a1', acls: ['acl'] } },
  });

  it('finds what is wrong with them once, and nothing in a zone that adds nothing', () => {
    const bad = withRow(shared, 'ACL', 'acl', { priority: -1 });
    const check = checkShared(bad, external);
    expect(check.problems).toHaveLength(1);
    expect(check.checkOwn(rest)).toEqual([]);
  });

  it('holds rows of a zone against them: references, indexes and keys', () => {
    const check = checkShared(shared, strict);
    expect(check.problems).toEqual([]);
    const own = zoneOf({
      Address_Set: { other: { name: 'a2' } },
      Port_Group: { b1: { name: 'b1', acls: ['acl', 'lost'] }, a1: { name: 'a1' } },
    });
    expect(check.checkOwn(own).map(({ key, message }) => [key, message])).toEqual([
      ['other', "has the same name as 'a2', which must be unique"],
      ['a1', 'another row has the same key'],
      ['b1', "there is no row 'lost' in ACL"],
    ]);
  });

  it('takes what only adds to the sets of a shared row', () => {
    const own = zoneOf({
      Address_Set: { a2: { addresses: ['203.0.113.7'] } },
      Port_Group: { a1: { ports: ['shop_web'] } },
    });
    expect(checkShared(shared, external).checkOwn(own)).toEqual([]);
    expect(
      checkShared(shared, strict)
        .checkOwn(own)
        .map(({ message }) => message),
    ).toEqual(["there is no row 'shop_web' in Logical_Switch_Port"]);
  });

  it('asks each zone for what keeps a shared row that no shared row refers to', () => {
    const check = checkShared(withRow(shared, 'Port_Group', 'a1', { acls: undefined }), external);
    expect(check.problems).toEqual([]);
    expect(check.checkOwn(zoneOf({ Port_Group: { a1: { acls: ['acl'] } } }))).toEqual([]);
    expect(check.checkOwn(rest).map(({ key, message }) => [key, message])).toEqual([
      ['acl', 'nothing refers to the row: OVSDB drops it'],
    ]);
  });

  it('looks again at a shared match in a zone where a set has wider addresses', () => {
    const check = checkShared(shared, external);
    const own = (addresses: string[]) => zoneOf({ Address_Set: { a2: { addresses } } });
    expect(check.checkOwn(own(['203.0.113.7']))).toEqual([]);
    expect(check.checkOwn(own(['fd00::1'])).map(({ message }) => message)).toEqual([
      "'ip4.dst' has 32 bits, the constant 128 (at offset 17)",
    ]);
  });
});
