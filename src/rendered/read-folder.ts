import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Failure, fail } from '../model/change.js';
import { INDEX } from '../output-index/artefact-path.js';
import { LAYOUT } from '../output-index/index-file.js';
import {
  type FolderIndex,
  type IndexList,
  type ListedArtefact,
  type ListedIndex,
  layoutOf,
  parseList,
} from '../output-index/parse-index.js';
import { pathInFolder } from './swap.js';
import { describeSystemError } from '../std/system-error.js';

/** The files of an output in memory. */
export interface HeldOutput {
  /** What messages call it. */
  readonly name: string;
  /** Returns the bytes of a file by its path in the output, or undefined if there is none. */
  readonly fileAt: (path: string) => Uint8Array | undefined;
}

/** An output: a folder, or files in memory. */
export type OutputSource = string | HeldOutput;

/** An output, as described by its index. It may have been compiled here or delivered. */
export interface RenderedFolder extends FolderIndex {
  readonly source: OutputSource;
}

/** An artefact with its content, which matches the index. */
export interface ReadArtefact extends ListedArtefact {
  readonly text: string;
}

/** A file of the index, and its digest. */
interface KnownList {
  readonly sha256: string;
  readonly list: IndexList;
}

/** Files of an index by path, below its root. */
export type KnownLists = Map<string, KnownList>;

/** Reads the root of the index of an output. It changes with every file of the output. */
export function readIndex(source: OutputSource): Buffer | Failure {
  return readBytes(source, INDEX);
}

/**
 * Reads all files of the index of an output. An output without an index, or with an index of another version, is a
 * temporary failure, because it may be in delivery. It must never be read as an empty desired state. Files that are in
 * `known` with the same digest are not read again. Then `known` has the files of this index.
 */
export function readRenderedFolder(source: OutputSource, known: KnownLists = new Map()): RenderedFolder | Failure {
  const root = readIndex(source);
  if ('result' in root) return root;
  const zones: string[] = [];
  const nodes: string[] = [];
  const artefacts: ListedArtefact[] = [];
  const lists = new Map<string, KnownList>();
  const add = (list: IndexList): readonly ListedIndex[] => {
    for (const name of list.zones) zones.push(name);
    for (const name of list.nodes) nodes.push(name);
    for (const artefact of list.artefacts) artefacts.push(artefact);
    return list.lists;
  };
  const first = parseList(root.toString(), true);
  if (!first) return refuseIndex(source, INDEX, root.toString());
  const pending = [...add(first)];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const list = readList(source, next, known.get(next.path));
    if ('result' in list) return list;
    lists.set(next.path, { sha256: next.sha256, list });
    pending.push(...add(list));
  }
  known.clear();
  for (const [path, list] of lists) known.set(path, list);
  return {
    source,
    zones: new Set(zones.sort()),
    nodes: new Set(nodes.sort()),
    artefacts: new Map(artefacts.map((artefact) => [artefact.path, artefact])),
  };
}

/** Reads a file of the index below the root, unless it is known with that digest. */
function readList(source: OutputSource, listed: ListedIndex, known: KnownList | undefined): IndexList | Failure {
  if (known?.sha256 === listed.sha256) return known.list;
  const bytes = readListed(source, listed);
  if ('result' in bytes) return bytes;
  return parseList(bytes.toString(), false) ?? refuseIndex(source, listed.path, bytes.toString());
}

/** Returns the failure for an unreadable index. A folder of an earlier version only has to be compiled again. */
function refuseIndex(source: OutputSource, path: string, text: string): Failure {
  const file = describeFile(source, path);
  const layout = path === INDEX ? layoutOf(text) : undefined;
  if (layout !== undefined && layout < LAYOUT) {
    const advice = 'run `weir compile` with this version of Weir, and deliver what it writes';
    return fail(`${file} is of version ${layout} of the output, this version of Weir reads ${LAYOUT}: ${advice}`, true);
  }
  return fail(`${file} is not the index of a folder that this version of Weir rendered`, true);
}

/**
 * Reads an artefact by its path inside the output. Returns undefined if the index does not list it. A file that differs
 * from the index is a temporary failure.
 */
export function readArtefact({ source, artefacts }: RenderedFolder, path: string): ReadArtefact | undefined | Failure {
  const listed = artefacts.get(path);
  if (!listed) return undefined;
  const bytes = readListed(source, listed);
  return 'result' in bytes ? bytes : { ...listed, text: bytes.toString() };
}

/** Returns the bytes of a file, which match the index, or a failure. */
function readListed(source: OutputSource, { path, sha256 }: ListedIndex): Buffer | Failure {
  const bytes = readBytes(source, path);
  if ('result' in bytes || createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  return fail(`${describeFile(source, path)} is not what ${INDEX} lists: it is being delivered, or was edited`, true);
}

/** Returns the name of an output, for messages. */
export function nameOfOutput(source: OutputSource): string {
  return typeof source === 'string' ? source : source.name;
}

/** Returns the name of a file of an output, for messages. */
export function describeFile(source: OutputSource, path: string): string {
  return typeof source === 'string' ? join(source, path) : `${path} of ${source.name}`;
}

/**
 * Returns the bytes of a file. During a change, or after an interrupted one, a file that is not in place yet is read
 * from the staging folder.
 */
function readBytes(source: OutputSource, name: string): Buffer | Failure {
  const path = describeFile(source, name);
  if (typeof source !== 'string') {
    const held = source.fileAt(name);
    return held ? Buffer.from(held.buffer, held.byteOffset, held.byteLength) : fail(`${path} is missing`, true);
  }
  try {
    const file = pathInFolder(source, name);
    // A larger file cannot be a string, so Weir did not write it.
    if (statSync(file).size > constants.MAX_STRING_LENGTH) return fail(`${path} is too large to be read`, true);
    return readFileSync(file);
  } catch (thrown) {
    return fail(`${path} cannot be read: ${describeSystemError(thrown)}`, true);
  }
}
