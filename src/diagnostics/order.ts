import { compareText } from '../std/compare-text.js';
import type { Diagnostic, Position } from '../model/diagnostic.js';

interface Entry {
  readonly diagnostic: Diagnostic;
  /** Index of the file among all files, 0 for a diagnostic without position. */
  readonly rank: number;
  /** Content of the diagnostic. Diagnostics with the same identity are duplicates. */
  readonly identity: string;
}

/**
 * Sorts diagnostics into file order: bytes of the path, line, column, code, message. Those without a position come
 * first. The cause of a finding comes right before the first finding that it explains, if file order would put it
 * later. Exact duplicates are removed. The result does not depend on the order of the input.
 */
export function order(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const ranks = rankFiles(diagnostics);
  const entries = new Map<string, Entry>();
  for (const diagnostic of diagnostics) {
    const identity = identityOf(diagnostic);
    const rank = diagnostic.at ? (ranks.get(diagnostic.at.file) ?? 0) : 0;
    entries.set(identity, { diagnostic, rank, identity });
  }
  return putCausesFirst([...entries.values()].sort(compareEntries).map((entry) => entry.diagnostic));
}

/** Moves findings that others name as their cause before them. All others keep their order. */
function putCausesFirst(sorted: Diagnostic[]): Diagnostic[] {
  const causes = new Set(
    sorted.flatMap(({ related }) => related.flatMap((note) => (note.isCause ? [keyOf(note.at)] : []))),
  );
  if (causes.size === 0) return sorted;
  const byPlace = new Map<string, Diagnostic[]>();
  for (const one of sorted) {
    const key = one.at && keyOf(one.at);
    if (key === undefined || !causes.has(key)) continue;
    const there = byPlace.get(key);
    if (there) there.push(one);
    else byPlace.set(key, [one]);
  }
  const placed = new Set<Diagnostic>();
  const place = (one: Diagnostic): void => {
    if (placed.has(one)) return;
    placed.add(one);
    const own = one.related.flatMap(({ isCause, at }) => (isCause ? (byPlace.get(keyOf(at)) ?? []) : []));
    for (const cause of own) place(cause);
    result.push(one);
  };
  const result: Diagnostic[] = [];
  for (const one of sorted) place(one);
  return result;
}

function keyOf({ file, line, column }: Position): string {
  return `${line}:${column}:${file}`;
}

function rankFiles(diagnostics: readonly Diagnostic[]): Map<string, number> {
  const files = new Set<string>();
  for (const { at } of diagnostics) if (at) files.add(at.file);
  const sorted = [...files].map((file) => ({ file, bytes: Buffer.from(file) }));
  sorted.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  return new Map(sorted.map(({ file }, index) => [file, index + 1]));
}

/**
 * Returns the content of a diagnostic as text. Excerpts are omitted: they follow from the position, and can be
 * megabytes long.
 */
function identityOf({ code, severity, message, help, at, pointer, resource, related }: Diagnostic): string {
  return JSON.stringify([
    ...[code, severity, message, help, pointer],
    ...[resource?.kind, resource?.namespace, resource?.name],
    ...[at?.file, at?.line, at?.column, at?.length],
    related.map((note) => [note.message, note.at.file, note.at.line, note.at.column, note.at.length]),
  ]);
}

function compareEntries(a: Entry, b: Entry): number {
  const [left, right] = [a.diagnostic, b.diagnostic];
  return (
    a.rank - b.rank ||
    (left.at?.line ?? 0) - (right.at?.line ?? 0) ||
    (left.at?.column ?? 0) - (right.at?.column ?? 0) ||
    compareText(left.code, right.code) ||
    compareText(left.message, right.message) ||
    compareText(a.identity, b.identity)
  );
}
