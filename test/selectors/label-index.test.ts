import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Labels, Namespace } from '../../src/model/cluster.js';
import { indexByLabels } from '../../src/selectors/label-index.js';
import { indexNamespaces } from '../../src/selectors/namespaces.js';
import { type LabelSelector, compileSelector, isSelectorProblem } from '../../src/selectors/selector.js';
import { checkProperty } from '../rig/random.js';

const key = fc.constantFrom('app', 'tier', 'constructor');
const value = fc.constantFrom('', 'web', 'db');
const labels: fc.Arbitrary<Labels> = fc.dictionary(key, value);
const expression = fc.oneof(
  fc.record({ key, operator: fc.constantFrom('In', 'NotIn'), values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
  fc.record({ key, operator: fc.constantFrom('Exists', 'DoesNotExist') }),
);
const selector: fc.Arbitrary<LabelSelector> = fc.record(
  { matchLabels: fc.dictionary(key, value), matchExpressions: fc.array(expression, { maxLength: 3 }) },
  { requiredKeys: [] },
);
/** In byte order of their names, as a cluster has them. */
const namespaces = fc
  .array(labels, { maxLength: 12 })
  .map((all) => all.map((own, index) => ({ name: `ns-${index + 10}`, labels: own }) as unknown as Namespace));

it('an index finds the namespaces that a selector matches, all of them, once and in their order', () => {
  checkProperty(
    fc.property(namespaces, fc.array(selector, { minLength: 1, maxLength: 3 }), (all, selectors) => {
      const find = indexNamespaces(all);
      for (const written of [...selectors, ...selectors]) {
        const compiled = compileSelector(written);
        if (isSelectorProblem(compiled)) throw new Error(compiled.text);
        const expected = all.filter((one) => compiled.matches(one.labels));
        expect(find({ written, compiled }).map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
      }
    }),
    { numRuns: 500 },
  );
});

it('an index gives the shortest list of candidates, which is not all objects where a label narrows them down', () => {
  const objects = [
    ...Array.from({ length: 9 }, () => ({ labels: { app: 'web' } })),
    { labels: { app: 'web', tier: 'front' } },
  ];
  const find = indexByLabels(objects);
  expect(find({ matchLabels: { app: 'web', tier: 'front' } })).toEqual([objects[9]]);
  expect(find({ matchLabels: { tier: 'front', app: 'web' } })).toEqual([objects[9]]);
  expect(find({ matchExpressions: [{ key: 'tier', operator: 'Exists' }] })).toEqual([objects[9]]);
  expect(find({ matchExpressions: [{ key: 'tier', operator: 'In', values: ['front', 'front'] }] })).toEqual([
    objects[9],
  ]);
  expect(find({ matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] })).toBe(objects);
});

it('an index gives an object once, whatever its labels are', () => {
  const objects = [{ labels: { a: 'b=c', 'a=b': 'c' } }, { labels: {} }];
  expect(indexByLabels(objects)({ matchLabels: { a: 'b=c' } })).toEqual([objects[0]]);
});
