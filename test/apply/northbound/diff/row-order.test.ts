import { describe, expect, it } from 'vitest';
import { translatedPods } from '../../../../src/ovn-kubernetes/egress-ip-forms.js';
import { objectIds } from '../../../../src/ovn-kubernetes/object-ids.js';
import type { OvsdbOperation } from '../../../../src/clients/ovsdb/index.js';
import { type ZoneFile, firewalls } from '../northbound.js';
import { operationsBetween } from './live.js';

const ROUTER = 'ovn_cluster_router';

/** Matches of policies. By name, one exemption comes before the reroutes and one behind them: that must not matter. */
const EXEMPTIONS = [
  'ip4.src == 10.128.0.0/14 && ip4.dst == 10.128.0.0/14',
  'ip4.src == {10.128.0.0/14} && ip4.dst == 192.168.10.11',
];
const REROUTES = ['ip4.src == 10.128.0.5', 'ip4.src == 10.128.9.9'];

/** Exemptions have the higher priority (OVN-Kubernetes). */
function policyRow(match: string): readonly [key: string, columns: Readonly<Record<string, unknown>>] {
  const isExemption = EXEMPTIONS.includes(match);
  const priority = isExemption ? 102 : 100;
  const ids = objectIds('EgressIP', ['priority', priority], ['name', match]);
  const effect = isExemption ? { action: 'allow' } : { action: 'reroute', nexthops: ['100.64.0.2'] };
  return [ids['k8s.ovn.org/id'], { ...effect, match, priority, external_ids: ids }];
}

/** A cluster router with policies, as the database has it. */
function liveRouter(matches: readonly string[]): ZoneFile {
  const rows = matches.map(policyRow);
  return {
    rows: {
      Logical_Router_Policy: Object.fromEntries(rows),
      Logical_Router: { [ROUTER]: { name: ROUTER, policies: rows.map(([key]) => key) } },
    },
  };
}

/** The same policies, as a zone asks for them. */
function desiredRouter(matches: readonly string[]): ZoneFile {
  const rows = matches.map(policyRow);
  const policies = rows.map(([key]) => key).sort();
  return {
    rows: { Logical_Router_Policy: Object.fromEntries(rows) },
    attachments: policies.length > 0 ? { Logical_Router: { [ROUTER]: { policies } } } : {},
  };
}

/** The policies that each transaction makes or takes away, where every unit is a transaction of its own. */
function movesOf(transactions: readonly (readonly OvsdbOperation[])[]): string[] {
  return transactions.map((operations) => {
    const text = JSON.stringify(operations);
    return [...EXEMPTIONS, ...REROUTES]
      .filter((match) => text.includes(policyRow(match)[0]) || text.includes(`"${match}"`))
      .join(', ');
  });
}

describe('policies of a router that do not fit into one transaction', () => {
  it('are made with the exemptions before the reroutes that they limit', () => {
    const made = movesOf(operationsBetween(liveRouter([]), desiredRouter([...REROUTES, ...EXEMPTIONS]), 1));
    expect(made).toEqual([...EXEMPTIONS, ...REROUTES]);
  });

  it('are taken away with the reroutes before their exemptions', () => {
    const taken = movesOf(operationsBetween(liveRouter([...EXEMPTIONS, ...REROUTES]), desiredRouter([]), 1));
    expect(taken).toEqual([...REROUTES, ...EXEMPTIONS]);
  });

  it('are made, all of them, before any is taken away', () => {
    const [oldExemption = '', newExemption = ''] = EXEMPTIONS;
    const [oldReroute = '', newReroute = ''] = REROUTES;
    const before = liveRouter([oldExemption, oldReroute]);
    const moves = movesOf(operationsBetween(before, desiredRouter([newExemption, newReroute]), 1));
    expect(moves).toEqual([newExemption, newReroute, oldReroute, oldExemption]);
  });
});

it('a pod whose packets pass because they are translated has its translation before and after that', () => {
  const set = translatedPods('IPv4');
  const ids = objectIds('EgressIP', ['name', 'alder'], ['ip-family', 'ip4']);
  const zone = (addresses: readonly string[]): ZoneFile => ({
    rows: {
      Address_Set: { [set.key]: { name: set.key, addresses, external_ids: set.external_ids } },
      NAT: Object.fromEntries(
        addresses.map((logical_ip) => [
          logical_ip,
          { type: 'snat', external_ip: '192.168.10.50', logical_ip, external_ids: ids },
        ]),
      ),
      Logical_Router: { GR_heron: { name: 'GR_heron', nat: addresses, external_ids: { 'weir-egress/zone': 'heron' } } },
    },
  });
  const tablesOf = (before: readonly string[], after: readonly string[]): string[] =>
    operationsBetween(zone(before), zone(after), 1).map((operations) =>
      [...new Set(operations.flatMap((one) => ('table' in one ? [one.table] : [])))].sort().join(),
    );
  const one = '10.128.0.5';
  expect(tablesOf([], [one]).at(-1)).toBe('Address_Set');
  expect(tablesOf([one], [])[0]).toBe('Address_Set');
});

