import { countSeverity } from '../model/count-severity.js';
import { type Findings, SEVERITIES, type Severity } from '../model/diagnostic.js';

/**
 * Returns the exit code for the findings of a run: 1 for an error, or for a rejection if `strict`, else 0. Findings
 * that are not shown count, too.
 */
export function exitCodeOf(findings: Findings, options: { readonly strict: boolean }): 0 | 1 {
  return findFailure(findings, options) ? 1 : 0;
}

/** Returns the first finding that makes a run fail, or undefined. */
export function findFailure(
  { diagnostics, omitted }: Findings,
  { strict }: { readonly strict: boolean },
): { readonly code: string } | undefined {
  return [...diagnostics, ...omitted].find(
    ({ severity }) => severity === 'error' || (strict && severity === 'rejected'),
  );
}

/** Returns the errors among findings. */
export function errorsOf({ diagnostics, omitted }: Findings): Findings {
  return {
    diagnostics: diagnostics.filter(({ severity }) => severity === 'error'),
    omitted: omitted.filter(({ severity }) => severity === 'error'),
  };
}

/** Returns the number of findings that are not shown. */
export function countOmitted({ omitted }: Pick<Findings, 'omitted'>): number {
  return omitted.reduce((sum, { count }) => sum + count, 0);
}

/** Formats the number of findings: `3 errors, 1 rejected, 2 warnings, 4 ignored`. Zero counts are omitted. */
export function summariseFindings({ diagnostics, omitted, ignoredFindings: ignored = 0 }: Findings): string {
  const counts: Record<Severity, number> = { error: 0, rejected: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity]++;
  for (const { severity, count } of omitted) counts[severity] += count;
  const shown = SEVERITIES.flatMap((severity) =>
    counts[severity] > 0 ? [countSeverity(counts[severity], severity)] : [],
  );
  return [...(shown.length > 0 ? shown : ['no problems']), ...(ignored > 0 ? [`${ignored} ignored`] : [])].join(', ');
}
