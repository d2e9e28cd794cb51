import { describe, expect, it } from 'vitest';
import { diffNode } from '../../../src/apply/node/diff/changes.js';
import { readLiveNode } from '../../../src/apply/node/diff/live.js';
import { isOwnRule } from '../../../src/apply/node/diff/own.js';
import type { Change } from '../../../src/model/change.js';
import type { NodeState, RoutingRule } from '../../../src/model/node-state.js';

const NOTHING: NodeState = { addresses: [], rules: [], routes: [], sysctls: new Map() };
const OWNER = 'EgressIP ferry';

function ruleFrom(from: string, table = 1005): RoutingRule {
  return { family: 'IPv4', priority: 6000, from, table };
}

describe('the difference between a host and its desired state', () => {
  it('shows a rule of somebody else in the place of the change that it hinders, and all other changes', () => {
    const name = 'IPv4 6000 from 10.60.2.7';
    const foreign: Change = { drift: 'foreign', sort: 'ip rule', name, owner: '', fields: [] };
    const desired = { ...NOTHING, rules: [ruleFrom('10.60.2.7'), ruleFrom('10.60.1.7')] };
    expect(diffNode(NOTHING, desired, [foreign], OWNER).map((one) => `${one.drift} ${one.name}`)).toEqual([
      'missing IPv4 6000 from 10.60.1.7',
      'foreign IPv4 6000 from 10.60.2.7',
    ]);
  });

  it('is in the order of sort and name, whatever the order of the files', () => {
    const route = { family: 'IPv4', table: 1005, destination: '0.0.0.0/0', interface: 'ens4' } as const;
    const live = { ...NOTHING, rules: [ruleFrom('10.60.9.7')] };
    const desired = { ...NOTHING, rules: [ruleFrom('10.60.2.7'), ruleFrom('10.60.1.7')], routes: [route] };
    expect(diffNode(live, desired, [], OWNER).map((one) => `${one.drift} ${one.sort} ${one.name}`)).toEqual([
      'missing ip route IPv4 table 1005 0.0.0.0/0',
      'missing ip rule IPv4 6000 from 10.60.1.7',
      'missing ip rule IPv4 6000 from 10.60.2.7',
      'stale ip rule IPv4 6000 from 10.60.9.7',
    ]);
  });
});

describe('what a host has', () => {
  const listing = (from: string, table: number, priority = 6000) => ({ priority, src: from, table: String(table) });
  const read = (desired: NodeState, rules: readonly unknown[] = []) =>
    readLiveNode(
      {
        addresses: JSON.stringify([{ ifname: 'ens4', ifindex: 5, addr_info: [] }]),
        rules: { IPv4: JSON.stringify(rules), IPv6: '[]' },
        routes: { IPv4: '[]', IPv6: '[]' },
        sysctls: new Map(),
      },
      desired,
      { rules: [], routes: [], addresses: [] },
    );

  it('is foreign where it is in the way of a desired rule, and a leftover where it only looks like one', () => {
    const { state, foreign, leftovers } = read({ ...NOTHING, rules: [ruleFrom('10.60.2.7')] }, [
      listing('10.60.2.7', 1005),
      listing('10.60.2.7', 1009),
      listing('10.60.9.7', 1006),
      listing('10.60.3.7', 7, 100),
    ]);
    expect(state.rules).toEqual([ruleFrom('10.60.2.7')]);
    expect(foreign.map(({ name }) => name)).toEqual(['IPv4 6000 from 10.60.2.7']);
    expect(leftovers.map(({ name }) => name)).toEqual(['IPv4 6000 from 10.60.9.7']);
  });

  it('has no place for routes of an interface that is missing, or has another index', () => {
    const routeOn = (name: string, table: number): NodeState => ({
      ...NOTHING,
      routes: [{ family: 'IPv4', table, destination: '0.0.0.0/0', interface: name }],
    });
    expect(read(routeOn('ens4', 1005)).problems).toEqual([]);
    expect(read(routeOn('ens9', 1005)).problems).toEqual([
      "this host has no interface ens9: correct 'nodes' in weir.yaml",
    ]);
    expect(read(routeOn('ens4', 1006)).problems).toEqual([
      "interface ens4 has index 5 here, so table 1006 does not belong to it: correct 'nodes' in weir.yaml",
    ]);
  });
});

describe('a rule with the priority of EgressIPs', () => {
  it('looks like one of Weir from the table of the first interface on', () => {
    expect(isOwnRule(ruleFrom('10.60.2.7', 1001))).toBe(true);
    // No interface has the index 0.
    expect(isOwnRule(ruleFrom('10.60.2.7', 1000))).toBe(false);
  });
});