describe('a pod that ends, whose address is in a set that a rule drops', () => {
  it('loses its port before its address leaves the set', () => {
    const ids = objectIds('EgressQoS', ['name', 'shop']);
    const marker = { 'weir-egress/zone': 'global' };
    const zone = (addresses: readonly string[], ports: readonly string[]): ZoneFile => ({
      rows: {
        NB_Global: { global: { name: 'global' } },
        Address_Set: { a1: { name: 'a1', addresses, external_ids: ids } },
        Logical_Switch: { heron: { name: 'heron', ports, external_ids: marker } },
        Logical_Switch_Port: Object.fromEntries(ports.map((name) => [name, { name, external_ids: marker }])),
      },
    });
    const all = operationsBetween(zone(['10.128.0.5', '10.128.0.6'], ['a', 'b']), zone(['10.128.0.5'], ['a']), 1);
    const tables = all.map((operations) => operations.flatMap((one) => ('table' in one ? [one.table] : [])));
    expect(tables.map((names) => [...new Set(names)])).toEqual([['Logical_Switch'], ['Address_Set']]);
  });
});

describe('the translation and the reroute of a pod that do not fit into one transaction', () => {
  const match = 'ip4.src == 10.128.0.5';
  const ids = objectIds('EgressIP', ['name', 'shop'], ['ip-family', 'v4']);
  const nat = { type: 'snat', external_ip: '192.168.10.50', logical_ip: '10.128.0.5', external_ids: ids };
  const [policyKey, policy] = policyRow(match);
  const router = (name: string, references: object): ZoneFile['rows'] => ({
    Logical_Router: { [ROUTER]: { name: ROUTER }, [name]: { name, ...references } },
  });
  const without = { rows: router('GR_oak', {}) };
  const withBoth: ZoneFile = {
    rows: { NAT: { [ids['k8s.ovn.org/id']]: nat }, Logical_Router_Policy: { [policyKey]: policy } },
    attachments: { Logical_Router: { GR_oak: { nat: [ids['k8s.ovn.org/id']] }, [ROUTER]: { policies: [policyKey] } } },
  };

  it('are made in this order, so that no packet leaves with the address of the pod', () => {
    const tables = operationsBetween(without, withBoth, 1).map((operations) =>
      operations.flatMap((operation) => (operation.op === 'insert' ? [operation.table] : [])).join(),
    );
    expect(tables).toEqual(['NAT', 'Logical_Router_Policy']);
  });
});

describe('an address set that changes', () => {
  const zoneWith = (rules: Readonly<Record<string, readonly string[]>>, addresses: readonly string[]): ZoneFile => {
    const external_ids = objectIds('EgressFirewallDNS', ['name', 'partner']);
    const zone = firewalls(rules);
    return { rows: { ...zone.rows, Address_Set: { partner: { name: 'partner', addresses, external_ids } } } };
  };
  const tablesOf = (before: ZoneFile, after: ZoneFile): string[] =>
    operationsBetween(before, after, 1).map((operations) =>
      [...new Set(operations.flatMap((operation) => ('table' in operation ? [operation.table] : [])))]
        .sort()
        .join(', '),
    );

  it('does so together with the ACLs of a namespace that has one which matches it, and which stays', () => {
    const before = zoneWith({ harbor: ['drop $partner'] }, ['192.0.2.1', '192.0.2.2']);
    const after = zoneWith({ harbor: ['drop $partner', 'drop 192.0.2.1'] }, ['192.0.2.2']);
    expect(tablesOf(before, after)).toEqual(['ACL, Address_Set, Port_Group']);
  });

  it('does so by itself where no ACL of the namespaces that change matches it, after what they close', () => {
    const before = zoneWith({ harbor: ['drop $partner'], mill: [] }, ['192.0.2.1', '192.0.2.2']);
    const after = zoneWith({ harbor: ['drop $partner'], mill: ['drop 192.0.2.1'] }, ['192.0.2.2']);
    expect(tablesOf(before, after)).toEqual(['ACL, Port_Group', 'Address_Set']);
  });
});
