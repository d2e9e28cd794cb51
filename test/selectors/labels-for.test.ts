import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelsFor } from '../../src/selectors/labels-for.js';
import { compileSelector, isSelectorProblem } from '../../src/selectors/selector.js';
import { checkProperty } from '../rig/random.js';

const KEYS = ['app', 'role'] as const;
const VALUES = ['', 'a', 'b'];
const selector = fc.record(
  {
    matchLabels: fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom(...VALUES), { maxKeys: 2 }),
    matchExpressions: fc.array(
      fc.oneof(
        fc.record({
          key: fc.constantFrom(...KEYS),
          operator: fc.constantFrom('In', 'NotIn'),
          values: fc.subarray(VALUES, { minLength: 1 }),
        }),
        fc.record({ key: fc.constantFrom(...KEYS), operator: fc.constantFrom('Exists', 'DoesNotExist') }),
      ),
      { maxLength: 4 },
    ),
  },
  { requiredKeys: [] },
);
/** All labels that there are, with a value that no selector names. */
const ALL = [undefined, ...VALUES, 'z'].flatMap((app) =>
  [undefined, ...VALUES, 'z'].map((role) => ({
    ...(app === undefined ? {} : { app }),
    ...(role === undefined ? {} : { role }),
  })),
);

it('labels for a selector are matched by it, and there are none only where it matches nothing', () => {
  checkProperty(
    fc.property(selector, (one) => {
      const compiled = compileSelector(one);
      if (isSelectorProblem(compiled)) throw new Error(compiled.text);
      const labels = labelsFor(one);
      if (labels) expect(compiled.matches(labels)).toBe(true);
      else expect(ALL.filter((all) => compiled.matches(all))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('a selector that is not valid has no labels', () => {
  expect(labelsFor({ matchExpressions: [{ key: '-', operator: 'Exists' }] })).toBeUndefined();
});
