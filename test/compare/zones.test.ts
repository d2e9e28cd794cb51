import { expect, test } from 'vitest';
import { compareZones } from '../../src/compare/artefacts/zones.js';
import type { Row, ZoneRows } from '../../src/model/northbound.js';

function rowOf(priority: number): Row {
  return { key: 'shop', columns: { priority } };
}

function zoneOf(zone: string, row: Row): ZoneRows {
  return { zone, rows: new Map([['ACL', [row]]]), attachments: [], absent: new Map() };
}

test('a row that zones share before a change has in each zone the change of that zone', () => {
  const shared = rowOf(1);
  const after = new Map([
    ['east', rowOf(2)],
    ['north', rowOf(2)],
    ['west', rowOf(3)],
  ]);
  const changes = compareZones([...after.keys()], (zone) => ({
    before: zoneOf(zone, shared),
    after: zoneOf(zone, after.get(zone) ?? shared),
  }));
  const found = changes.map(({ zones, changes: own }) => [zones, own.flatMap(({ fields }) => fields)]);
  expect(found).toEqual([
    [['east', 'north'], [expect.objectContaining({ name: 'priority', after: '2' })]],
    [['west'], [expect.objectContaining({ name: 'priority', after: '3' })]],
  ]);
});
