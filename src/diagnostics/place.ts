import type { Diagnostic, Edit, Position, Report, Location } from '../model/diagnostic.js';
import type { ManifestLocation } from '../model/manifest.js';
import { lineAt, lineStarts } from '../std/lines.js';
import { memoizeLast } from '../std/memoize.js';
import { type Extent, locate } from '../yaml/locate.js';
import { writeScalar } from '../yaml/write-scalar.js';
import { mayContainKey, redactKeys } from './redact-keys.js';

const CARRIAGE_RETURN = 13;

/** Text of a file. It identifies the file, because the two sides of a comparison have files of the same path. */
type Text = string;

/** Properties that are computed once per file. */
interface SeenFile {
  readonly starts: readonly number[];
  readonly mayHoldKey: boolean;
}

/**
 * Location with its text and extent, and whether the extent is exactly the target. Undefined for an input as a whole.
 */
type Found =
  { readonly path: string; readonly text: string; readonly extent: Extent; readonly isExact?: boolean } | undefined;

/** The last file of a run is most often the first one of the next: resources are in one file. */
const readFile = memoizeLast((text: Text): SeenFile => ({
  starts: lineStarts(text),
  mayHoldKey: mayContainKey(text),
}));

/** Adds positions to reports: line, column and source line. */
export function locateReports(reports: readonly Report[]): Diagnostic[] {
  const locations = reports.flatMap(({ location, related = [] }) => [
    location,
    ...related.map((note) => note.location),
  ]);
  const found = findTargets(locations);
  const files = new Map<Text, SeenFile>();
  let next = 0;
  return reports.map((report) => {
    const { location, related = [], resource, code, severity, message, help, replacement, alsoAt, packetPath } = report;
    const target = found[next++];
    const at = positionOf(target, files);
    const edit = replacement === undefined || !at ? undefined : editOf(target, at.at, replacement);
    const notes = related.map((note) => ({ note, at: positionOf(found[next++], files) }));
    return {
      code,
      severity,
      message,
      help,
      ...(at ?? {}),
      ...(edit ? { edit } : {}),
      ...('origin' in location ? { pointer: location.origin.pointer + location.pointer } : {}),
      ...('origin' in location && alsoAt ? { alsoAt: alsoAt.map((other) => location.origin.pointer + other) } : {}),
      ...(resource ? { resource } : {}),
      ...(packetPath ? { packetPath } : {}),
      related: notes.flatMap(({ note, at: place }) => {
        const { message: text, isCause } = note;
        return place ? [{ message: text, ...place, ...(isCause ? { isCause } : {}) }] : [];
      }),
    };
  });
}

function findTargets(locations: readonly Location[]): Found[] {
  const places = locations.filter((location): location is ManifestLocation => 'origin' in location);
  const extents = locate(places);
  let next = 0;
  return locations.map((location) => {
    if ('origin' in location) {
      const { path, text, trace } = location.origin.file;
      const extent = extents[next++] ?? { offset: 0, length: 1, isExact: false };
      const source = trace?.(extent.offset, extent.length);
      if (source) return { path: source.path, text: source.text, extent: source };
      // Rendered text must be fixed in its source.
      return { path, text, extent, isExact: extent.isExact && !trace };
    }
    if ('text' in location) return { path: location.path, text: location.text, extent: location };
    return location.path === '' ? undefined : { path: location.path, text: '', extent: { offset: 0, length: 1 } };
  });
}

/** Returns the automatic fix, or undefined. Only a scalar on a single line is fixed. */
function editOf(found: Found, at: Position, replacement: string | number | boolean): Edit | undefined {
  if (!found?.isExact) return undefined;
  const { offset, length } = found.extent;
  const written = found.text.slice(offset, offset + length);
  if (length !== at.length || written.startsWith('*')) return undefined;
  return { at, text: writeScalar(replacement, written) };
}

function positionOf(
  found: Found,
  files: Map<Text, SeenFile>,
): { readonly at: Position; readonly excerpt: string } | undefined {
  if (!found) return undefined;
  const { path, text, extent } = found;
  const known = files.get(text) ?? readFile(text);
  files.set(text, known);
  const { starts } = known;
  const line = lineAt(starts, extent.offset);
  const start = starts[line] ?? 0;
  const feed = (starts[line + 1] ?? text.length + 1) - 1;
  // The line is not scanned: a large file can be one line, with a report for each of its objects.
  const end = feed > start && text.charCodeAt(feed - 1) === CARRIAGE_RETURN ? feed - 1 : feed;
  const length = Math.max(1, Math.min(extent.length, end - extent.offset));
  return {
    at: { file: path, line: line + 1, column: extent.offset - start + 1, length },
    excerpt: known.mayHoldKey ? redactKeys(text.slice(start, end)) : text.slice(start, end),
  };
}
