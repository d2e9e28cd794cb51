import type { Change, Drift, ApplyOutcome, Planned, ApplyTarget } from '../../src/model/change.js';

export function change(drift: Drift, name = 'rule', owner = 'EgressFirewall shop/default'): Change {
  return { drift, sort: 'ACL', name, owner, fields: [] };
}

/** A target in memory: `changes` are what it has to do; applying does them. */
export function memoryTarget(changes: readonly Change[], owned = 10, outcome?: ApplyOutcome) {
  const state = { changes: [...changes], applied: 0, closed: 0, observed: 'a' };
  const plan = (): Promise<Planned> =>
    Promise.resolve({
      result: 'planned',
      plan: {
        changes: state.changes,
        digests: () => ({ desired: 'd', observed: state.observed }),
        owned,
        apply: () => {
          state.applied += 1;
          const writes = state.changes.length;
          if (!outcome) state.changes = [];
          return Promise.resolve(outcome ?? { result: 'applied', writes });
        },
      },
    });
  const close = (): Promise<void> => {
    state.closed += 1;
    return Promise.resolve();
  };
  const target: ApplyTarget = { name: 'northbound global', plan, close };
  return { target, state };
}
