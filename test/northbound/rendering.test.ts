import { describe, expect, it } from 'vitest';
import type { ZoneRows } from '../../src/model/northbound.js';
import { renderTransaction as transactionOf } from '../../src/northbound/transaction.js';
import { renderZone } from '../../src/northbound/zone-text.js';
import { managed, zoneOf } from './zones.js';

const operations = (text: string) => JSON.parse(text) as [string, ...Record<string, unknown>[]];

const renderRows = (zone: ZoneRows): string => [...renderZone(zone)].join('');
const renderTransaction = (zone: ZoneRows): string => [...transactionOf(zone)].join('');

describe('renderRows', () => {
  it('writes one column and one list element a line, and short lists on one', () => {
    const zone = zoneOf(
      { Address_Set: { a: { name: 'a', addresses: ['10.0.0.1', '10.0.0.2'], external_ids: { b: '1', a: '2' } } } },
      [
        { table: 'Logical_Switch', key: 'n2', column: 'acls', references: ['y'] },
        { table: 'Logical_Switch', key: 'n1', column: 'qos_rules', references: ['x', 'w'] },
        { table: 'Logical_Switch', key: 'n2', column: 'acls', references: ['x'] },
      ],
      { NAT: { n: { options: { stateless: 'false' }, allowed_ext_ips: [] } } },
    );
    expect(renderRows(zone)).toBe(`{
  "rows": {
    "Address_Set": {
      "a": {
        "addresses": [
          "10.0.0.1",
          "10.0.0.2"
        ],
        "external_ids": {
          "a": "2",
          "b": "1"
        },
        "name": "a"
      }
    }
  },
  "attachments": {
    "Logical_Switch": {
      "n1": {
        "qos_rules": [
          "w",
          "x"
        ]
      },
      "n2": {
        "acls": [
          "x",
          "y"
        ]
      }
    }
  },
  "absent": {
    "NAT": {
      "n": {
        "allowed_ext_ips": [],
        "options": { "stateless": "false" }
      }
    }
  }
}
`);
  });

  it('leaves out sections that are empty, but not the rows', () => {
    expect(renderRows(zoneOf({}))).toBe('{\n  "rows": {}\n}\n');
  });

  it('writes what JSON reads back as the same rows', () => {
    const parsed = JSON.parse(renderRows(managed)) as { rows: Record<string, Record<string, unknown>> };
    for (const [table, rows] of managed.rows) {
      expect(parsed.rows[table]).toEqual(Object.fromEntries(rows.map(({ key, columns }) => [key, columns])));
    }
  });

  it('is the same text again from the rows that it has seen', () => {
    expect(renderRows(managed)).toBe(renderRows({ ...managed, zone: 'other' }));
  });
});

describe('renderTransaction', () => {
  it('writes one operation a line', () => {
    const lines = renderTransaction(managed).trimEnd().split('\n');
    expect(lines).toHaveLength(operations(renderTransaction(managed)).length + 1);
  });

  it('names rows by table and place, and refers to them by these names', () => {
    const zone = zoneOf({
      ACL: { first: { match: 'ip4' }, second: { match: 'ip6' } },
      Port_Group: { a1: { name: 'a1', acls: ['second'] } },
    });
    expect(operations(renderTransaction(zone))).toEqual([
      'OVN_Northbound',
      { op: 'insert', table: 'ACL', 'uuid-name': 'acl0', row: { match: 'ip4' } },
      { op: 'insert', table: 'ACL', 'uuid-name': 'acl1', row: { match: 'ip6' } },
      {
        op: 'insert',
        table: 'Port_Group',
        'uuid-name': 'port_group0',
        row: { acls: ['set', [['named-uuid', 'acl1']]], name: 'a1' },
      },
    ]);
  });

  it('names base rows that are not in the rows', () => {
    const zone = zoneOf({ Port_Group: { a1: { name: 'a1', ports: ['harbor_"web"'] } } });
    expect(operations(renderTransaction(zone))[1]).toMatchObject({
      row: { ports: ['set', [['base-row', 'Logical_Switch_Port', 'harbor_"web"']]] },
    });
  });

  it('writes maps as sorted pairs, sets as sets and optional values as themselves', () => {
    const zone = zoneOf({
      Logical_Router_Policy: {
        p: { nexthops: ['10.0.0.1'], nexthop: '10.0.0.2', external_ids: { b: '1', a: '2' }, priority: 3 },
      },
    });
    expect(operations(renderTransaction(zone))[1]?.row).toEqual({
      external_ids: ['map', [['a', '2'], ['b', '1']]], // prettier-ignore
      nexthop: '10.0.0.2',
      nexthops: ['set', ['10.0.0.1']],
      priority: 3,
    });
  });

  it('updates the one row of NB_Global', () => {
    const zone = zoneOf({ NB_Global: { NB_Global: { name: 'worker-a' } } });
    expect(operations(renderTransaction(zone)).slice(1)).toEqual([
      { op: 'update', table: 'NB_Global', where: [], row: { name: 'worker-a' } },
    ]);
  });

  it('attaches references to base rows by name', () => {
    const attachments = [{ table: 'Logical_Router', key: 'GR_a', column: 'nat', references: ['n'] }];
    const zone = zoneOf({ NAT: { n: { type: 'snat' } } }, attachments);
    expect(operations(renderTransaction(zone)).at(-1)).toEqual({
      op: 'mutate',
      table: 'Logical_Router',
      where: [['name', '==', 'GR_a']],
      mutations: [['nat', 'insert', ['set', [['named-uuid', 'nat0']]]]],
    });
  });

  it('says nothing of absent rows', () => {
    expect(renderTransaction(zoneOf({}, [], { NAT: { n: { type: 'snat' } } }))).toBe('["OVN_Northbound"\n]\n');
  });

  it('does not take the references of one zone into another', () => {
    const group = { key: 'a1', columns: { name: 'a1', acls: ['x'] } };
    const acl = (key: string) => ({ key, columns: { match: key } });
    const first = { ...zoneOf({}), rows: new Map([['ACL', [acl('x')]], ['Port_Group', [group]]]) }; // prettier-ignore
    const second = { ...zoneOf({}), rows: new Map([['ACL', [acl('w'), acl('x')]], ['Port_Group', [group]]]) }; // prettier-ignore
    expect(renderTransaction(first)).toContain('["named-uuid","acl0"]');
    expect(renderTransaction(second)).toContain('["named-uuid","acl1"]');
  });
});
