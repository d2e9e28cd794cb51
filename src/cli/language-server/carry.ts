import type { Diagnostic } from '../../model/diagnostic.js';
import { groupBy } from '../../std/group-by.js';

/** A text, and its findings. */
export interface FoundIn {
  readonly text: string;
  readonly findings: readonly Diagnostic[];
}

/**
 * Returns the findings of an earlier text that still apply to a text with errors: all but errors, on unchanged lines.
 * Their edits are removed.
 */
export function carryFindings(before: FoundIn, now: FoundIn): Diagnostic[] {
  const lineNow = followLines(before.text.split('\n'), now.text.split('\n'));
  const known = new Set(now.findings.map(keyOf));
  return before.findings.flatMap((finding) => {
    const line = finding.at && lineNow(finding.at.line);
    if (finding.severity === 'error' || !finding.at || line === undefined) return [];
    const moved: Diagnostic & { edit?: unknown } = { ...finding, at: { ...finding.at, line } };
    delete moved.edit;
    return known.has(keyOf(moved)) ? [] : [moved];
  });
}

function keyOf({ code, message, at }: Diagnostic): string {
  return JSON.stringify([code, message, at?.line]);
}

/**
 * Creates a function that finds a line (from 1) in a later text: before or after all changes, or as the only line
 * between with its text.
 */
function followLines(before: readonly string[], now: readonly string[]): (line: number) => number | undefined {
  const shorter = Math.min(before.length, now.length);
  let first = 0;
  while (first < shorter && before[first] === now[first]) first++;
  let last = 0;
  while (last < shorter - first && before[before.length - 1 - last] === now[now.length - 1 - last]) last++;
  const [old, later] = [before, now].map((lines) => indexUnique(lines, first, lines.length - last));
  return (line) => {
    if (line <= first) return line;
    if (line > before.length - last) return line + now.length - before.length;
    const text = before[line - 1] ?? '';
    return old?.has(text) === true ? later?.get(text) : undefined;
  };
}

/** Returns the lines (from 1) between two indexes whose texts occur once. */
function indexUnique(lines: readonly string[], first: number, end: number): ReadonlyMap<string, number> {
  const groups = groupBy(
    lines.slice(first, end).map((text, index) => ({ text, line: first + index + 1 })),
    ({ text }) => text,
  );
  return new Map(
    [...groups].flatMap(([text, [only, ...more]]) => (only && more.length === 0 ? [[text, only.line]] : [])),
  );
}
