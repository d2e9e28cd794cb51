import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameOf, ownPartPath, sharedPartPath, zonePath } from '../../src/northbound/part-paths.js';
import { checkProperty } from '../rig/random.js';

/** One case, nothing that a file system or a shell gives a meaning to, no dot at an end. */
const SAFE = /^(?!\.)[a-z0-9._-]*[a-z0-9]$/;

describe('the name of a file', () => {
  it('is that of a namespace, a zone or a node as it is, where that is plain', () => {
    for (const name of [
      'shop',
      'openshift-ingress',
      'ip-10-0-1-7.eu.compute.internal',
      'a',
      '0',
      'console',
      'com',
      'auxiliary',
    ]) {
      expect(fileNameOf(name)).toBe(name);
    }
  });

  it('is none of a device of Windows', () => {
    for (const device of ['con', 'prn', 'aux', 'nul', 'com0', 'com9', 'lpt1', 'con.json', 'nul.tar.gz']) {
      expect(fileNameOf(device)).toMatch(/^[a-z0-9-]+_[0-9a-f]{16}$/);
    }
  });

  it('differs in more than case where names do', () => {
    const names = ['Shop', 'shop', 'SHOP', 'a.b', 'a_b', 'a/b', 'a-b', 'A-B', 'a:b', ' a-b'];
    expect(new Set(names.map((name) => fileNameOf(name).toLowerCase())).size).toBe(names.length);
  });

  it('is safe on every file system, and another one for every name', () => {
    const odd = fc.string({ unit: fc.constantFrom(...Array.from('aZ09.-_/\\: \u0000é😀')), maxLength: 120 });
    const names = fc.oneof(
      odd,
      fc.constantFrom('..', '.', '', '../x', '-', '.a', 'a.', 'x'.repeat(101), 'x'.repeat(253)),
    );
    checkProperty(
      fc.property(names, names, (one, other) => {
        const [first, second] = [fileNameOf(one), fileNameOf(other)];
        if (one === other) return;
        expect(first).not.toBe(second);
        expect([first, first.length <= 100]).toEqual([expect.stringMatching(SAFE) as unknown, true]);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps a part inside of its folder', () => {
    expect(zonePath('../../etc/passwd')).toMatch(/^northbound\/zones\/[^/.]+\.json$/);
    expect(sharedPartPath('..', '0a')).toMatch(/^northbound\/shared\/[^/.]+_0a\.json$/);
    expect(ownPartPath('.', '')).toMatch(/^northbound\/zones\/[^/.]+\/all\.json$/);
  });
});
