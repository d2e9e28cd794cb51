import type { Configuration } from '../model/configuration.js';
import type { FindingFilter } from '../model/diagnostic.js';
import { memoizeWeak } from '../std/memoize.js';

/** Returns the pattern for all codes of a code's subject, as in settings: `egress-ip/*`. */
export function patternOf(code: string): string {
  return `${code.slice(0, code.indexOf('/'))}/*`;
}

/**
 * Creates the filter that applies `findings` of weir.yaml. Errors cannot be overridden, because they prevent valid
 * output. The same settings have the same filter.
 */
export const applySeverityOverrides = memoizeWeak((levels: Configuration['findings']): FindingFilter => {
  if (levels.size === 0) return (report) => report;
  return (report) => {
    if (report.severity === 'error') return report;
    const level = levels.get(report.code) ?? levels.get(patternOf(report.code)) ?? report.severity;
    return level === 'off' ? undefined : { ...report, severity: level };
  };
});
