import type { Finding, Reporter } from '../../../model/diagnostic.js';
import type { Cause } from '../../../model/intent/cause.js';
import { createReportAt } from '../../../model/report-at.js';

/** Reports a finding at a rule, with the rule or policy that is the reason. */
export type ReportRule = (finding: Finding, at: Cause, reason: Reason) => void;

interface Reason {
  readonly message: string;
  readonly cause: Cause;
}

/** Creates a reporter for rules of any object. */
export function createReportRule(report: Reporter): ReportRule {
  return (finding, at, { message, cause: { origin, pointer } }) => {
    createReportAt(at, report)(finding, at.pointer, [{ message, location: { origin, pointer } }]);
  };
}
