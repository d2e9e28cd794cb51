import { printRendered, printMessage } from '../../print.js';
import type { Target } from '../../../model/change.js';
import { type ReconcileOptions, reconcile } from '../../../apply/reconcile.js';
import { type PlanOptions, reportProblems } from './plan.js';
import { readPlanFile } from './plan-file.js';
import { renderChanges, renderChangesAsJson } from './render.js';

export interface ApplyOptions extends Omit<ReconcileOptions, 'reviewed'> {
  readonly format: PlanOptions['format'];
  /** The file of a plan that was reviewed. */
  readonly plan?: string | undefined;
  /** What to say on standard error of a change that was made. */
  readonly notice?: string | undefined;
}

/**
 * `weir apply`: brings a target to its desired state, and prints what was changed (or, where it fails, was to be). Exit
 * code 0, or 1 when it could not be read, or nothing was done because a person has to decide, or the changes did not hold.
 */
export async function applyCommand(target: Target, options: ApplyOptions): Promise<number> {
  try {
    const reviewed = options.plan === undefined ? undefined : readPlanFile(options.plan, target.name);
    if (typeof reviewed === 'string') return reportProblems(target.name, [reviewed]);
    const done = await reconcile(target, { ...options, reviewed });
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
