import { createHash } from 'node:crypto';
import type { Diagnostic, Findings, OmittedFindings, Severity } from '../model/diagnostic.js';
import { plural } from '../std/plural.js';
import { describeContext } from './context.js';
import { createFingerprinter } from './fingerprint.js';
import { FILE_OF_NONE, SHOW_ALL } from './renderer.js';
import { boundText, makeJsonVisible } from './visible.js';

/** Severities of Code Climate: info, minor, major, critical, blocker. */
const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'critical',
  rejected: 'major',
  warning: 'minor',
  info: 'info',
};

/**
 * Renders diagnostics as a Code Climate report in the format of GitLab (GitLab documentation, "Code Quality report
 * format"). It is a JSON array of objects, each with a location and a fingerprint that does not depend on lines.
 */
export function renderCodeClimate({ diagnostics, omitted }: Findings): string {
  const fingerprint = createFingerprinter();
  const issues = [
    ...diagnostics.map((diagnostic) => describeIssue(diagnostic, fingerprint(diagnostic))),
    ...omitted.map(describeOmitted),
  ];
  return makeJsonVisible(JSON.stringify(issues, undefined, 2)) + '\n';
}

function describeIssue(diagnostic: Diagnostic, fingerprint: string): object {
  const { code, severity, message, help, at } = diagnostic;
  const lines = [message, describeContext(diagnostic), help === '' ? '' : `help: ${help}`];
  return {
    type: 'issue',
    description: boundText(lines.filter((line) => line !== '').join('\n')),
    check_name: code,
    categories: ['Bug Risk'],
    fingerprint,
    severity: SEVERITIES[severity],
    location: { path: at?.file ?? FILE_OF_NONE, lines: { begin: at?.line ?? 1 } },
  };
}

/**
 * Describes the findings that are not shown. The fingerprint excludes their number, so that it is stable if the number
 * changes.
 */
function describeOmitted({ code, severity, count }: OmittedFindings): object {
  return {
    type: 'issue',
    description: `${plural(count, 'more finding')} of this code: ${SHOW_ALL}`,
    check_name: code,
    categories: ['Bug Risk'],
    fingerprint: createHash('sha256').update(`omitted ${code} ${severity}`).digest('hex').slice(0, 16),
    severity: SEVERITIES[severity],
    location: { path: FILE_OF_NONE, lines: { begin: 1 } },
  };
}
