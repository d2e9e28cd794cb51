import { describe, expect, it } from 'vitest';
import { planCommands } from '../../../src/apply/node/diff/commands.js';
import type { NodeState, Ruleset } from '../../../src/model/node-state.js';

function ruleset(text: string, elements: Readonly<Record<string, Readonly<Record<string, string>>>>): Ruleset {
  const sets = Object.entries(elements).map(([name, own]) => {
    const pairs = Object.entries(own).map(([key, data]) => [key, { key, data }] as const);
    return [name, { sort: 'map', declaration: name, elements: new Map(pairs) }] as const;
  });
  return { definition: text, isWhole: true, text, sets: new Map(sets) };
}

function state(pod: string, egress: string, table: Ruleset | undefined): NodeState {
  return {
    ruleset: table,
    addresses: [{ interface: 'ens4', family: 'IPv4', address: egress }],
    rules: [{ family: 'IPv4', priority: 6000, from: pod, table: 1005 }],
    routes: [{ family: 'IPv4', table: 1005, destination: '0.0.0.0/0', interface: 'ens4' }],
    sysctls: new Map(),
  };
}

const NOTHING: NodeState = { addresses: [], rules: [], routes: [], sysctls: new Map() };

const linesOf = (...change: Parameters<typeof planCommands>): string[] =>
  planCommands(...change).flatMap(({ program, input }) =>
    input
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `${program}: ${line}`),
  );

describe('the commands of a change', () => {
  const before = state('10.60.2.7', '10.20.30.200', ruleset('A', { snat: { a: '1', b: '1' } }));
  const after = state('10.60.3.7', '10.20.30.201', ruleset('A', { snat: { b: '2', c: '2' } }));

  it('make the new generation, lead packets there, and then remove the old one', () => {
    expect(linesOf(before, after)).toEqual([
      'ip: address replace 10.20.30.201/32 dev ens4',
      'nft: delete element inet weir snat { b }',
      'nft: add element inet weir snat { b : 2, c : 2 }',
      'ip: rule add priority 6000 from 10.60.3.7/32 table 1005',
      'ip: rule del priority 6000 from 10.60.2.7/32 table 1005',
      'ip: address del 10.20.30.200/32 dev ens4',
      'nft: delete element inet weir snat { a }',
    ]);
  });

  it('replace a table of another form as a whole, and let it keep what packets of the old generation need', () => {
    const other = { ...after, ruleset: ruleset('B', { snat: { c: '2' } }) };
    expect(linesOf(before, other).filter((line) => line.startsWith('nft'))).toEqual([
      'nft: add table inet weir',
      'nft: delete table inet weir',
      'nft: B',
      'nft: add element inet weir snat { a : 1, b : 1 }',
      'nft: delete element inet weir snat { a, b }',
    ]);
  });

  it('stop packets before the table comes that has no place for their translation', () => {
    const other = { ...NOTHING, ruleset: ruleset('B', { services: { x: '1' } }) };
    expect(linesOf(before, other)).toEqual([
      'ip: rule del priority 6000 from 10.60.2.7/32 table 1005',
      'nft: add table inet weir',
      'nft: delete table inet weir',
      'nft: B',
      'ip: route del 0.0.0.0/0 dev ens4 table 1005',
      'ip: address del 10.20.30.200/32 dev ens4',
    ]);
  });

  it('remove the table last when nothing is desired, and make it before the rules when nothing is there', () => {
    expect(linesOf(before, NOTHING).slice(-2)).toEqual(['nft: add table inet weir', 'nft: delete table inet weir']);
    expect(linesOf(NOTHING, before).map((line) => line.split(' ', 2).join(' '))).toEqual([
      'ip: address',
      'ip: route',
      'nft: add',
      'nft: delete',
      'nft: A',
      'ip: rule',
    ]);
  });

  it('are none where nothing differs, whatever the order', () => {
    const turned = { ...before, ruleset: ruleset('A', { snat: { b: '1', a: '1' } }) };
    expect(planCommands(before, turned)).toEqual([]);
  });

  it('that lead back take no change for made: tables come whole, and `ip` goes on after an error', () => {
    const back = planCommands(after, before, true);
    expect(back.filter(({ program }) => program === 'ip').every(({ args }) => args.includes('-force'))).toBe(true);
    const tables = back.filter(({ program }) => program === 'nft').map(({ input }) => input);
    expect(tables).toEqual([
      'add table inet weir\ndelete table inet weir\nA\nadd element inet weir snat { c : 2 }\n',
      'add table inet weir\ndelete table inet weir\nA\n',
    ]);
  });

  it('that lead back restore the kernel settings of before', () => {
    const settings = (value: string): NodeState => ({ ...NOTHING, sysctls: new Map([['net.ipv4.ip_forward', value]]) });
    expect(planCommands(settings('1'), settings('0'), true)).toEqual([
      { program: 'tee', args: ['/proc/sys/net/ipv4/ip_forward'], input: '0\n' },
    ]);
  });
});
