import type { FindingFilter, Report, Reporter, Severity } from '../../model/diagnostic.js';
import { messages } from '../../schema/messages.js';

const MAX_REPORTS = 20;
const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, rejected: 2, error: 3 };

/** A reporter for one object that passes on its first twenty reports. */
export interface LimitedReporter {
  readonly report: Reporter;
  /** True if any report so far was an error. */
  readonly hasError: () => boolean;
  /** Says how many reports were held back, at the place of the first, with the severity of the worst. */
  readonly close: () => void;
}

/**
 * Limits what is reported of an object, so that a list of 100,000 wrong entries does not bury everything else. What `judge`
 * ignores is passed on without being counted.
 */
export function limitReports(report: Reporter, judge: FindingFilter): LimitedReporter {
  let count = 0;
  let failed = false;
  let worst: Severity = 'warning';
  let firstHeld: Report | undefined;
  return {
    report: (next) => {
      failed ||= next.severity === 'error';
      const judged = judge(next);
      if (!judged) {
        report(next);
        return;
      }
      count++;
      if (count <= MAX_REPORTS) {
        report(next);
        return;
      }
      firstHeld ??= next;
      if (RANK[judged.severity] > RANK[worst]) worst = judged.severity;
    },
    hasError: () => failed,
    close: () => {
      if (!firstHeld) return;
      const { location, resource } = firstHeld;
      report({ ...messages.moreFindings(count - MAX_REPORTS, worst), location, ...(resource && { resource }) });
    },
  };
}
