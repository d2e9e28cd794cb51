import type { Diagnostic, Severity } from '../model/diagnostic.js';

/**
 * The exit code that the diagnostics of a run call for: 1 with an error, or with a rejected part when `strict`;
 * else 0.
 */
export function exitCodeOf(
  diagnostics: readonly Pick<Diagnostic, 'severity'>[],
  { strict }: { strict: boolean },
): 0 | 1 {
  return diagnostics.some(({ severity }) => severity === 'error' || (strict && severity === 'rejected')) ? 1 : 0;
}

/** Counts diagnostics by severity: `3 errors, 1 rejected, 2 warnings`. Severities that do not occur are left out. */
export function summarise(diagnostics: readonly Pick<Diagnostic, 'severity'>[]): string {
  const counts: Record<Severity, number> = { error: 0, rejected: 0, warning: 0 };
  for (const { severity } of diagnostics) counts[severity]++;
  const parts = [
    counts.error > 0 ? `${counts.error} ${counts.error === 1 ? 'error' : 'errors'}` : '',
    counts.rejected > 0 ? `${counts.rejected} rejected` : '',
    counts.warning > 0 ? `${counts.warning} ${counts.warning === 1 ? 'warning' : 'warnings'}` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : 'no problems';
}
