import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packState, unpackState } from '../../src/report/packed-state.js';
import type { ZoneRows } from '../../src/model/northbound.js';

const origin = { file: { path: 'a.yaml', text: '' }, start: 0, end: 0, pointer: '' };
const cause = { apiVersion: 'v1', kind: 'K', namespace: 'n', name: 'a', origin, pointer: '/spec/egress/0' };
const shared = { key: 'a', columns: { match: 'ip4' }, cause };

describe('packed rows', () => {
  it('come out as they went in, whatever zones share', () => {
    const zoneOf = (zone: string, ...keys: string[]): ZoneRows => ({
      zone,
      rows: new Map([
        ['ACL', [shared, ...keys.map((key) => ({ key, columns: { priority: 7, ids: ['x', key] } }))]],
        ['NAT', []],
      ]),
      attachments: [],
      absent: new Map(),
    });
    const zones = [zoneOf('east', 'b', 'c'), zoneOf('west', 'c', 'd', 'b')];
    const packed = packState({ zones }, () => new Map([[cause, { file: 'a.yaml', line: 3, column: 5 }]]));
    expect(packed.rows.ACL).toHaveLength(4);
    const { state, places } = unpackState(JSON.parse(JSON.stringify(packed)) as typeof packed);
    const plain = (list: readonly ZoneRows[]) =>
      list.map(({ zone, rows }) => [
        zone,
        ...Array.from(rows, ([name, own]) => [
          name,
          own.map(({ key, columns, cause: by }) => [key, columns, by?.name]),
        ]),
      ]);
    expect(plain(state.zones)).toEqual(plain(zones));
    expect([...places.values()]).toEqual([{ file: 'a.yaml', line: 3, column: 5 }]);
  });
});

describe('the styles of the page', () => {
  it('load nothing: a page that is opened from a file has no neighbours', () => {
    expect(readFileSync(new URL('../../src/report/page/page.css', import.meta.url), 'utf8')).not.toMatch(
      /url\(|@import/,
    );
  });
});
