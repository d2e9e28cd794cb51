import { writeFileSync } from 'node:fs';
import { makeVisible } from '../../diagnostics/visible.js';
import type { Target } from '../../model/change.js';
import { describeSystemError } from '../../sources/system-error.js';
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
 * Exit code 0 in sync, 2 differences, 1 when the target or what is desired cannot be read, or the plan's file not be
 * written.
 */
export async function planCommand(target: Target, { style, format, out }: PlanOptions): Promise<number> {
  try {
    const planned = await target.plan();
    if (planned.result === 'failed') return reportProblems(target.name, planned.problems);
    const { plan } = planned;
    const unwritten = out === undefined ? undefined : writePlan(out, renderPlanFile(target.name, plan));
    if (unwritten !== undefined) return reportProblems(target.name, [unwritten]);
    const render = format === 'json' ? renderChangesAsJson : renderChanges;
    process.stdout.write(render(target.name, plan.changes, style));
    return plan.changes.length === 0 ? 0 : 2;
  } finally {
    await target.close();
  }
}

/** Why a plan could not be kept, or undefined. */
function writePlan(path: string, text: string): string | undefined {
  try {
    writeFileSync(path, text);
    return undefined;
  } catch (thrown) {
    return `${path} cannot be written: ${describeSystemError(thrown)}`;
  }
}

/** Says on standard error what is the matter, and gives the exit code for it. */
export function reportProblems(target: string, problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`weir: ${target}: ${makeVisible(problem)}\n`);
  return 1;
}
