import type { Report, Reporter, Severity } from '../../model/diagnostic.js';
import { messages } from '../../schema/messages.js';

const MOST_REPORTS = 20;
const RANK: Readonly<Record<Severity, number>> = { warning: 0, rejected: 1, error: 2 };

/** A reporter for one object that passes on its first twenty reports. */
export interface LimitedReporter {
  readonly report: Reporter;
  /** Whether any report so far was an error. */
  readonly hasError: () => boolean;
  /** Says how many reports were held back, at the place of the first, with the severity of the worst. */
  readonly close: () => void;
}

/** Limits what is reported of an object, so that a list of 100,000 wrong entries does not bury everything else. */
export function limitReports(report: Reporter): LimitedReporter {
  let count = 0;
  let failed = false;
  let worst: Severity = 'warning';
  let firstHeld: Report | undefined;
  return {
    report: (next) => {
      count++;
      failed ||= next.severity === 'error';
      if (count <= MOST_REPORTS) {
        report(next);
        return;
      }
      firstHeld ??= next;
      if (RANK[next.severity] > RANK[worst]) worst = next.severity;
    },
    hasError: () => failed,
    close: () => {
      if (!firstHeld) return;
      const { location, resource } = firstHeld;
      report({ ...messages.moreFindings(count - MOST_REPORTS, worst), location, ...(resource && { resource }) });
    },
  };
}
