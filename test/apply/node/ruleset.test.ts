import { describe, expect, it } from 'vitest';
import { parseRuleset } from '../../../src/apply/node/diff/ruleset.js';

type Item = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const OWN = { family: 'inet', table: 'weir' };
const CHAINS: readonly Item[] = ['snat', 'mark'].map((name) => ({ chain: { ...OWN, name } }));

function rule(chain: string, word: string, handle = 1): Item {
  return { rule: { ...OWN, chain, handle, expr: [{ [word]: null }] } };
}

function set(elements: readonly unknown[], handle = 1): Item {
  return { set: { ...OWN, name: 'sources', type: 'ipv4_addr', handle, elem: elements } };
}

function map(elements: readonly unknown[]): Item {
  return { map: { ...OWN, name: 'becomes', type: 'ipv4_addr', map: 'ipv4_addr', elem: elements } };
}

function read(items: readonly Item[], text?: string) {
  return parseRuleset({ json: JSON.stringify({ nftables: items }), ...(text === undefined ? {} : { text }) });
}

/** An element with a timeout, which Weir never gives one. */
function timed(address: string): unknown {
  return { elem: { val: address, timeout: 60 } };
}

describe('two listings of the table have the same definition', () => {
  const sound = [...CHAINS, rule('snat', 'accept'), rule('snat', 'drop'), rule('mark', 'accept')];

  it('whatever order chains and sets have, and the rules of different chains', () => {
    const shuffled = [rule('mark', 'accept'), rule('snat', 'accept'), ...CHAINS.toReversed(), rule('snat', 'drop')];
    expect(read([set([]), ...shuffled]).definition).toBe(read([...sound, set([])]).definition);
  });

  it('whatever handles and elements they have', () => {
    const [first, second] = [set(['192.0.2.1']), set(['192.0.2.2'], 7)];
    expect(read([...sound, first]).definition).toBe(read([...sound, second]).definition);
  });

  it('but not where the rules of a chain have another order', () => {
    const other = [...CHAINS, rule('snat', 'drop'), rule('snat', 'accept'), rule('mark', 'accept')];
    expect(read(other).definition).not.toBe(read(sound).definition);
  });
});

describe('an element of a form that Weir never makes', () => {
  it.each([
    ['set', set([timed('192.0.2.1')]), set([timed('192.0.2.2')])],
    ['map', map([[timed('192.0.2.1'), '192.0.2.9']]), map([[timed('192.0.2.2'), '192.0.2.9']])],
  ])('in a %s is part of the definition, and takes the elements along', (_sort, one, other) => {
    const [first, second] = [read([one]), read([other])];
    expect(first.isWhole).toBe(false);
    expect([...first.sets.values()].map(({ elements }) => elements.size)).toEqual([0]);
    expect(first.definition).not.toBe(second.definition);
    expect(first.definition).toBe(read([one]).definition);
  });
});

describe('the text of a listing', () => {
  it('is there where it was asked for, and only there', () => {
    expect(read([set([])], 'table inet weir {}').text).toBe('table inet weir {}');
    expect(read([set([])])).not.toHaveProperty('text');
  });
});
