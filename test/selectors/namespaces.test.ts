import { expect, test } from 'vitest';
import type { Namespace } from '../../src/model/cluster.js';
import { compileChecked, indexNamespaces } from '../../src/selectors/namespaces.js';

function namespaceOf(name: string, team: string): Namespace {
  return { name, labels: { team }, aclLogging: {} };
}

test('namespaces that a selector with several values selects are in byte order of their names', () => {
  const find = indexNamespaces([
    namespaceOf('barge', 'south'),
    namespaceOf('crane', 'north'),
    namespaceOf('dam', 'south'),
    namespaceOf('ferry', 'east'),
  ]);
  const selector = { matchExpressions: [{ key: 'team', operator: 'In', values: ['north', 'south'] }] } as const;
  expect(find(compileChecked(selector)).map(({ name }) => name)).toEqual(['barge', 'crane', 'dam']);
});
