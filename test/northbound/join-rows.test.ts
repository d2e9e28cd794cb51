import { describe, expect, it } from 'vitest';
import { EVERY_SWITCH, joinZone } from '../../src/northbound/join-rows.js';
import { zoneOf } from './zones.js';

const at = { zone: 'a', switches: ['n1', 'n2'] };

describe('joinZone', () => {
  it('joins lists of rows that share a key, and keeps the order of keys', () => {
    const shared = zoneOf({ ACL: { a: {}, c: {} }, Port_Group: { g: { name: 'g', acls: ['c', 'a'] } } });
    const own = zoneOf({ ACL: { b: {} }, Port_Group: { g: { acls: ['b'], ports: ['p'] } } });
    const { rows } = joinZone([shared, own], at);
    expect(rows.get('ACL')?.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(rows.get('Port_Group')).toEqual([{ key: 'g', columns: { name: 'g', acls: ['a', 'b', 'c'], ports: ['p'] } }]);
  });

  it('gives each switch what is attached to every one, and joins what is attached to one column', () => {
    const attach = (key: string, references: string[]) => ({
      table: 'Logical_Switch',
      key,
      column: 'qos_rules',
      references,
    });
    const shared = zoneOf({}, [attach(EVERY_SWITCH, ['y', 'x'])]);
    const own = zoneOf({}, [attach('n2', ['z', 'x'])]);
    expect(joinZone([shared, own], at).attachments).toEqual([attach('n1', ['x', 'y']), attach('n2', ['x', 'y', 'z'])]);
    expect(joinZone([shared], { zone: 'a', switches: [] }).attachments).toEqual([]);
  });

  it('leaves a row that one part has as it is', () => {
    const shared = zoneOf({ ACL: { a: {} } });
    expect(joinZone([shared, zoneOf({})], at).rows.get('ACL')?.[0]).toBe(shared.rows.get('ACL')?.[0]);
  });
});
