import { closeSync, fstatSync, lstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Finding, Report } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { findTop } from '../rendered/configured.js';
import { readOwnPaths } from '../rendered/previous.js';
import { isSwapping, pathInFolder } from '../rendered/swap.js';
import { decode } from './decode.js';
import type { FileMemory } from './file-memory.js';
import { checkWorkTree } from './git-attributes.js';
import { readLargeFile } from './large-file.js';
import { messages } from './messages.js';
import { askIfMeantPath } from './near-path.js';
import { NO_OWN_OUTPUT, createOwnOutput } from './own-output.js';
import { pathBelow, showPath } from './pattern.js';
import type { FileContent, SelectedFile } from './selected-file.js';
import { parseSelection } from './selection.js';
import { DEFAULT_LIMITS, type SourceLimits, type SourceOptions, type SourceResult, sortByPath } from './source.js';
import { describeSystemError, isMissing } from '../std/system-error.js';
import { memoize } from '../std/memoize.js';
import { walk } from './walk.js';

/** Path of standard input in diagnostics. */
export const STDIN_PATH = '<stdin>';
const CHUNK_BYTES = 2 ** 16;

/**
 * Reads every file that the globs select. Globs and the paths of the result are relative to `root`.
 *
 * Reports files that cannot be read, are not UTF-8, leave the folder through a symbolic link, or exceed a limit.
 */
export function readFolder(root: string, options: SourceOptions): SourceResult {
  const top = resolve(root);
  const reports: Report[] = [];
  const report = (one: Report) => void reports.push(one);
  /** Absolute paths by the paths that are shown. */
  const paths = new Map<string, string>();
  const { memory, limits = DEFAULT_LIMITS } = options;
  const { files: most } = limits;
  const counted = { inside: 0, outside: 0 };
  const globs = memory ? globsOf(top, options) : '';
  const known = memory?.recall(globs);
  if (known) return readSelected(known, limits, [], memory);
  if (!isFolder(top, root, report)) return { files: [], reports };
  const selection = parseSelection(top, options);
  reports.push(...selection.reports);
  /**
   * Folders with an index of Weir. The content of other files decides there which files are skipped, so the selection
   * is not memoized.
   */
  const outputs: string[] = [];
  const listOwn = (folder: string): ReadonlySet<string> => {
    memory?.noteFolder(folder);
    const own = readOwnPaths(folder);
    if (own.size > 0) outputs.push(folder);
    return own;
  };
  const repository = findTop(top);
  const ownOutput = options.withoutOwnOutput ? createOwnOutput(top, listOwn, options.output) : NO_OWN_OUTPUT;
  for (const pattern of selection.patterns) {
    if (options.within !== undefined && pathBelow(options.within, pattern.base) === undefined) {
      report({ ...messages.outsideRepository(pattern.text), location: { path: '' } });
      continue;
    }
    const before = reports.length;
    let found = 0;
    const visit = (path: string) => {
      if (ownOutput.isOwn(path, pattern)) return true;
      found++;
      paths.set(showPath(top, path), path);
      return paths.size <= most;
    };
    const where = pathBelow(repository, pattern.base) === undefined ? 'outside' : 'inside';
    const count = (entries: number) => (counted[where] += entries) <= limits.entries[where];
    walk(pattern, { root: top, excludes: selection.excludes, visit, report, count, enter: memory?.noteFolder });
    if (counted[where] > limits.entries[where]) {
      return refuse({ ...messages.tooManyEntries(pattern.text, limits.entries[where]), location: { path: '' } }, []);
    }
    if (paths.size > most) return refuse(messages.tooManyFiles(most), reports);
    if (options.unmatched && found === 0 && reports.length === before) {
      const near = pattern.literal ? askIfMeantPath(top, pattern.text) : '';
      report({ ...messages.noMatch(pattern.text, options.unmatched, near), location: { path: '' } });
    }
  }
  reports.push(...checkWorkTree({ root: top, top: repository }, [...paths.values()]));
  const selected = placeFiles(paths);
  const result = readSelected(selected, limits, [...reports, ...ownOutput.reports()], memory);
  if (outputs.length === 0 && result.reports.length === 0) memory?.remember(globs, selected);
  return result;
}

