import { writeFileSync } from 'node:fs';
import { makeVisible } from '../../diagnostics/visible.js';
import type { Target } from '../../model/change.js';
import { renderPlanFile } from './plan-file.js';
import { renderChanges, renderChangesAsJson } from './render.js';

export interface PlanOptions {
  readonly style: 'plan' | 'audit';
  readonly format: 'text' | 'json';
  /** Where to keep the plan, for `apply --plan`. */
  readonly out?: string | undefined;
}

/**
 * `weir plan` and `weir audit`: what differs between a target and its desired state. Touches nothing but the plan's file.
 * Exit code 0 in sync, 2 differences, 1 when the target or what is desired cannot be read.
 */
export async function planCommand(target: Target, { style, format, out }: PlanOptions): Promise<number> {
  try {
    const planned = await target.plan();
    if (planned.result === 'failed') return reportProblems(target.name, planned.problems);
    const { plan } = planned;
    if (out !== undefined) writeFileSync(out, renderPlanFile(target.name, plan));
    const render = format === 'json' ? renderChangesAsJson : renderChanges;
    process.stdout.write(render(target.name, plan.changes, style));
    return plan.changes.length === 0 ? 0 : 2;
  } finally {
    await target.close();
  }
}

/** Says on standard error what is the matter, and gives the exit code for it. */
export function reportProblems(target: string, problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`weir: ${target}: ${makeVisible(problem)}\n`);
  return 1;
}
