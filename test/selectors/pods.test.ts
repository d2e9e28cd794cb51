import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Namespace, Pod } from '../../src/model/cluster.js';
import type { WrittenSelector } from '../../src/selectors/namespaces.js';
import { indexPods } from '../../src/selectors/pods.js';
import { type LabelSelector, compileSelector, isSelectorProblem } from '../../src/selectors/selector.js';
import { checkProperty } from '../rig/random.js';

const key = fc.constantFrom('app', 'tier');
const value = fc.constantFrom('web', 'db');
const labels = fc.dictionary(key, value);
const expression = fc.oneof(
  fc.record({ key, operator: fc.constant('Exists') }),
  fc.record({ key, operator: fc.constant('In'), values: fc.shuffledSubarray(['web', 'db'], { minLength: 1 }) }),
);
const selector: fc.Arbitrary<LabelSelector> = fc.record(
  { matchLabels: labels, matchExpressions: fc.array(expression, { maxLength: 1 }) },
  { requiredKeys: [] },
);

function compiled(written: LabelSelector): WrittenSelector {
  const compiledSelector = compileSelector(written);
  if (isSelectorProblem(compiledSelector)) throw new Error(compiledSelector.text);
  return { written, compiled: compiledSelector };
}

const pod = fc.record({ labels, hostNetwork: fc.boolean(), completed: fc.boolean() });
/** Namespaces and their pods, both in byte order of their names. */
const inventory = fc.array(fc.record({ labels, pods: fc.array(pod, { maxLength: 4 }) }), { maxLength: 8 }).map((all) =>
  all.map(({ labels: own, pods }, index) => {
    const namespace = `ns-${index}`;
    const named = pods.map((one, place) => ({ ...one, namespace, name: `pod-${place}` }) as unknown as Pod);
    return { namespace: { name: namespace, labels: own } as unknown as Namespace, pods: named };
  }),
);
const query = fc.record({
  where: fc.oneof(fc.constantFrom('ns-0', 'ns-3', 'nowhere'), selector),
  pods: fc.option(selector),
  withHostNetwork: fc.boolean(),
  withCompleted: fc.boolean(),
});

it('an index finds the pods of a query, all of them, once, in the order of namespaces and names', () => {
  checkProperty(
    fc.property(inventory, fc.array(query, { minLength: 1, maxLength: 4 }), (all, queries) => {
      const { find } = indexPods(
        new Map(all.map(({ namespace }) => [namespace.name, namespace])),
        new Map(all.map(({ namespace, pods }) => [namespace.name, pods])),
      );
      for (const { where, pods, withHostNetwork, withCompleted } of [...queries, ...queries]) {
        const namespaces = typeof where === 'string' ? where : compiled(where);
        const wanted = pods ? compiled(pods) : undefined;
        const expected = all
          .filter(({ namespace: { name, labels: own } }) =>
            typeof namespaces === 'string' ? name === namespaces : namespaces.compiled.matches(own),
          )
          .flatMap((one) => one.pods)
          .filter((one) => (withCompleted || !one.completed) && (withHostNetwork || !one.hostNetwork))
          .filter((one) => wanted?.compiled.matches(one.labels) !== false);
        const found = find({ namespaces, ...(wanted && { pods: wanted }), withHostNetwork, withCompleted });
        expect(found.map(({ namespace, name }) => `${namespace}/${name}`)).toEqual(
          expected.map(({ namespace, name }) => `${namespace}/${name}`),
        );
      }
    }),
    { numRuns: 300 },
  );
});

it('an index keeps the order of names also where it looks up one value of a label after the other', () => {
  const pods = ['web', 'db', 'none'].map((app, index) => ({
    ...{ namespace: 'shop', name: `pod-${index}`, labels: { app } },
    ...{ completed: false, hostNetwork: false },
  }));
  const { find } = indexPods(
    new Map([['shop', { name: 'shop', labels: {} } as unknown as Namespace]]),
    new Map([['shop', pods as unknown as Pod[]]]),
  );
  const either = compiled({ matchExpressions: [{ key: 'app', operator: 'In', values: ['db', 'web'] }] });
  const found = find({ namespaces: compiled({}), pods: either, withHostNetwork: false });
  expect(found.map(({ name }) => name)).toEqual(['pod-0', 'pod-1']);
});
