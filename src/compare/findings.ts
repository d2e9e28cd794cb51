import { boundReport } from '../diagnostics/collect.js';
import type { Report, Reporter } from '../model/diagnostic.js';
import { numberOfText } from '../std/text-number.js';
import type { Both } from '../traffic/side.js';

/** Reports of one side that the other does not have. */
export interface FindingChanges {
  readonly added: readonly Report[];
  readonly gone: readonly Report[];
  /** Numbers of further reports, which are counted but not kept. */
  readonly omitted: { readonly added: number; readonly gone: number };
  readonly ignored: {
    /** Ignored on the new side only: new findings, and those that the old side reports. */
    readonly added: readonly Report[];
    /** Number of further ignored reports. */
    readonly omitted: number;
    /** Number of reports that the new side ignores. */
    readonly total: number;
  };
}

/** Findings of one side, reported and ignored. */
interface FoundOnSide {
  readonly findings: FindingLedger;
  readonly ignored: FindingLedger;
}

/** Findings of one side: the first reports, and the number of occurrences of each. */
export interface FindingLedger {
  readonly report: Reporter;
  readonly kept: readonly Report[];
  /** Hash of a report → number of its occurrences. */
  readonly counts: ReadonlyMap<number, number>;
}

/** Maximum number of reports kept for a side. The others are compared by their hashes only. */
const MAX_KEPT = 50_000;

/** Creates a ledger that keeps the first `most` reports, with bounded texts, and a hash of each report. */
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
 * Compares the findings of two sides. Findings are equal if they report the same about the same resource, in any
 * location. A finding that is now ignored is not reported as gone.
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
