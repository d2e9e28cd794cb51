import type { Findings, FindingFilter, OmittedFindings, Report, Reporter, Severity } from '../model/diagnostic.js';
import { numberOfText } from '../std/text-number.js';
import { order } from './order.js';
import { locateReports } from './place.js';
import { comparePrecedence, reportIdentityOf } from './precedence.js';
import { boundText } from './visible.js';

/** All findings of one code and severity, each as a number. Duplicates count once. */
interface Tally {
  readonly code: string;
  readonly severity: Severity;
  readonly seen: Set<number>;
}

/** Collects the findings of a run, and keeps only the requested number. */
export interface FindingsCollector {
  readonly report: Reporter;
  /** Returns true if any finding, kept or not, is an error. */
  readonly hasError: () => boolean;
  /** Returns the kept findings with positions, in file order, and the number of the others. */
  readonly finish: () => Findings;
}

/**
 * Collects findings and counts them. Keeps the first `most` (0: all) by `comparePrecedence`, regardless of the order of
 * reports. Memory grows with `most`, and by one number for each other finding. Texts are bounded. Findings that `judge`
 * ignores are only counted.
 */
export function collectFindings(most: number, judge: FindingFilter = (report) => report): FindingsCollector {
  const limit = most === 0 ? Infinity : most;
  const counts = new Map<string, Tally>();
  const ignored = new Set<number>();
  let kept: Report[] = [];
  /** The last of the requested findings. Findings after it are only counted. */
  let last: Report | undefined;
  const prune = (): void => {
    kept = kept.sort(comparePrecedence).filter((one, index, all) => {
      const before = all[index - 1];
      return !before || comparePrecedence(before, one) !== 0;
    });
    last = kept[limit - 1];
    kept = kept.slice(0, limit);
  };
  return {
    report: (found) => {
      const one = judge(found);
      if (!one) {
        ignored.add(numberOfText(reportIdentityOf(boundReport(found))));
        return;
      }
      const key = keyOf(one);
      const { code, severity } = one;
      const tally = counts.get(key) ?? { code, severity, seen: new Set() };
      counts.set(key, tally);
      const bounded = boundReport(one);
      if (limit !== Infinity) tally.seen.add(numberOfText(reportIdentityOf(bounded)));
      if (last && comparePrecedence(bounded, last) > 0) return;
      kept.push(bounded);
      if (kept.length >= 2 * limit) prune();
    },
    hasError: () => [...counts.values()].some(({ severity }) => severity === 'error'),
    finish: () => {
      if (kept.length > limit) prune();
      return {
        diagnostics: order(locateReports(kept)),
        omitted: last ? subtract(counts, kept) : [],
        ...(ignored.size > 0 ? { ignoredFindings: ignored.size } : {}),
      };
    },
  };
}

/** Bounds findings that are already complete. */
export function boundFindings(reports: readonly Report[], most: number, judge?: FindingFilter): Findings {
  const findings = collectFindings(most, judge);
  for (const one of reports) findings.report(one);
  return findings.finish();
}

function keyOf({ code, severity }: Pick<Report, 'code' | 'severity'>): string {
  return `${code} ${severity}`;
}

/** Returns the counts without the kept findings, by code. */
function subtract(counts: ReadonlyMap<string, Tally>, kept: readonly Report[]): OmittedFindings[] {
  const shown = new Map<string, number>();
  for (const one of kept) shown.set(keyOf(one), (shown.get(keyOf(one)) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { code, severity, seen }]) => ({ code, severity, count: seen.size - (shown.get(key) ?? 0) }))
    .filter(({ count }) => count > 0);
}

/** Returns a report with bounded texts, because a value of a megabyte in a message is unreadable. */
export function boundReport(report: Report): Report {
  const { message, help, resource, related } = report;
  return {
    ...report,
    message: boundText(message),
    help: boundText(help),
    ...(resource && {
      resource: { ...resource, namespace: boundText(resource.namespace), name: boundText(resource.name) },
    }),
    ...(related && { related: related.map((note) => ({ ...note, message: boundText(note.message) })) }),
  };
}
