import { describe, expect, it } from 'vitest';
import { reconcile } from '../../src/apply/reconcile.js';
import type { Planned } from '../../src/model/change.js';
import { change, memoryTarget } from './target.js';

const options = { maximumRemoval: 50, force: false };

describe('reconcile', () => {
  it('applies nothing when nothing differs', async () => {
    const { target, state } = memoryTarget([]);
    expect(await reconcile(target, options)).toEqual({ result: 'in-sync', changes: [] });
    expect(state.applied).toBe(0);
  });

  it('applies what differs', async () => {
    const { target, state } = memoryTarget([change('missing'), change('stale', 'old')]);
    expect(await reconcile(target, options)).toMatchObject({ result: 'applied', writes: 2 });
    expect(state.applied).toBe(1);
  });

  it('touches nothing while something foreign has an identity of ours', async () => {
    const { target, state } = memoryTarget([change('missing'), change('foreign', 'theirs')]);
    const done = await reconcile(target, { ...options, force: true });
    expect(done).toMatchObject({ result: 'blocked', problems: [expect.stringMatching(/^1 foreign object/)] });
    expect(state.applied).toBe(0);
  });

  it('removes more than the limit only by force', async () => {
    const stale = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => change('stale', name));
    const guarded = memoryTarget(stale, 10);
    expect(await reconcile(guarded.target, options)).toMatchObject({
      result: 'blocked',
      problems: ['6 of 10 managed objects would be removed, more than 50 %: add --force if intended'],
    });
    expect(guarded.state.applied).toBe(0);
    const forced = memoryTarget(stale, 10);
    expect(await reconcile(forced.target, { ...options, force: true })).toMatchObject({ result: 'applied' });
  });

  it('removes exactly as much as the limit allows without force', async () => {
    const stale = ['a', 'b', 'c', 'd', 'e'].map((name) => change('stale', name));
    const { target } = memoryTarget(stale, 10);
    expect(await reconcile(target, options)).toMatchObject({ result: 'applied', writes: 5 });
  });

  it('never removes the last of ours without force', async () => {
    const { target } = memoryTarget([change('stale')], 1);
    expect(await reconcile(target, options)).toMatchObject({ result: 'blocked' });
  });

  it.each([
    [50, 'applied'],
    [51, 'blocked'],
  ])('goes by the loss of the inventory where that is known: %d %% is %s', async (lost, result) => {
    const { target } = memoryTarget([change('stale')], 1);
    const plan = async (): Promise<Planned> => {
      const planned = await target.plan();
      return planned.result === 'failed' ? planned : { result: 'planned', plan: { ...planned.plan, lost } };
    };
    expect(await reconcile({ ...target, plan }, options)).toMatchObject({ result });
  });

  it('applies a reviewed plan only while its digests hold', async () => {
    const { target, state } = memoryTarget([change('missing')]);
    const reviewed = { desired: 'd', observed: 'a', changes: JSON.stringify(state.changes) };
    state.observed = 'b';
    expect(await reconcile(target, { ...options, reviewed })).toMatchObject({
      result: 'blocked',
      problems: [expect.stringContaining('the live state has changed')],
    });
    expect(
      await reconcile(target, { ...options, reviewed: { ...reviewed, desired: 'x', observed: 'b' } }),
    ).toMatchObject({
      result: 'blocked',
      problems: [expect.stringContaining('the desired state has changed')],
    });
    expect(state.applied).toBe(0);
    state.observed = 'a';
    expect(await reconcile(target, { ...options, reviewed })).toMatchObject({ result: 'applied' });
  });
});
