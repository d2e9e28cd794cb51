import { describe, expect, it } from 'vitest';
import { checkRows } from '../../src/northbound/check.js';
import { downgrade } from '../../src/northbound/downgrade.js';
import { ACL, managed, withRow, zoneOf } from './zones.js';

describe('downgrade', () => {
  it('returns the zone itself where the target has everything', () => {
    expect(downgrade(managed, '7.12.0').rows).toBe(managed);
    expect(downgrade(managed, '7.18.0').rows).toBe(managed);
  });

  it('drops the tier where all ACLs have the same, and copies only these rows', () => {
    const { rows: zone, problems } = downgrade(managed, '7.0.0');
    expect(problems).toEqual([]);
    expect(zone.rows.get('ACL')?.map(({ columns }) => 'tier' in columns)).toEqual([false]);
    expect(zone.rows.get('Port_Group')).toBe(managed.rows.get('Port_Group'));
    expect(checkRows(zone, { schemaVersion: '7.0.0', baseRows: 'none' })).toEqual([]);
  });

  it('cannot drop tiers that differ', () => {
    const { rows: zone, problems } = downgrade(withRow(managed, 'ACL', 'other', { ...ACL, tier: 1 }), '7.0.0');
    expect(problems.map(({ key, column }) => [key, column])).toEqual([
      ['acl', 'tier'],
      ['other', 'tier'],
    ]);
    expect(zone.rows.get('ACL')?.[0]?.columns.tier).toBe(2);
  });

  it('takes an ACL without a tier for one of tier 0', () => {
    const { problems } = downgrade(withRow(managed, 'ACL', 'other', ACL), '7.0.0');
    expect(problems.map(({ key }) => key)).toEqual(['acl']);
  });

  it('cannot say that an ACL passes, or that a QoS rule marks, before the versions that can', () => {
    const pass = withRow(managed, 'ACL', 'acl', { action: 'pass' });
    expect(downgrade(pass, '7.0.0').problems.map(({ column }) => column)).toEqual(['action']);
    expect(downgrade(pass, '7.0.4').problems).toEqual([]);
    const mark = withRow(managed, 'QoS', 'qos', { action: { mark: 4000000 } });
    expect(downgrade(mark, '7.1.0').problems.map(({ table, column }) => [table, column])).toEqual([['QoS', 'action']]);
    expect(downgrade(mark, '7.3.0').problems).toEqual([]);
  });

  it('drops a column that only says its default', () => {
    const nat = withRow(managed, 'NAT', 'nat', { match: '', priority: 0 });
    expect(downgrade(nat, '7.3.0').problems).toEqual([]);
    expect(Object.keys(downgrade(nat, '7.3.0').rows.rows.get('NAT')?.[0]?.columns ?? {})).not.toContain('match');
    const matching = withRow(managed, 'NAT', 'nat', { match: 'ip4' });
    expect(downgrade(matching, '7.3.0').problems.map(({ column }) => column)).toEqual(['match']);
  });

  it('reports the rows of a table that the target lacks', () => {
    const zone = zoneOf({ Sampling_App: { app: { type: 'drop', id: 1 } } });
    expect(downgrade(zone, '7.3.0').problems).toMatchObject([{ table: 'Sampling_App', key: 'app' }]);
  });

  it('drops no tier that differs from one of the rows that all zones share', () => {
    const own = zoneOf({ ACL: { own: { ...ACL, tier: 1 } } });
    expect(downgrade(own, '7.0.0', zoneOf({ ACL: { shared: { ...ACL, tier: 1 } } })).problems).toEqual([]);
    const other = downgrade(own, '7.0.0', zoneOf({ ACL: { shared: { ...ACL, tier: 2 } } }));
    expect(other.problems.map(({ key, column }) => [key, column])).toEqual([['own', 'tier']]);
  });
});
