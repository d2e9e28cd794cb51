import { locateReports } from '../../diagnostics/place.js';
import type { InputOptions } from '../run/input.js';
import { renderSubject, writePage } from './report-page.js';
import { runInspected } from '../run/run-inspected.js';

export interface ReportOptions extends InputOptions {
  /** File to write. */
  readonly out: string;
}

/**
 * Runs `weir report`: writes an HTML report of the repository. Returns exit code 0, or 1 for errors in the input and a
 * file that cannot be written.
 */
export async function reportCommand({ out, ...options }: ReportOptions): Promise<number> {
  const done = await runInspected(options);
  if (!done) return 1;
  const { prepared, compilation, findings, ignored, folder } = done;
  const { intents, lock } = compilation;
  const title = options.rev ?? 'working tree';
  const subject = { title, folder, prepared, intents, lock: lock.after, findings, ignored: locateReports(ignored) };
  return writePage(out, renderSubject(subject)) ? 0 : 1;
}
