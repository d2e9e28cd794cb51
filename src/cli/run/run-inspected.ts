import { errorsOf } from '../../diagnostics/verdict.js';
import type { Findings, Report } from '../../model/diagnostic.js';
import type { Compilation } from '../../compile/compile.js';
import type { Prepared } from '../../compile/compile-input.js';
import { printErrors } from './diagnostics.js';
import type { InputOptions } from './input.js';
import { run } from './run.js';

/** A run without errors, with its objects and all its findings. */
export interface InspectedRun {
  readonly prepared: Prepared;
  readonly compilation: Compilation;
  readonly findings: Findings;
  /** Findings that a severity override or an ignore comment suppresses. */
  readonly ignored: readonly Report[];
  readonly folder: string;
}

/** Compiles an input for its findings. Returns undefined, after printing them, if there are errors. */
export async function runInspected(options: InputOptions): Promise<InspectedRun | undefined> {
  let prepared: Prepared | undefined;
  const inspect = (found: Prepared): void => void (prepared = found);
  const ignored: Report[] = [];
  const seeIgnored = (one: Report): void => void ignored.push(one);
  const { findings, compilation, folder } = await run(
    { ...options, allowEmpty: true, maxFindings: 0, inspect, seeIgnored },
    'findings',
  );
  const errors = errorsOf(findings);
  if (prepared && compilation && errors.diagnostics.length + errors.omitted.length === 0) {
    return { prepared, compilation, findings, ignored, folder };
  }
  printErrors(errors);
  return undefined;
}
