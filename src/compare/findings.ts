import { boundReport } from '../diagnostics/collect.js';
import type { Report, Reporter } from '../model/diagnostic.js';
import { numberOfText } from '../std/text-number.js';
import type { Both } from '../traffic/side.js';

/** Reports of one side that the other does not have. */
export interface FindingChanges {
  readonly added: readonly Report[];
  readonly gone: readonly Report[];
  /** How many more there are, of which nothing but their number is known. */
  readonly omitted: { readonly added: number; readonly gone: number };
  readonly ignored: {
    /** Ignored on the side after, and not before: whether they are new, or were shown. */
    readonly added: readonly Report[];
    /** How many more of these there are. */
    readonly omitted: number;
    /** How many the side after ignores. */
    readonly total: number;
  };
}

/** What was found on one side: what counts, and what is ignored. */
interface FoundOnSide {
  readonly findings: FindingLedger;
  readonly ignored: FindingLedger;
}

/** What was found on one side: the first reports, and how often each was made. */
export interface FindingLedger {
  readonly report: Reporter;
  readonly kept: readonly Report[];
  /** The number of what a report says → how often. */
  readonly counts: ReadonlyMap<number, number>;
}

/** How many reports of a side are kept: more are no review, and each of the others still counts by its number. */
const MAX_KEPT = 50_000;

/** Keeps the first `most` reports, with bounded texts, and a number for each of the others. */
export function createLedger(most = MAX_KEPT): FindingLedger {
  const kept: Report[] = [];
  const counts = new Map<number, number>();
  return {
    report: (one) => {
      const bounded = boundReport(one);
      const number = numberOf(bounded);
      counts.set(number, (counts.get(number) ?? 0) + 1);
      if (kept.length < most) kept.push(bounded);
    },
    kept,
    counts,
  };
}

/**
 * Compares what was found. Two findings are the same when they say the same of the same resource, wherever it stands. One
 * that is ignored now is not gone.
 */
export function compareFindings({ before, after }: Both<FoundOnSide>): FindingChanges {
  const added = without(after.findings, before.findings.counts);
  const gone = without(before.findings, addCounts(after.findings.counts, after.ignored.counts));
  const ignored = without(after.ignored, before.ignored.counts);
  return {
    added: added.reports,
    gone: gone.reports,
    omitted: { added: added.omitted, gone: gone.omitted },
    ignored: {
      added: ignored.reports,
      omitted: ignored.omitted,
      total: [...after.ignored.counts.values()].reduce((sum, count) => sum + count, 0),
    },
  };
}

function addCounts(some: FindingLedger['counts'], others: FindingLedger['counts']): FindingLedger['counts'] {
  if (others.size === 0) return some;
  const sums = new Map(some);
  for (const [number, count] of others) sums.set(number, (sums.get(number) ?? 0) + count);
  return sums;
}

function without({ kept, counts }: FindingLedger, others: FindingLedger['counts']) {
  const left = new Map<number, number>();
  const reports = kept.filter((report) => {
    const number = numberOf(report);
    const count = left.get(number) ?? others.get(number) ?? 0;
    left.set(number, count - 1);
    return count <= 0;
  });
  let total = 0;
  for (const [number, count] of counts) total += Math.max(0, count - (others.get(number) ?? 0));
  return { reports, omitted: total - reports.length };
}

function numberOf({ code, severity, message, resource, location }: Report): number {
  const path = resource ? '' : 'path' in location ? location.path : location.origin.file.path;
  const identity = [code, severity, message, resource?.kind, resource?.namespace, resource?.name, path];
  return numberOfText(JSON.stringify(identity));
}
