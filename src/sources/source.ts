import type { Report } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { compareText } from '../std/compare-text.js';
import type { FileMemory } from './file-memory.js';

/** Files sorted by the bytes of their paths, and reports. A report with path '' concerns the whole input. */
export interface SourceResult {
  readonly files: readonly SourceFile[];
  readonly reports: readonly Report[];
}

/** Limits of the input. */
export interface SourceLimits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
  readonly files: number;
  /** Folder entries that are matched against globs, inside and outside the repository. */
  readonly entries: { readonly inside: number; readonly outside: number };
}

export const DEFAULT_LIMITS: SourceLimits = {
  fileBytes: 128 * 2 ** 20,
  totalBytes: 2 * 2 ** 30,
  files: 200_000,
  entries: { inside: 2_000_000, outside: 50_000 },
};

/** The files to read. Globs are relative to the root folder and may start with `../`. */
export interface SourceOptions {
  /** Globs, files, and folders, which stand for the YAML and JSON files below them. */
  readonly include: readonly string[];
  /** Globs, files and folders that are not read. */
  readonly exclude: readonly string[];
  /** Severity of a glob that matches nothing, if the user asked for exactly these. If unset, it is not reported. */
  readonly unmatched?: 'error' | 'warning';
  /** If true, skips files that Weir wrote: those listed by an index.json of Weir in a folder above. */
  readonly withoutOwnOutput?: boolean;
  /** Absolute path of the folder that the run writes to. Its own files are skipped without a report. */
  readonly output?: string;
  /** Absolute path of a folder that globs must not leave. A revision never leaves its repository. */
  readonly within?: string;
  readonly limits?: SourceLimits;
  /** Looks up texts that are already in memory by git object name, so that they need not be read again. */
  readonly findText?: FindText;
  /** Cache of earlier reads from the disk. */
  readonly memory?: FileMemory | undefined;
}

/** Returns the text of a git object (name in hex), or undefined if it is unknown. */
export type FindText = (objectName: string) => string | undefined;

/** Sorts by the UTF-8 bytes of the path. */
export function sortByPath<Item extends { readonly path: string }>(items: Iterable<Item>): Item[] {
  const list = [...items];
  // Below the surrogates, UTF-16 has the same order.
  if (list.every(({ path }) => !/[\ud800-\uffff]/.test(path))) return list.sort((a, b) => compareText(a.path, b.path));
  const keyed = list.map((item) => ({ item, bytes: Buffer.from(item.path) }));
  return keyed.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ item }) => item);
}
