import { compareText } from '../std/compare-text.js';
import type { Report, Severity, Location } from '../model/diagnostic.js';

const RANKS: Readonly<Record<Severity, number>> = { error: 0, rejected: 1, warning: 2, info: 3 };

/**
 * Compares two findings by precedence: the more severe first, then by file (bytes of its path), document and field. It
 * needs no position, which would require reading the text again. Returns 0 if both have the same content and location.
 */
export function comparePrecedence(a: Report, b: Report): number {
  return (
    RANKS[a.severity] - RANKS[b.severity] ||
    compareTargets(a.location, b.location) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message) ||
    compareText(restOf(a), restOf(b))
  );
}

/**
 * Returns the properties that `comparePrecedence` compares, as one text. Findings with equal texts have the same
 * content and location.
 */
export function reportIdentityOf(report: Report): string {
  const { path, offset, pointer } = placeOf(report.location);
  return JSON.stringify([report.severity, path, offset, pointer, report.code, report.message, restOf(report)]);
}

function compareTargets(a: Location, b: Location): number {
  const [left, right] = [placeOf(a), placeOf(b)];
  return (
    comparePaths(left.path, right.path) || left.offset - right.offset || comparePointers(left.pointer, right.pointer)
  );
}

interface RoughPlace {
  readonly path: string;
  readonly offset: number;
  readonly pointer: string;
}

function placeOf(location: Location): RoughPlace {
  if ('origin' in location) {
    const { file, start, pointer } = location.origin;
    return { path: file.path, offset: start, pointer: pointer + location.pointer };
  }
  return { path: location.path, offset: 'offset' in location ? location.offset : 0, pointer: '' };
}

function comparePaths(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Compares JSON pointers. List entries are ordered by index: /spec/egress/9 comes before /spec/egress/10. */
function comparePointers(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [a.split('/'), b.split('/')];
  const index = left.findIndex((part, at) => part !== right[at]);
  const [x, y] = [left[index], right[index]];
  if (x === undefined || y === undefined) return left.length - right.length;
  const difference = Number(x) - Number(y);
  return Number.isNaN(difference) || difference === 0 ? compareText(x, y) : difference;
}

function restOf({ help, resource, location, related = [] }: Report): string {
  const part = 'part' in location ? location.part : undefined;
  return JSON.stringify([
    ...[help, part, resource?.kind, resource?.namespace, resource?.name],
    related.map((note) => [note.message, placeOf(note.location)]),
  ]);
}
