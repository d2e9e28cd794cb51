import { printRendered, printMessage } from '../../process/print.js';
import type { ApplyTarget } from '../../../model/change.js';
import { type ReconcileOptions, reconcile } from '../../../apply/reconcile.js';
import { type PlanOptions, printNotice, reportProblems } from './plan.js';
import { readPlanFile } from './plan-file.js';
import { renderChanges, renderChangesAsJson } from './render.js';

export interface ApplyOptions extends Omit<ReconcileOptions, 'reviewed'> {
  readonly format: PlanOptions['format'];
  /** File of a reviewed plan. */
  readonly plan?: string | undefined;
  /** Notice on standard error after a change. */
  readonly notice?: string | undefined;
}

/**
 * Runs `weir apply`: brings a target to its desired state, and prints the changes. If it fails, prints the planned
 * changes. Returns exit code 0, or 1 if the target cannot be read, a user must decide, or the verification failed.
 */
export async function applyCommand(target: ApplyTarget, options: ApplyOptions): Promise<number> {
  try {
    const reviewed = options.plan === undefined ? undefined : readPlanFile(options.plan, target.name);
    if (typeof reviewed === 'string') return reportProblems(target.name, [reviewed]);
    const done = await reconcile(withNotice(target), { ...options, reviewed });
    const render = options.format === 'json' ? renderChangesAsJson : renderChanges;
    if (done.result !== 'failed' || done.changes.length > 0) {
      printRendered(render(target.name, done.changes, done.result === 'applied' ? 'applied' : 'plan'));
    }
    if (done.result === 'failed' || done.result === 'blocked') return reportProblems(target.name, done.problems);
    if (done.result === 'applied' && options.notice !== undefined) {
      printMessage(`${target.name}: ${options.notice}`);
    }
    return 0;
  } finally {
    await target.close();
  }
}

/** Returns a target whose plan prints its notice before anything is applied. */
function withNotice(target: ApplyTarget): ApplyTarget {
  return {
    ...target,
    plan: async () => {
      const planned = await target.plan();
      if (planned.result === 'planned') printNotice(target.name, planned.plan);
      return planned;
    },
  };
}
