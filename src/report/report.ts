import { namesOfGiven } from '../compare/render/given.js';
import type { DiffReport } from '../compare/render/report.js';
import type { ChangesData } from './data.js';
import type { PageFiles } from './page-files.js';
import { renderHtml } from './render-html.js';
import { describeFinding, takeSnapshot } from './snapshot.js';
import type { ReportSubject } from './subject.js';
import { collectTraced } from './traced.js';

/** A comparison, with the side before. */
export interface ReportSides {
  readonly before: ReportSubject;
  readonly diff: DiffReport;
}

/** Returns the report of a repository as HTML. With a comparison, it includes both sides and the changes. */
export function renderPage(subject: ReportSubject, files: PageFiles, version: string, compared?: ReportSides): string {
  const report = { version, snapshot: takeSnapshot(subject) };
  const traced = collectTraced(subject);
  if (!compared) return renderHtml({ report, traced }, files);
  const { before, diff } = compared;
  return renderHtml(
    {
      report: { ...report, before: takeSnapshot(before), changes: describeChanges(diff) },
      traced,
      tracedBefore: collectTraced(before),
    },
    files,
  );
}

function describeChanges(diff: DiffReport): ChangesData {
  const { titles, counts, opened, closed, connections, egress, moves, marks, redirections, exposure } = diff;
  return {
    ...{ titles, counts, opened, closed, connections, egress, moves, marks, redirections, exposure },
    expectations: diff.expectations.map(({ name, change, findings, weakenings = [] }) => ({
      ...{ name, change },
      weakenings: weakenings.map(({ text, at }) => (at ? `${text} (${at.file}:${at.line})` : text)),
      findings: findings.map(describeFinding),
    })),
    given: diff.given.map((one) => ({ address: one.address, owner: one.owner, names: namesOfGiven(one, Infinity) })),
    findings: { added: diff.findings.added.map(describeFinding), gone: diff.findings.gone.map(describeFinding) },
  };
}
