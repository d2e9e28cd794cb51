import { locateReports } from '../../../diagnostics/place.js';
import { rebase } from '../../../diagnostics/rebase.js';
import { errorsOf } from '../../../diagnostics/verdict.js';
import { EXPECTATIONS_PATH } from '../../../expectations/parse.js';
import type { ExpectationVerdict } from '../../../expectations/verdict.js';
import { findBase } from '../../../sources/git-base.js';
import { pathFromHere } from '../../process/folder.js';
import { printNext } from '../../process/next.js';
import { printMessage } from '../../process/print.js';
import { printErrors } from '../../run/diagnostics.js';
import type { InputOptions } from '../../run/input.js';
import { type Run, run } from '../../run/run.js';
import type { ExpectationAnswer } from './answer.js';
import { printAnswers } from './render.js';

export interface ExpectOptions extends InputOptions {
  readonly format: string;
  /** If true, runs again when the input changes. */
  readonly watch?: boolean;
}

/**
 * Runs `weir expect`: verifies every expectation of the repository, and every PodNetworkConnectivityCheck of its
 * inventory. Returns exit code 0, 1 for errors in the input, or 2 if an expectation failed. Errors go to standard
 * error.
 */
export async function expectCommand({ format, watch = false, ...given }: ExpectOptions): Promise<number> {
  const options = { ...given, allowEmpty: true };
  if (!watch) return conclude(await run(options, 'answers'), format);
  const { watchRuns } = await import('../../run/follow.js');
  return watchRuns(options, 'answers', (done) => conclude(done, format));
}

/** Prints the results of a run. Returns the exit code. */
async function conclude({ root, folder, compilation, findings }: Run, format: string): Promise<number> {
  const errors = errorsOf(findings);
  if (!compilation || errors.diagnostics.length + errors.omitted.length > 0) {
    printErrors(errors);
    return 1;
  }
  const { verdicts } = compilation;
  if (verdicts.length === 0) {
    printMessage(`no expectations, create ${EXPECTATIONS_PATH} or list files in 'expectations' of weir.yaml`);
  }
  printAnswers(answersOf(verdicts, pathFromHere(root)), format);
  if (verdicts.every(({ reports }) => reports.length === 0)) return 0;
  if ('commit' in (await findBase(root))) {
    printNext(folder, ['diff'], 'shows the effect of the current changes on traffic');
  }
  return 2;
}

/** Returns the verdicts with source locations relative to `folder`. */
function answersOf(verdicts: readonly ExpectationVerdict[], folder: string): ExpectationAnswer[] {
  const all = verdicts.flatMap(({ place, reports, notes }) => [
    { code: '', severity: 'warning' as const, message: '', help: '', location: place },
    ...reports,
    ...notes,
  ]);
  const placed = rebase(locateReports(all), folder);
  let next = 0;
  return verdicts.map(({ name, source, reports, notes: said }) => {
    const at = placed[next]?.at;
    const findings = placed.slice(next + 1, next + 1 + reports.length);
    next += 1 + reports.length;
    const notes = placed.slice(next, next + said.length);
    next += said.length;
    return { name, source, findings, notes, ...(at ? { at } : {}) };
  });
}