/** Returns a key of everything that decides which files are read. */
function globsOf(top: string, options: SourceOptions): string {
  const { include, exclude, unmatched, withoutOwnOutput, output, within, limits } = options;
  return JSON.stringify([top, include, exclude, unmatched, withoutOwnOutput, output, within, limits]);
}

/**
 * Reads one file. `path` is absolute or relative to `root`. A path that is not a regular file, such as a pipe, is read
 * to its end.
 */
export function readFile(root: string, path: string, memory?: FileMemory): SourceResult {
  return readSelected(placeFiles([[path, resolve(root, path)]]), DEFAULT_LIMITS, [], memory);
}

/**
 * Reads a file that Weir looks for by name, such as weir.yaml. The repository controls that path, so it must be a
 * regular file, or a link to one inside the folder. Returns an empty result if the file is missing.
 */
export function readFileInside(root: string, name: string, memory?: FileMemory): SourceResult {
  const path = resolve(root, name);
  memory?.noteFolder(resolve(root));
  const fail = (finding: Finding): SourceResult => ({ files: [], reports: [{ ...finding, location: { path: name } }] });
  try {
    if (!lstatSync(path, { throwIfNoEntry: false })) return { files: [], reports: [] };
    if (!statSync(path).isFile()) return fail(messages.notAFile(name));
    const isInside = pathBelow(realpathSync(root), realpathSync(path)) !== undefined;
    return isInside ? readFile(root, name, memory) : fail(messages.symlink(name));
  } catch (thrown) {
    return fail(messages.unreadable(name, describeSystemError(thrown)));
  }
}

/** Reads a stream of bytes to its end. The path of the result is `STDIN_PATH`. `stream` is usually `process.stdin`. */
export async function readStdin(
  stream: AsyncIterable<Uint8Array> = process.stdin,
  limits: SourceLimits = DEFAULT_LIMITS,
): Promise<SourceResult> {
  const location = { path: STDIN_PATH };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > limits.fileBytes)
        return refuse({ ...messages.fileTooLarge(STDIN_PATH, limits.fileBytes), location }, []);
      chunks.push(chunk);
    }
  } catch (thrown) {
    return refuse({ ...messages.unreadable(STDIN_PATH, describeSystemError(thrown)), location }, []);
  }
  if (size === 0) return refuse({ ...messages.emptyStream(), location }, []);
  const decoded = decode(STDIN_PATH, Buffer.concat(chunks));
  return 'file' in decoded ? { files: [decoded.file], reports: [] } : refuse(decoded.report, []);
}

function isFolder(absolute: string, shown: string, report: (report: Report) => void): boolean {
  const location = { path: '' };
  try {
    if (statSync(absolute).isDirectory()) return true;
    report({ ...messages.unreadable(shown, 'not a folder'), location });
  } catch (thrown) {
    report({ ...messages.unreadable(shown, describeSystemError(thrown)), location });
  }
  return false;
}

/** Returns the files, given by shown and absolute path, sorted by shown path and with their actual paths. */
function placeFiles(paths: Iterable<readonly [string, string]>): SelectedFile[] {
  const place = createPlaces();
  return sortByPath(
    Array.from(paths, ([path, absolute]): SelectedFile => ({ path, place: place(absolute), content: undefined })),
  );
}

/** Returns all files. Reads those whose content is not cached. */
function readSelected(
  selected: readonly SelectedFile[],
  limits: SourceLimits,
  reports: readonly Report[],
  memory?: FileMemory,
): SourceResult {
  const files: SourceFile[] = [];
  const found: Report[] = [...reports];
  const room = Buffer.allocUnsafe(CHUNK_BYTES);
  let left = limits.totalBytes;
  for (const each of selected) {
    const { path, place } = each;
    const read = (): FileContent => readContent(place, path, limits, room);
    const content = each.content ?? (memory ? memory.read(place, path, read) : read());
    if (memory) each.content = content;
    if ('unreadable' in content) {
      found.push(content.unreadable);
      continue;
    }
    const { size, decoded } = content;
    left -= size;
    if (left < 0) return refuse(messages.inputTooLarge(limits.totalBytes), found);
    if ('file' in decoded) files.push(decoded.file);
    else found.push(decoded.report);
  }
  return { files, reports: found };
}

