import type { Configuration } from '../model/configuration.js';
import type { FindingFilter } from '../model/diagnostic.js';

/** Returns the subject of a code, as a setting for all of its findings names it: `egress-ip/*`. */
export function patternOf(code: string): string {
  return `${code.slice(0, code.indexOf('/'))}/*`;
}

/** Judges findings by `findings` of weir.yaml. An error stays one: it leaves no sound output, whatever anybody thinks of it. */
export function applySeverityOverrides(levels: Configuration['findings']): FindingFilter {
  if (levels.size === 0) return (report) => report;
  return (report) => {
    if (report.severity === 'error') return report;
    const level = levels.get(report.code) ?? levels.get(patternOf(report.code)) ?? report.severity;
    return level === 'off' ? undefined : { ...report, severity: level };
  };
}
