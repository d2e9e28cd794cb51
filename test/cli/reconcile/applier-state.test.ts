import { describe, expect, it } from 'vitest';
import type { ApplierState } from '../../../src/cli/commands/reconcile/applier-state.js';
import { type ApplyTarget, type Standing, fail } from '../../../src/model/change.js';
import { change, memoryTarget } from '../../apply/target.js';
import { eventually } from '../../rig/eventually.js';
import { POLICY, startApplier } from './applier.js';

type Applier = ReturnType<typeof startApplier>;
const stateOf = async ({ url }: Applier): Promise<ApplierState> =>
  (await (await fetch(`${url()}/status`)).json()) as ApplierState;

describe('the state that an applier serves', () => {
  it('has what it has committed, and what it rejects', async () => {
    const { target } = memoryTarget([change('missing'), change('stale')]);
    const applier = startApplier(target);
    await applier.afterCycles(1);
    const state = await stateOf(applier);
    expect(state).toMatchObject({
      weirStatus: 1,
      target: 'northbound global',
      healthy: true,
      standing: 'held',
      policy: { digest: POLICY },
      committed: { writes: 2 },
      changes: { queued: 0 },
      cycle: { result: 'applied', problems: [] },
      pending: [],
      inventory: { objects: 5 },
      rejected: { count: 1, parts: [{ resource: 'EgressIP ferry', code: 'egress-ip/address-taken' }] },
      mismatches: [],
    });
    expect(state.policy?.since).toBe(state.inSync);
    applier.ring();
    await applier.afterCycles(2);
    const later = await stateOf(applier);
    expect(later.policy).toEqual(state.policy);
    expect(Date.parse(later.inSync ?? '')).toBeGreaterThanOrEqual(Date.parse(state.inSync ?? ''));
    expect(later.committed).toEqual(state.committed);
  });

  it('has the resources whose changes a user must decide, until the target can be compared again', async () => {
    const { target, state } = memoryTarget([
      change('foreign'),
      change('missing'),
      change('stale', 'x', 'EgressQoS a/b'),
    ]);
    let isAway = false;
    const plan: ApplyTarget['plan'] = () => (isAway ? Promise.resolve(fail('no answer', true)) : target.plan());
    const applier = startApplier({ ...target, plan });
    await applier.afterCycles(1);
    const pending = [
      { resource: 'EgressFirewall shop/default', count: 2 },
      { resource: 'EgressQoS a/b', count: 1 },
    ];
    expect(await stateOf(applier)).toMatchObject({ cycle: { result: 'blocked', class: 'blocked' }, pending });
    isAway = true;
    applier.ring();
    await applier.afterCycles(2);
    const failed = await stateOf(applier);
    expect(failed).toMatchObject({ cycle: { class: 'plan', problems: ['no answer'] }, pending });
    expect(failed.changes.age).toBeGreaterThan(0);
    expect(failed.inSync).toBeUndefined();
    [isAway, state.changes] = [false, []];
    applier.ring();
    await applier.afterCycles(3);
    expect(await stateOf(applier)).toMatchObject({ cycle: { result: 'in-sync' }, pending: [], changes: { queued: 0 } });
  });

  it('has no policy while another applier changes the target', async () => {
    let tell: (standing: Standing) => void = () => undefined;
    let standing: Standing = 'held';
    const stand: ApplyTarget['stand'] = (onChange) => {
      tell = onChange;
      return Promise.resolve(standing);
    };
    const applier = startApplier({ ...memoryTarget([]).target, stand });
    await applier.afterCycles(1);
    const before = await stateOf(applier);
    standing = 'waiting';
    tell('waiting');
    const after = await eventually('it stands by', async () => {
      const state = await stateOf(applier);
      return state.standing === 'waiting' && state;
    });
    expect(after.policy).toBeUndefined();
    expect(Date.parse(after.standingSince)).toBeGreaterThanOrEqual(Date.parse(before.standingSince));
  });
});
