import type { Findings, Severity } from '../model/diagnostic.js';

/**
 * The exit code that the findings of a run call for: 1 with an error, or with a rejected part when `strict`; else 0. What
 * is not shown counts as well.
 */
export function exitCodeOf({ diagnostics, omitted }: Findings, { strict }: { strict: boolean }): 0 | 1 {
  return [...diagnostics, ...omitted].some(
    ({ severity }) => severity === 'error' || (strict && severity === 'rejected'),
  )
    ? 1
    : 0;
}

/** The errors among findings. */
export function errorsOf({ diagnostics, omitted }: Findings): Findings {
  return {
    diagnostics: diagnostics.filter(({ severity }) => severity === 'error'),
    omitted: omitted.filter(({ severity }) => severity === 'error'),
  };
}

/** How many findings are not shown. */
export function countOmitted({ omitted }: Pick<Findings, 'omitted'>): number {
  return omitted.reduce((sum, { count }) => sum + count, 0);
}

/** Counts findings by severity: `3 errors, 1 rejected, 2 warnings`. Severities that do not occur are left out. */
export function summarise({ diagnostics, omitted }: Findings): string {
  const counts: Record<Severity, number> = { error: 0, rejected: 0, warning: 0 };
  for (const { severity } of diagnostics) counts[severity]++;
  for (const { severity, count } of omitted) counts[severity] += count;
  const parts = [
    counts.error > 0 ? `${counts.error} ${counts.error === 1 ? 'error' : 'errors'}` : '',
    counts.rejected > 0 ? `${counts.rejected} rejected` : '',
    counts.warning > 0 ? `${counts.warning} ${counts.warning === 1 ? 'warning' : 'warnings'}` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : 'no problems';
}
