import { expect, test } from 'vitest';
import { interpretSide } from '../../src/compare/interpret-side.js';
import { createEngine } from '../../src/engine/engine.js';
import { configurationOf } from '../compile/3-index/inventory.js';

const POLICIES = ['own', 'other'].map((name) => ({
  path: `${name}.yaml`,
  text: `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: ${name}, namespace: shop}\nspec: {podSelector: {matchLabels: {app: ${name}}}}\n`,
}));
const namespace = (labels: string) => ({
  path: 'namespace.yaml',
  text: `apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {${labels}}}\n`,
});

test('the sides of a comparison share the effects of a policy that a changed namespace does not concern', () => {
  const engine = createEngine();
  const configuration = configurationOf('');
  const [before, after] = ['team: a', 'team: b'].map((labels) => {
    const files = [...POLICIES, namespace(labels)];
    return interpretSide({ configuration, files, reports: [] }, engine).intents.filter(
      ({ effect }) => effect === 'policy',
    );
  });
  expect(before).toHaveLength(2);
  expect(after?.map((intent, index) => intent === before?.[index])).toEqual([true, true]);
});
