import { expect, it } from 'vitest';
import { listOf, mapOf } from '../../src/northbound/row-columns.js';
import { proveChanged } from './changed-rows.js';

const CASE = 'expectation/what-does-not-hold';

it('a pod that is isolated receives what it sends to itself through a Service', async () => {
  const withoutHairpin = (acls: readonly string[]): readonly string[] =>
    acls.filter((key) => !key.includes('hairpinning'));
  const found = await proveChanged(CASE, 'Port_Group', /./, (columns) => ({
    acls: withoutHairpin(listOf(columns, 'acls')),
  }));
  expect(found).toEqual(['allowed ≠ dropped']);
});

it('the source of packets that a pod sends to itself through a Service is compared', async () => {
  const found = await proveChanged(CASE, 'Load_Balancer', /./, (columns) => ({
    options: { ...mapOf(columns, 'options'), hairpin_snat_ip: '169.254.169.9' },
  }));
  expect(found).toContainEqual(
    expect.stringMatching(
      /^to (\S+), from 169.254.169.5 if the client is the backend ≠ to \1, from 169.254.169.9 if the client is the backend$/,
    ),
  );
});
