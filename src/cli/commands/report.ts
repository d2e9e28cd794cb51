import type { Prepared } from '../../compile/compile.js';
import { locateReports } from '../../diagnostics/place.js';
import { errorsOf } from '../../diagnostics/verdict.js';
import type { Report } from '../../model/diagnostic.js';
import { printErrors } from './diagnostics.js';
import type { InputOptions } from './input.js';
import { renderSubject, writePage } from './report-page.js';
import { run } from './run.js';

export interface ReportOptions extends InputOptions {
  /** File to write. */
  readonly out: string;
}

/**
 * Runs `weir report`: writes an HTML report of the repository. Returns exit code 0, or 1 for errors in the input and a
 * file that cannot be written.
 */
export async function reportCommand({ out, ...options }: ReportOptions): Promise<number> {
  let prepared: Prepared | undefined;
  const inspect = (found: Prepared): void => void (prepared = found);
  const ignored: Report[] = [];
  const seeIgnored = (one: Report): void => void ignored.push(one);
  const { findings, compilation, folder } = await run(
    { ...options, allowEmpty: true, maxFindings: 0, inspect, seeIgnored },
    'findings',
  );
  const errors = errorsOf(findings);
  if (!prepared || !compilation || errors.diagnostics.length + errors.omitted.length > 0) {
    printErrors(errors);
    return 1;
  }
  const { intents, lock } = compilation;
  const title = options.rev ?? 'working tree';
  const subject = { title, folder, prepared, intents, lock: lock.after, findings, ignored: locateReports(ignored) };
  return writePage(out, renderSubject(subject)) ? 0 : 1;
}
