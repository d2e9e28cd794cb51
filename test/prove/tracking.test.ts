import { expect, it } from 'vitest';
import { proveChanged } from './changed-rows.js';

it('a rule that disables connection tracking is found if its policy is not stateless', async () => {
  const found = await proveChanged('network-policy/two-policies-of-a-namespace', 'ACL', /./, ({ action }) =>
    action === 'allow-related' ? { action: 'allow-stateless' } : {},
  );
  expect(found).not.toEqual([]);
  expect(new Set(found)).toEqual(new Set(['tracked ≠ not tracked']));
});

it('a rule of a stateless policy that tracks connections is found', async () => {
  const found = await proveChanged('network-policy/stateless', 'ACL', /./, ({ action }) =>
    action === 'allow-stateless' ? { action: 'allow-related' } : {},
  );
  expect(found).not.toEqual([]);
  expect(new Set(found)).toEqual(new Set(['not tracked ≠ tracked']));
});