/** Reads and decodes a file. `room` is a buffer that may be reused after the call. */
function readContent(absolute: string, path: string, limits: SourceLimits, room: Buffer): FileContent {
  const bytes = readBytes(absolute, path, limits, room);
  return bytes instanceof Uint8Array ? { size: bytes.length, decoded: decode(path, bytes) } : { unreadable: bytes };
}

/**
 * Creates a function that returns the actual path of a file. In an inventory that is being written, a file can be in
 * the staging folder. Each folder is inspected once.
 */
function createPlaces(): (absolute: string) => string {
  const isSwap = memoize(isChanging);
  return (absolute) => {
    const folder = absolute.slice(0, absolute.lastIndexOf('/')) || '/';
    return isSwap(folder) ? pathInFolder(folder, basename(absolute)) : absolute;
  };
}

/**
 * Returns true if the files of a folder are being replaced. Returns false if the folder cannot be read, which the
 * reader of the file reports.
 */
function isChanging(folder: string): boolean {
  try {
    return isSwapping(folder);
  } catch {
    return false;
  }
}

/** Returns all bytes of a file, possibly as a part of `room`, or a report. */
function readBytes(absolute: string, path: string, limits: SourceLimits, room: Buffer): Uint8Array | Report {
  if (path.includes('\ufffd')) return { ...messages.badName(path), location: { path } };
  let descriptor: number | undefined;
  try {
    descriptor = openSync(absolute, 'r');
    const first = readSync(descriptor, room);
    // If nothing follows, the file is complete. fstat would take longer than the read.
    const isSmall = first < room.length && first <= limits.fileBytes && first <= limits.totalBytes;
    const more = isSmall ? readSync(descriptor, room, first, room.length - first, null) : 0;
    if (isSmall && more === 0) return room.subarray(0, first);
    const { size } = fstatSync(descriptor);
    const begun = room.subarray(0, first + more);
    const bytes = size > limits.totalBytes ? undefined : readOn(descriptor, size, limits.fileBytes, begun);
    const limit = size > limits.totalBytes ? limits.totalBytes : limits.fileBytes;
    return bytes ?? { ...messages.fileTooLarge(path, limit), location: { path } };
  } catch (thrown) {
    const near = isMissing(thrown) ? askIfMeantPath(dirname(absolute), basename(absolute)) : '';
    return { ...messages.unreadable(path, describeSystemError(thrown), near), location: { path } };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * Reads the rest of a file behind `begun`. If the file is larger than the limit, reads only the fields of its objects
 * that Weir uses. Returns undefined if those exceed the limit, too.
 */
function readOn(descriptor: number, expected: number, limit: number, begun: Buffer): Uint8Array | undefined {
  if (expected <= limit) return readToEnd(descriptor, expected, limit, begun);
  let isFirst = true;
  return readLargeFile((into) => {
    if (!isFirst) return readSync(descriptor, into);
    isFirst = false;
    return begun.copy(into);
  }, limit);
}

/**
 * Reads to the end of a file. Returns undefined if it has more than `limit` bytes. The size that a file reports can be
 * wrong (`/proc`, or a file that grows).
 */
function readToEnd(descriptor: number, expected: number, limit: number, begun: Buffer): Uint8Array | undefined {
  // One extra byte detects the end of a file whose reported size is correct.
  let bytes = Buffer.allocUnsafe(Math.max(expected + 1, CHUNK_BYTES));
  let size = begun.copy(bytes);
  for (;;) {
    if (size > limit) return undefined;
    if (size === bytes.length) bytes = Buffer.concat([bytes], 2 * size);
    const read = readSync(descriptor, bytes, size, bytes.length - size, null);
    if (read === 0) return bytes.subarray(0, size);
    size += read;
  }
}

function refuse(
  finding: Omit<Report, 'location'> & { location?: Report['location'] },
  reports: readonly Report[],
): SourceResult {
  return { files: [], reports: [...reports, { location: { path: '' }, ...finding }] };
}
