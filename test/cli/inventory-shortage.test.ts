import { expect, it } from 'vitest';
import { listCounted } from '../../src/cli/inventory/shortage.js';
import type { Response } from '../../src/clients/kubernetes/answer.js';
import { PODS } from '../../src/clients/kubernetes/client.js';

/** Lists this many pods from a server that counts so. */
const list = (size: number, counted: Response<number | undefined>) =>
  listCounted(
    { count: () => Promise.resolve(counted) },
    PODS,
    () => Promise.resolve({ result: 'ok' as const, value: size }),
    (listed) => listed,
  );

it.each([
  ['counts as many', 10, { result: 'ok', value: 10 }],
  ['counts a tenth more', 9, { result: 'ok', value: 10 }],
  ['counts fewer', 10, { result: 'ok', value: 3 }],
  ['does not say how many there are', 1, { result: 'ok', value: undefined }],
  ['no longer serves the kind', 0, { result: 'missing' }],
] as const)('a first list counts if the server %s', async (_, size, counted) => {
  expect(await list(size, counted)).toEqual({ result: 'ok', value: size });
});

it.each([
  ['counts more than a tenth more', 8, 'the list of pods has 8 objects, and the server counts 10'],
  ['lists nothing', 0, 'the list of pods has 0 objects, and the server counts 10'],
])('a first list does not count if the server %s', async (_, size, problem) => {
  expect(await list(size, { result: 'ok', value: 10 })).toEqual({
    result: 'failed',
    problems: [problem],
    transient: true,
  });
});
