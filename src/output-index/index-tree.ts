import { createHash, hash } from 'node:crypto';
import type { Artefact } from '../model/artefact.js';
import { type Chunks, toChunks } from '../std/byte-writer.js';
import { shortDigest } from '../std/split-by-digest.js';
import { INDEX, indexPath } from './artefact-path.js';

/** Maximum bytes of the entries in one file of the index. */
const LIST_BYTES = 16_384;
/** Lists of a file, in order. */
const LISTS = ['zones', 'nodes', 'artefacts', 'lists'] as const;

/** An entry in a file of the index: an artefact, the name of a zone or node, or another file of the index. */
export interface IndexEntry {
  readonly list: (typeof LISTS)[number];
  /** Sort key in a list. */
  readonly key: string;
  readonly value: string | object;
  readonly size: number;
  /** Digest that decides which file contains the entry. */
  readonly digest: string;
}

/** Returns an entry of a list. Its key must be unique among all lists. */
export function indexEntry(list: IndexEntry['list'], key: string, value: string | object): IndexEntry {
  return { list, key, value, size: JSON.stringify(value).length, digest: shortDigest(key) };
}

/**
 * Files of an index. A list that is too long for one file is split by the first digits of digests. The file then lists
 * those below it with their SHA-256. The files depend only on the entries, not on the order of changes.
 */
export interface IndexTree {
  readonly add: (entry: IndexEntry) => void;
  /** Removes an entry that was added. */
  readonly remove: (entry: IndexEntry) => void;
  /**
   * Returns all files, `index.json` last. `head`: fields at the start of `index.json`. Other files are the same objects
   * as before if they did not change.
   */
  readonly emit: (head: object) => readonly Artefact[];
}

/** A file, and the files below it. */
interface TreeFile {
  readonly prefix: string;
  /** Number of all entries in it and below it. */
  count: number;
  size: number;
  /** Empty if the entries are in files below. */
  entries: IndexEntry[];
  /** Files below it, by the next digit. Empty if it lists all entries itself. */
  below: Map<string, TreeFile>;
  /** The formatted file. Unset after a change of an entry in it or below it. */
  made: MadeFile | undefined;
}

interface MadeFile {
  /** The file, after those below it. */
  readonly files: readonly Artefact[];
  /** Its entry in the file above. */
  readonly entry: IndexEntry;
}

/** Creates an index tree without entries. */
export function createIndexTree(): IndexTree {
  const root = createFile('');
  return {
    add: (entry) => {
      add(root, entry);
    },
    remove: (entry) => {
      remove(root, entry);
    },
    emit: (head) => {
      const { files, listed } = emitListed(root);
      return [...files, artefactOf(INDEX, renderList(listed, head))];
    },
  };
}

function createFile(prefix: string): TreeFile {
  return { prefix, count: 0, size: 0, entries: [], below: new Map(), made: undefined };
}

function isOneFile({ count, size }: TreeFile): boolean {
  return count <= 1 || size <= LIST_BYTES;
}

function add(file: TreeFile, entry: IndexEntry): void {
  file.made = undefined;
  file.count++;
  file.size += entry.size;
  if (file.below.size > 0) {
    addBelow(file, entry);
    return;
  }
  file.entries.push(entry);
  if (isOneFile(file)) return;
  for (const each of file.entries) addBelow(file, each);
  file.entries = [];
}

function addBelow({ prefix, below }: TreeFile, entry: IndexEntry): void {
  const digit = entry.digest.charAt(prefix.length);
  let next = below.get(digit);
  if (!next) below.set(digit, (next = createFile(prefix + digit)));
  add(next, entry);
}

function remove(file: TreeFile, entry: IndexEntry): void {
  file.made = undefined;
  file.count--;
  file.size -= entry.size;
  const digit = entry.digest.charAt(file.prefix.length);
  const next = file.below.get(digit);
  if (!next) {
    file.entries.splice(file.entries.indexOf(entry), 1);
    return;
  }
  remove(next, entry);
  if (next.count === 0) file.below.delete(digit);
  if (!isOneFile(file)) return;
  file.entries = listEntries(file);
  file.below = new Map();
}

function listEntries({ entries, below }: TreeFile): IndexEntry[] {
  return below.size === 0 ? entries : [...below.values()].flatMap(listEntries);
}

/** Returns the entries of a file, and the files below it. */
function emitListed({ entries, below }: TreeFile): { files: readonly Artefact[]; listed: readonly IndexEntry[] } {
  if (below.size === 0) return { files: [], listed: entries.sort(compareEntries) };
  const made = [...below].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => (file.made ??= makeFile(file)));
  return { files: made.flatMap(({ files }) => files), listed: made.map(({ entry }) => entry) };
}

function makeFile(file: TreeFile): MadeFile {
  const { files, listed } = emitListed(file);
  const path = indexPath(file.prefix);
  const content = renderList(listed, {});
  const entry = indexEntry('lists', path, { path, sha256: digestChunks(content) });
  return { files: [...files, artefactOf(path, content)], entry };
}

function artefactOf(path: string, content: Chunks): Artefact {
  return { path, content, sources: [], counts: {} };
}

function renderList(entries: readonly IndexEntry[], head: object): Chunks {
  const lists: Record<string, unknown[]> = {};
  for (const { list, value } of entries) (lists[list] ??= []).push(value);
  return toChunks(`${JSON.stringify({ ...head, ...lists }, null, 2)}\n`);
}

function compareEntries(a: IndexEntry, b: IndexEntry): number {
  return LISTS.indexOf(a.list) - LISTS.indexOf(b.list) || (a.key < b.key ? -1 : 1);
}

/** Returns the hexadecimal SHA-256 of the bytes. */
export function digestChunks(content: Chunks): string {
  const [only] = content;
  if (only && content.length === 1) return hash('sha256', only);
  const digest = createHash('sha256');
  for (const chunk of content) digest.update(chunk);
  return digest.digest('hex');
}
