import { describe, expect, it } from 'vitest';
import { dualStack, dualStackNodeOf, podOf, topologyOf } from './fixture.js';

/** Reference columns of the tables that a topology has. */
const REFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Logical_Switch: { ports: 'Logical_Switch_Port', acls: 'ACL', load_balancer_group: 'Load_Balancer_Group' },
  Logical_Router: {
    ports: 'Logical_Router_Port',
    static_routes: 'Logical_Router_Static_Route',
    policies: 'Logical_Router_Policy',
    nat: 'NAT',
    load_balancer_group: 'Load_Balancer_Group',
    copp: 'Copp',
  },
  Logical_Router_Port: { gateway_chassis: 'Gateway_Chassis' },
  Port_Group: { ports: 'Logical_Switch_Port', acls: 'ACL' },
  Meter: { bands: 'Meter_Band' },
};

const nodes = [
  dualStackNodeOf('egret', 3, { zone: 'lake' }),
  dualStackNodeOf('heron', 2, { zone: 'lake' }),
  dualStackNodeOf('stork', 4, { zone: 'marsh' }),
];
const pods = [podOf('heron', 'duck', ['10.60.2.7']), podOf('egret', 'coot', ['10.60.3.7'])];
const topology = topologyOf('lake', nodes, { ...dualStack, interconnect: true }, pods);

describe('the database of a zone', () => {
  it('has every row that a reference names, and no row of a dependent table without a reference', () => {
    const named = new Map<string, Set<string>>();
    for (const [table, rows] of topology.tables) {
      for (const { columns } of rows) {
        for (const [column, target] of Object.entries(REFERENCES[table] ?? {})) {
          const value = columns[column] ?? [];
          const keys = (Array.isArray(value) ? value : [value]) as string[];
          for (const key of keys) named.set(target, (named.get(target) ?? new Set()).add(key));
        }
      }
    }
    for (const [table, keys] of named) expect(topology.keys(table)).toEqual([...keys].sort());
    expect(named.size).toBe(10);
  });

  it('lists tables, rows and sets in order, each key once', () => {
    expect([...topology.tables.keys()]).toEqual([...topology.tables.keys()].sort());
    for (const rows of topology.tables.values()) {
      const keys = rows.map(({ key }) => key);
      expect(keys).toEqual([...new Set(keys)].sort());
      for (const value of rows.flatMap(({ columns }) => Object.values(columns))) {
        if (Array.isArray(value)) expect(value).toEqual([...(value as string[])].sort());
      }
    }
  });

  it('leaves out columns at their schema default', () => {
    for (const value of [...topology.tables.values()].flat().flatMap(({ columns }) => Object.values(columns))) {
      expect(value).not.toSatisfy((column: unknown) => ['', 0, false, undefined].includes(column as string));
      if (typeof value === 'object') expect(Object.keys(value)).not.toHaveLength(0);
    }
  });

  it('does not depend on the order of nodes and pods', () => {
    const reversed = topologyOf('lake', nodes.toReversed(), { ...dualStack, interconnect: true }, pods.toReversed());
    expect(JSON.stringify([...reversed.tables])).toBe(JSON.stringify([...topology.tables]));
  });

  it('limits packets to the controller by nine meters of one band', () => {
    expect(topology.keys('Meter')).toHaveLength(9);
    expect(topology.row('Meter', 'tcp-reset-rate-limiter')).toEqual({
      name: 'tcp-reset-rate-limiter',
      unit: 'pktps',
      fair: true,
      bands: ['drop|25'],
    });
    expect(topology.row('Meter_Band', 'drop|25')).toEqual({ action: 'drop', rate: 25 });
  });

  it('has the meter of ACL logging only where the configuration limits it', () => {
    expect(topology.keys('Meter')).not.toContain('acl-logging');
    const limited = topologyOf('lake', nodes, { aclLoggingRateLimit: 20 });
    expect(limited.row('Meter', 'acl-logging')?.bands).toEqual(['drop|20']);
    expect(limited.keys('Meter_Band')).toEqual(['drop|20', 'drop|25']);
  });

  it('has the cluster-wide rows even for a zone without nodes', () => {
    const empty = topologyOf('dune', nodes);
    expect(empty.keys('Logical_Router')).toEqual(['ovn_cluster_router']);
    expect(empty.keys('Logical_Switch')).toEqual(['join']);
    expect(empty.keys('Load_Balancer_Group')).toEqual([
      'clusterLBGroup',
      'clusterRouterLBGroup',
      'clusterSwitchLBGroup',
    ]);
  });
});
