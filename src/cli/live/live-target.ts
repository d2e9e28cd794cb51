import type { ApplyOutcome, Planned, ApplyTarget } from '../../model/change.js';
import type { Live } from './live.js';

/**
 * Returns a target whose files are compiled here. Its plans report objects lost from the inventory since the target was
 * last in its desired state.
 */
export function createLiveTarget(target: ApplyTarget, { settle, lost, close: closeSource }: Live): ApplyTarget {
  const plan = async (): Promise<Planned> => {
    const planned = await target.plan();
    if (planned.result === 'failed') return planned;
    if (planned.plan.changes.length === 0) settle();
    const apply = async (): Promise<ApplyOutcome> => {
      const outcome = await planned.plan.apply();
      if (outcome.result === 'applied') settle();
      return outcome;
    };
    return { result: 'planned', plan: { ...planned.plan, lost: lost(), apply } };
  };
  const close = async (): Promise<void> => {
    closeSource();
    await target.close();
  };
  return { ...target, plan, close };
}
