import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { implies } from '../../src/selectors/implication.js';
import { type LabelSelector, compileSelector, isSelectorProblem } from '../../src/selectors/selector.js';
import { checkProperty } from '../rig/random.js';

const KEYS = ['app', 'tier'];
const VALUES = ['a', 'b', 'c'];
const values = fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 2 });
const key = fc.constantFrom(...KEYS);
const selector: fc.Arbitrary<LabelSelector> = fc.record(
  {
    matchLabels: fc.dictionary(key, fc.constantFrom(...VALUES), { maxKeys: 1 }),
    matchExpressions: fc.array(
      fc.oneof(
        fc.record({ key, operator: fc.constantFrom('In', 'NotIn'), values }),
        fc.record({ key, operator: fc.constantFrom('Exists', 'DoesNotExist') }),
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);
/** Every set of labels with those keys, and a value that no selector names. */
const LABELS = [undefined, ...VALUES, 'other'].flatMap((app) =>
  [undefined, ...VALUES, 'other'].map((tier) => ({ ...(app && { app }), ...(tier && { tier }) })),
);

function matching(one: LabelSelector): Set<number> {
  const compiled = compileSelector(one);
  if (isSelectorProblem(compiled)) throw new Error(compiled.text);
  return new Set(LABELS.flatMap((labels, index) => (compiled.matches(labels) ? [index] : [])));
}

describe('a selector that implies another one', () => {
  it('matches only labels that the other one matches', () => {
    let found = 0;
    checkProperty(
      fc.property(selector, selector, (narrow, wide) => {
        if (!implies(narrow, wide)) return;
        found++;
        const all = matching(wide);
        expect([...matching(narrow)].filter((index) => !all.has(index))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(200);
  });

  it.each<[string, LabelSelector, LabelSelector]>([
    ['everything', { matchLabels: { app: 'a' } }, {}],
    ['fewer labels', { matchLabels: { app: 'a', tier: 'b' } }, { matchLabels: { tier: 'b' } }],
    [
      'more values',
      { matchLabels: { app: 'a' } },
      { matchExpressions: [{ key: 'app', operator: 'In', values: ['a', 'b'] }] },
    ],
    ['any value', { matchLabels: { app: 'a' } }, { matchExpressions: [{ key: 'app', operator: 'Exists' }] }],
    [
      'other values',
      { matchLabels: { app: 'a' } },
      { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['b'] }] },
    ],
  ])('is found for %s', (_what, narrow, wide) => {
    expect([implies(narrow, wide), implies(wide, narrow)]).toEqual([true, false]);
  });
});
