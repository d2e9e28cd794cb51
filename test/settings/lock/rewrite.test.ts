import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../../src/schema/configuration.js';
import { compareLocks } from '../../../src/kinds/locks.js';
import { EMPTY_LOCK, parseLock } from '../../../src/settings/lock/parse.js';
import { renderLock } from '../../../src/settings/lock/render.js';
import { rewriteLock } from '../../../src/settings/lock/rewrite.js';
import type { Lock } from '../../../src/model/lock.js';
import { checkProperty } from '../../rig/random.js';
import { lockedAddresses } from '../../rig/locked-addresses.js';

function parse(text: string): Lock {
  const reports: unknown[] = [];
  const lock = parseLock({ path: 'weir.lock.yaml', text }, checkConfiguration, (report) => reports.push(report));
  if (!lock) throw new Error(JSON.stringify(reports));
  return lock;
}

function lockOf(
  egressIPs: Readonly<Record<string, { mark?: number; addresses: Readonly<Record<string, string>> }>>,
): Lock {
  const entries = Object.entries(egressIPs).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    egressIPs: new Map(
      entries.map(([name, { mark, addresses }]) => {
        const sorted = Object.entries(addresses).sort(([a], [b]) => (a < b ? -1 : 1));
        return [name, { ...(mark === undefined ? {} : { mark }), addresses: lockedAddresses(sorted) }];
      }),
    ),
    egressServices: new Map(),
  };
}

const TEXT = `# Talk to the network team before you touch this.
egressIPs:
  # the ledger
  ferry:
    mark: 50001
    addresses:
      # the partner knows this one
      10.0.0.9: n1 # rack 4
      10.0.0.20: n2
  quay:
    mark: 50000
    addresses: { 10.0.0.30: n3 }
`;

describe('rewriting the lock', () => {
  it('leaves a text with the same content alone', () => {
    expect(rewriteLock(TEXT, parse(TEXT), parse(TEXT))).toBe(TEXT);
    expect(rewriteLock(undefined, EMPTY_LOCK, EMPTY_LOCK)).toBe('');
  });

  it('makes a new file where there was none', () => {
    const lock = lockOf({ ferry: { mark: 50000, addresses: { 'fd00::9': 'n1' } } });
    const expected = [
      '# Assignments made so far. Weir keeps this file: commit it, and review its changes.',
      'egressIPs:',
      '  ferry:',
      '    mark: 50000',
      '    addresses:',
      '      "fd00::9": n1',
      '',
    ].join('\n');
    expect(rewriteLock(undefined, EMPTY_LOCK, lock)).toBe(expected);
    expect(rewriteLock('', EMPTY_LOCK, lock)).toBe(expected);
  });

  it('changes just what changes, and puts new entries where they belong', () => {
    const after = lockOf({
      ferry: { mark: 50001, addresses: { '10.0.0.9': 'n4', '10.0.0.10': 'n5', '10.0.0.20': 'n2' } },
      harbor: { mark: 50002, addresses: { '10.0.0.40': 'n1' } },
      quay: { mark: 50000, addresses: { '10.0.0.30': 'n3' } },
    });
    expect(rewriteLock(TEXT, parse(TEXT), after)).toBe(
      TEXT.replace('      # the partner', '      10.0.0.10: n5\n      # the partner')
        .replace('n1 # rack 4', 'n4 # rack 4')
        .replace('  quay:', '  harbor:\n    mark: 50002\n    addresses:\n      10.0.0.40: n1\n  quay:'),
    );
  });

  it('takes the comments of an entry along with it', () => {
    const after = lockOf({ ferry: { mark: 50001, addresses: { '10.0.0.20': 'n2' } } });
    const text = rewriteLock(TEXT, parse(TEXT), after);
    expect(text).toContain('# the ledger');
    expect(text).not.toContain('quay');
    expect(text).not.toContain('rack 4');
  });

  it('replaces a text with anchors', () => {
    const text = 'egressIPs:\n  a: &a\n    addresses: {10.0.0.9: n1}\n  b: *a\n';
    const after = lockOf({ b: { addresses: { '10.0.0.9': 'n1' } } });
    expect(rewriteLock(text, parse(text), after)).toBe(renderLock(after));
  });

  it('keeps comments of a file that held nothing else', () => {
    const after = lockOf({ a: { addresses: { '10.0.0.9': 'n1' } } });
    const text = rewriteLock('# ours\n', EMPTY_LOCK, after);
    expect(text.startsWith('# ours\n')).toBe(true);
    expect(parse(text)).toEqual(after);
  });

  const address = fc.tuple(fc.nat(255), fc.nat(3)).map(([a, b]) => `10.0.${b}.${a}`);
  const node = fc.constantFrom('n1', 'n2', 'on', '7', 'null', 'a.b', 'x: y', '#');
  const entry = fc.record(
    { mark: fc.integer({ min: 50000, max: 54999 }), addresses: fc.dictionary(address, node, { maxKeys: 4 }) },
    { requiredKeys: ['addresses'] },
  );
  const name = fc.constantFrom('a', 'b', 'c', 'ferry', 'yes', '1', 'quay', 'z.y');
  const locks = fc.dictionary(name, entry, { maxKeys: 6, noNullPrototype: true }).map(lockOf);

  it('always writes a text with the desired content', () => {
    checkProperty(
      fc.property(locks, locks, locks, (first, second, third) => {
        const one = rewriteLock(undefined, EMPTY_LOCK, first);
        expect(parse(one)).toEqual(first);
        const two = rewriteLock(one, first, second);
        expect(parse(two)).toEqual(second);
        const three = rewriteLock(two, second, third);
        expect(parse(three)).toEqual(third);
        expect(compareLocks(parse(three), third)).toEqual([]);
      }),
    );
  });

  it('does not touch the lines of what stays', () => {
    checkProperty(
      fc.property(locks, locks, (first, second) => {
        const text = rewriteLock(undefined, EMPTY_LOCK, first).replace(/$/gm, '');
        const lines = new Set(rewriteLock(text, first, second).split('\n'));
        for (const [own, { addresses }] of second.egressIPs) {
          for (const [key, { node }] of addresses) {
            if (first.egressIPs.get(own)?.addresses.get(key)?.node !== node) continue;
            const line = text.split('\n').find((each) => each.trimStart().startsWith(`${key}: `)) ?? '';
            expect([...lines].some((each) => each.startsWith(line.slice(0, line.indexOf(':'))))).toBe(true);
          }
        }
      }),
    );
  });
});

describe('comparing locks', () => {
  it('names every address, mark and host that differs, in order', () => {
    const after = lockOf({ quay: { mark: 50003, addresses: { '10.0.0.30': 'n4', '10.0.0.31': 'n1' } } });
    expect(compareLocks(parse(TEXT), { ...after, egressServices: new Map([['shop/web', 'n1']]) })).toEqual([
      { kind: 'EgressIP', name: 'ferry', what: 'mark', from: '50001' },
      { kind: 'EgressIP', name: 'ferry', what: 'address', address: '10.0.0.20', from: 'n2' },
      { kind: 'EgressIP', name: 'ferry', what: 'address', address: '10.0.0.9', from: 'n1' },
      { kind: 'EgressIP', name: 'quay', what: 'mark', from: '50000', to: '50003' },
      { kind: 'EgressIP', name: 'quay', what: 'address', address: '10.0.0.30', from: 'n3', to: 'n4' },
      { kind: 'EgressIP', name: 'quay', what: 'address', address: '10.0.0.31', to: 'n1' },
      { kind: 'EgressService', name: 'shop/web', what: 'host', to: 'n1' },
    ]);
  });
});
