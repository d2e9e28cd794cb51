import type { Diagnostic } from '../model/diagnostic.js';

interface Entry {
  readonly diagnostic: Diagnostic;
  /** Place of the file among all files, 0 for a diagnostic without position. */
  readonly rank: number;
  /** Everything the diagnostic says; two with the same identity are duplicates. */
  readonly identity: string;
}

/**
 * Puts diagnostics into file order: bytes of the path, line, column, code, message; those without a position first.
 * Of exact duplicates one stays. The result does not depend on the order of the input.
 */
export function order(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const ranks = rankFiles(diagnostics);
  const entries = new Map<string, Entry>();
  for (const diagnostic of diagnostics) {
    const identity = identityOf(diagnostic);
    const rank = diagnostic.at ? (ranks.get(diagnostic.at.file) ?? 0) : 0;
    entries.set(identity, { diagnostic, rank, identity });
  }
  return [...entries.values()].sort(compareEntries).map((entry) => entry.diagnostic);
}

function rankFiles(diagnostics: readonly Diagnostic[]): Map<string, number> {
  const files = new Set<string>();
  for (const { at } of diagnostics) if (at) files.add(at.file);
  const sorted = [...files].map((file) => ({ file, bytes: Buffer.from(file) }));
  sorted.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  return new Map(sorted.map(({ file }, index) => [file, index + 1]));
}

/** Excerpts are left out: they follow from the position, and may be megabytes long. */
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

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
