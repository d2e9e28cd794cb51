import type { Report } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { compareText } from '../std/compare-text.js';
import type { FileMemory } from './file-memory.js';

/** What was read: files sorted by the bytes of their paths, and what went wrong (path '': with the input as a whole). */
export interface SourceResult {
  readonly files: readonly SourceFile[];
  readonly reports: readonly Report[];
}

/** How much input Weir takes. */
export interface SourceLimits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
  readonly files: number;
  /** Entries of folders that globs are held against, in the repository and outside of it. */
  readonly entries: { readonly inside: number; readonly outside: number };
}

export const DEFAULT_LIMITS: SourceLimits = {
  fileBytes: 128 * 2 ** 20,
  totalBytes: 2 * 2 ** 30,
  files: 200_000,
  entries: { inside: 2_000_000, outside: 50_000 },
};

/** Which files to read. Globs are relative to the root folder and may start with `../`. */
export interface SourceOptions {
  /** Globs, files, and folders (which stand for the YAML and JSON files below them). */
  readonly include: readonly string[];
  /** The same; what they match, and what is below it, is not read. */
  readonly exclude: readonly string[];
  /**
   * What it is that one of them matches nothing, where a person asked for just these. If unset, nothing to speak of.
   */
  readonly unmatched?: 'error' | 'warning';
  /** True if files are left out that Weir has written: an index.json of Weir in a folder above lists them. */
  readonly withoutOwnOutput?: boolean;
  /** The folder (absolute path) that the run writes to: what it has written there is left out without a report. */
  readonly output?: string;
  /** A folder (absolute path) that the globs may not leave; a revision never leaves its repository. */
  readonly within?: string;
  readonly limits?: SourceLimits;
  /** Texts that are in memory already, by git's name of the object: they need not be read again. */
  readonly findText?: FindText;
  /** What earlier readings from the disk know. */
  readonly memory?: FileMemory | undefined;
}

/** The text of a git object (its name in hex), where it is known. */
export type FindText = (objectName: string) => string | undefined;

/** Sorts by the bytes of a path in UTF-8. */
export function sortByPath<Item extends { readonly path: string }>(items: Iterable<Item>): Item[] {
  const list = [...items];
  // Below the surrogates the order of UTF-16 is the same.
  if (list.every(({ path }) => !/[\ud800-\uffff]/.test(path))) return list.sort((a, b) => compareText(a.path, b.path));
  const keyed = list.map((item) => ({ item, bytes: Buffer.from(item.path) }));
  return keyed.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ item }) => item);
}
