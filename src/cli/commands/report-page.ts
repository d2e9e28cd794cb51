import type { ComparedSide } from '../../compare/interpret-side.js';
import type { DiffReport } from '../../compare/render/report.js';
import { order } from '../../diagnostics/order.js';
import { locateReports } from '../../diagnostics/place.js';
import { rebase } from '../../diagnostics/rebase.js';
import { replaceFile } from '../../rendered/replace-file.js';
import { readPageFiles } from '../../report/page-files.js';
import { renderPage } from '../../report/report.js';
import type { ReportSubject } from '../../report/subject.js';
import type { Both } from '../../traffic/side.js';
import { printMessage } from '../process/print.js';
import { version } from '../process/version.js';
import type { DiffInput } from '../run/diff-input.js';

/** A comparison, and its two sides. */
export interface ComparedSides extends Pick<DiffInput, 'titles' | 'folders'> {
  readonly report: DiffReport;
  readonly sides: Both<ComparedSide>;
}

/** Renders the report of a repository as HTML. */
export function renderSubject(subject: ReportSubject): string {
  return renderPage(subject, readPageFiles(), version);
}

/** Renders the report of a comparison as HTML. */
export function renderComparison({ report, sides, titles, folders }: ComparedSides): string {
  const subjectOf = (side: keyof Both<unknown>): ReportSubject => {
    const { prepared, intents, lock, findings, ignored } = sides[side];
    const diagnostics = order(rebase(locateReports(findings.kept), folders[side]));
    return {
      title: titles[side],
      folder: folders[side],
      ...{ prepared, intents, lock },
      findings: { diagnostics, omitted: [] },
      ignored: locateReports(ignored.kept),
    };
  };
  const compared = { before: subjectOf('before'), diff: report };
  return renderPage(subjectOf('after'), readPageFiles(), version, compared);
}

/** Writes a page atomically. Returns false if the file cannot be written, and prints the reason to standard error. */
export function writePage(path: string, text: string): boolean {
  const [refused] = replaceFile(path, text);
  if (refused) printMessage(refused.message);
  return refused === undefined;
}
