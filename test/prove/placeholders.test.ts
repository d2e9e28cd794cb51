import { expect, it } from 'vitest';
import { proveState } from '../../src/prove/prove.js';
import { applyMutant } from './mutants.js';
import { readState } from './state.js';

/** Its nodes have no chassis and no gateway in the inventory. */
const CASE = 'egress-ip/one-address-for-the-pods-of-a-namespace';

async function readComplete() {
  const state = await readState(CASE);
  if (!state) throw new Error('the case has errors');
  return { state, ...state.tracedState({ isComplete: true }) };
}

it('the egress of pods is compared if nodes lack annotations', async () => {
  const { state } = await readComplete();
  expect(proveState(state)).toMatchObject({ differences: [], uncompared: [] });
});

it.each([
  ['Logical_Router_Policy', 'action', 'allow'],
  ['Logical_Router_Policy', 'nexthops', ['100.64.0.12']],
  ['NAT', 'external_ip', '192.168.10.51'],
])('a wrong row of an EgressIP is found if nodes lack annotations: %s %s', async (table, column, value) => {
  const { state, zones, ...traced } = await readComplete();
  const rows = zones.flatMap((zone) => zone.rows.get(table) ?? []).filter(({ cause }) => cause?.kind === 'EgressIP');
  const found = rows.map(({ key, columns }) => {
    const changed = applyMutant(zones, { what: '', table, key, column, value, old: columns[column] });
    return proveState({ ...state, tracedState: () => ({ ...traced, zones: changed }) }).differences;
  });
  const texts = found.flat().map(({ resources }) => resources.text);
  expect(texts).toContainEqual(expect.stringMatching(/^source 192.168.10.50, node /));
});
