import { expect, it } from 'vitest';
import { proveState } from '../../src/prove/prove.js';
import { renderProofText } from '../../src/prove/render-text.js';
import { listCases } from '../golden/cases.js';
import { readState } from './state.js';

/** Cases whose policies no row can express, as a finding reports. */
const WITHOUT_ROWS = new Set([
  'admin-network-policy/older-target-without-tiers',
  'baseline-admin-network-policy/older-target-without-tiers',
]);
it('every golden case is proven, unless no row can express a policy', async () => {
  const [alarms, total] = [[] as string[], { cases: 0, pods: 0, classes: 0 }];
  for (const name of listCases()) {
    const state = await readState(name);
    if (!state) continue;
    const proof = proveState(state);
    total.cases++;
    total.pods += proof.pods;
    total.classes += proof.classes;
    if (proof.differences.length > 0 !== WITHOUT_ROWS.has(name)) {
      alarms.push([name, ...renderProofText(proof, () => undefined)].join('\n'));
    }
  }
  expect(alarms, JSON.stringify(total)).toEqual([]);
  expect(total.classes, JSON.stringify(total)).toBeGreaterThan(1000);
}, 600_000);
