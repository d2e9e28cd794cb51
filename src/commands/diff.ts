import { buildReport } from '../6-diff/render/build.js';
import { renderJson } from '../6-diff/render/json.js';
import { hasChanges } from '../6-diff/render/layout-summary.js';
import { renderMarkdown } from '../6-diff/render/markdown.js';
import { type DiffReport, TOPICS, type Topic } from '../6-diff/render/report.js';
import { renderText } from '../6-diff/render/text.js';
import type { Both } from '../6-diff/side.js';
import { compare } from '../compare.js';
import { order } from '../diagnostics/order.js';
import { placeReports } from '../diagnostics/place.js';
import { rebase } from '../diagnostics/rebase.js';
import { makeVisible } from '../diagnostics/visible.js';
import type { Report } from '../model/diagnostic.js';
import { renderDiagnostics } from './diagnostics.js';
import { type DiffInput, type DiffInputOptions, readSides } from './diff-input.js';
import { showProgress } from './progress.js';

/** How a comparison can be written. */
export type DiffFormat = 'text' | 'markdown' | 'json';

export interface DiffOptions extends DiffInputOptions {
  readonly format: DiffFormat;
  /** Topics that count for the exit code, separated by commas; by default all. */
  readonly failOn?: string;
}

const RENDERERS: Readonly<Record<DiffFormat, (report: DiffReport) => string>> = {
  text: renderText,
  markdown: renderMarkdown,
  json: renderJson,
};

/**
 * `weir diff`: compiles two revisions or folders and prints what changes for packets, then what changes in the artefacts.
 * Exit code 0 when nothing does, 2 when something does (with `failOn`: something of these topics), 1 when a side has
 * errors, which go to standard error.
 */
export async function diffCommand(options: DiffOptions): Promise<number> {
  const topics = parseTopics(options.failOn);
  if (!topics) {
    process.stderr.write(`weir: --fail-on takes a list of ${TOPICS.join(', ')}\n`);
    return 1;
  }
  const report = await diff(options);
  if (!report) return 1;
  process.stdout.write(RENDERERS[options.format](report));
  const counts = hasChanges(report) && topics.some((topic) => report.counts[topic] > 0);
  return counts ? 2 : 0;
}

/** The comparison; undefined, with the errors of both sides on standard error, where a side has any. */
export async function diff(options: DiffInputOptions): Promise<DiffReport | undefined> {
  const progress = showProgress();
  const read = await readSides(options);
  if (!read.inputs) {
    reportErrors(read.reports, read);
    return undefined;
  }
  if (read.isBorrowed) {
    const { before: base, after: head } = read.titles;
    process.stderr.write(`weir: ${makeVisible(base)} has no weir.yaml: it is read with that of ${makeVisible(head)}\n`);
  }
  const { before, after } = read.inputs;
  const result = compare({
    before: { ...before, progress: progress.phase },
    after: { ...after, progress: progress.phase },
  });
  progress.done();
  if ('errors' in result) {
    reportErrors(result.errors, read);
    return undefined;
  }
  return buildReport(result.comparison, result.sides, read);
}

/** The topics of a list such as `opened,moved`; without a list all. Undefined where a word is none. */
export function parseTopics(text: string | undefined): readonly Topic[] | undefined {
  if (text === undefined) return TOPICS;
  const words = text.split(',').map((word) => word.trim());
  const topics = words.flatMap((word) => TOPICS.filter((topic) => topic === word));
  return topics.length === words.length ? topics : undefined;
}

/** Says which side has which errors. */
function reportErrors(reports: Both<readonly Report[]>, { titles, folders }: DiffInput): void {
  for (const side of ['before', 'after'] as const) {
    const errors = reports[side].filter(({ severity }) => severity === 'error');
    if (errors.length === 0) continue;
    const diagnostics = order(rebase(placeReports(errors), folders[side]));
    process.stderr.write(`weir: ${titles[side] || 'the base'} cannot be compiled\n\n`);
    process.stderr.write(renderDiagnostics(diagnostics, 'text', process.stderr));
  }
}
