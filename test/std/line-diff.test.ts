import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from '../../src/std/line-diff.js';
import { checkProperty } from '../rig/random.js';

describe('diffLines', () => {
  it('shows changes that are far apart without the lines between them', () => {
    const middle = Array.from({ length: 50 }, (_, index) => `same ${index}`);
    const before = ['first', ...middle, 'last'];
    const longer = ['zero', ...before, 'end', 'end'];
    expect(diffLines('a.yaml', before.join('\n'), longer.join('\n'))).toBe(
      ['--- a.yaml', '+++ a.yaml', '@@ line 1 @@', '+zero', '@@ line 53 @@', '+end', '+end', ''].join('\n'),
    );
  });

  it('contains exactly the changes of texts', () => {
    const line = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    checkProperty(
      fc.property(fc.array(line), fc.array(line), (old, now) => {
        const lines = diffLines('x', old.join('\n'), now.join('\n')).split('\n').slice(2, -1);
        expect(patch(old.join('\n').split('\n'), lines)).toEqual(now.join('\n').split('\n'));
      }),
    );
  });
});

/** Applies a diff. */
function patch(old: readonly string[], diff: readonly string[]): string[] {
  const result: string[] = [];
  let at = 0;
  for (const one of diff) {
    const [, number] = /^@@ line (\d+) @@$/.exec(one) ?? [];
    for (; number !== undefined && at < Number(number) - 1; at++) result.push(old[at] ?? '');
    if (one.startsWith('-')) {
      expect(old[at]).toBe(one.slice(1));
      at++;
    } else if (number === undefined) result.push(one.slice(1));
  }
  return [...result, ...old.slice(at)];
}
