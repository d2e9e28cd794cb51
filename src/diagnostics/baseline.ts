import { type Diagnostic, type Findings, SEVERITIES } from '../model/diagnostic.js';
import { compareText } from '../std/compare-text.js';
import { createFingerprinter } from './fingerprint.js';
import { addOmitted } from './omitted.js';
import { makeVisible } from './visible.js';

/** Accepted findings of a repository, by fingerprints that do not depend on lines. */
export type Baseline = ReadonlySet<string>;

/** Findings without those of a baseline. */
export interface BaselineComparison {
  readonly findings: Findings;
  /** Number of baseline entries that are no longer found. */
  readonly stale: number;
}

const HEAD =
  '# Findings that `weir check --baseline` and `weir compile --baseline` do not report. `weir check --write-baseline` writes this file.\n';
const ENTRY = /^([0-9a-f]{16}:[1-9][0-9]*) /;

/** Returns true if a finding may be in a baseline. */
export type MayStay = (diagnostic: Diagnostic) => boolean;

/** Returns the text of a baseline: a line for each finding, with its code and file for reviewers. */
export function writeBaseline(diagnostics: readonly Diagnostic[], mayStay: MayStay): string {
  const fingerprint = createFingerprinter();
  const entries = diagnostics
    .filter(mayStay)
    .map((one) => ({ file: makeVisible(one.at?.file ?? ''), code: one.code, print: fingerprint(one) }))
    .sort((a, b) => compareText(a.file, b.file) || compareText(a.code, b.code) || compareText(a.print, b.print));
  return HEAD + entries.map(({ print, code, file }) => `${print} ${code} ${file}`.trimEnd() + '\n').join('');
}

/** Reads a baseline. Returns the number of the first invalid line instead, if there is one. */
export function readBaseline(text: string): Baseline | { readonly badLine: number } {
  const prints = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const print = ENTRY.exec(line)?.[1];
    if (print === undefined) return { badLine: index + 1 };
    prints.add(print);
  }
  return prints;
}

/** Removes the findings of a baseline. They count as ignored. */
export function compareWithBaseline(found: Findings, baseline: Baseline, mayStay: MayStay): BaselineComparison {
  const fingerprint = createFingerprinter();
  const known = new Set<string>();
  const diagnostics = found.diagnostics.filter((one) => {
    if (!mayStay(one)) return true;
    const print = fingerprint(one);
    if (!baseline.has(print)) return true;
    known.add(print);
    return false;
  });
  const ignored = (found.ignoredFindings ?? 0) + found.diagnostics.length - diagnostics.length;
  return {
    findings: { ...found, diagnostics, ...(ignored > 0 ? { ignoredFindings: ignored } : {}) },
    stale: baseline.size - known.size,
  };
}

/**
 * Returns up to `most` findings (0: all) in their order, preferring the most severe ones, and the number of the others
 * by code.
 */
export function limitFindings(found: Findings, most: number): Findings {
  if (most === 0 || found.diagnostics.length <= most) return found;
  const byGravity = SEVERITIES.flatMap((severity) => found.diagnostics.filter((one) => one.severity === severity));
  const kept = new Set(byGravity.slice(0, most));
  return {
    ...found,
    diagnostics: found.diagnostics.filter((one) => kept.has(one)),
    omitted: addOmitted(found.omitted, byGravity.slice(most)),
  };
}
