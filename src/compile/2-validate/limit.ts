import type { FindingFilter, Report, Reporter, Severity } from '../../model/diagnostic.js';
import { messages } from '../../schema/messages.js';

const MAX_REPORTS = 20;
const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, rejected: 2, error: 3 };

/** Reporter for one object that forwards its first twenty reports. */
export interface LimitedReporter {
  readonly report: Reporter;
  /** Returns true if any report so far was an error. */
  readonly hasError: () => boolean;
  /** Reports the number of withheld reports at the location of the first, with the highest severity. */
  readonly close: () => void;
}

/**
 * Limits the reports of an object, so that a list of 100,000 invalid entries does not hide other findings. Reports that
 * `judge` ignores are forwarded without being counted.
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
