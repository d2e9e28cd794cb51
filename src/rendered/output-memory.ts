import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Chunks, equalsChunks } from '../std/byte-writer.js';
import { INDEX, type Output, SWAP, foldersAbove, isIndexPath } from '../output-index/artefact-path.js';
import { stagingName } from './staging-name.js';
import { type FileVersion, isSameVersion, versionOf } from './file-version.js';
import type { IndexPaths } from '../output-index/parse-index.js';

/** Cache of the files of a folder that is written repeatedly. */
export interface OutputMemory {
  /** True if a file had this content and was not written or replaced since. Follows no link. */
  readonly holds: (path: string, content: Chunks) => boolean;
  /** Records that a file has a content, if `look` returns true. Returns that result. */
  readonly see: (path: string, content: Chunks, look: () => boolean) => boolean;
  /** Returns the paths in a file of an index. Reads it only if it may have been written or replaced. */
  readonly list: (path: string, read: () => IndexPaths | undefined) => IndexPaths | undefined;
  /**
   * Starts a run with the changed absolute paths since the last call, or undefined if they are unknown. The watcher of
   * the folder, and of all folders below with artefacts, calls it before each `writeOutput`.
   */
  readonly beginRun: (changed: Iterable<string> | undefined) => void;
  /** Returns the artefacts of a folder that must be inspected. Returns undefined if its files may be different ones. */
  readonly settled: (folder: string, artefacts: readonly Output[]) => Settled | undefined;
  /**
   * Records that a folder contains these artefacts. `known`: the result of `settled`, if only its others were written.
   * Without `artefacts`, the content is unknown.
   */
  readonly settle: (folder: string, artefacts?: readonly Output[], known?: Settled) => void;
  /** Returns the absolute paths of all folders with recorded artefacts. */
  readonly folders: () => ReadonlySet<string>;
}

/** State of a folder that has the paths of these artefacts. */
export interface Settled {
  /** Paths of its artefacts, both before and after the write. */
  readonly paths: ReadonlySet<string>;
  /** Artefacts that are new, or whose files were touched since they were written or found equal. */
  readonly others: readonly Output[];
}

interface Known {
  readonly version: FileVersion;
  readonly content: Chunks;
}

/** Creates an empty cache. Its paths are absolute, or relative to the working folder of the process. */
export function createOutputMemory(): OutputMemory {
  const files = new Map<string, Known>();
  const lists = new Map<string, { readonly version: FileVersion; readonly listed: IndexPaths }>();
  let last: Written | undefined;
  const touched = new Set<string>();
  let isTold = false;
  const forgetTouched = (): void => {
    touched.clear();
    isTold = false;
  };
  const note = (changed: string): boolean => {
    const path = last ? relative(last.folder, changed) : '';
    // Staged files of this process are not a foreign change. Another process uses a different name.
    if (!last?.contents.has(path)) return path === SWAP || basename(path) === stagingName();
    touched.add(path);
    return true;
  };
  return {
    beginRun: (changed) => {
      isTold = true;
      if (changed === undefined || ![...changed].every(note)) last = undefined;
    },
    settled: (folder, artefacts) => {
      if (!isTold || last?.folder !== resolve(folder)) return undefined;
      const { contents } = last;
      // These files decide which files Weir manages.
      const lists = [...touched].filter((path) => path === INDEX || isIndexPath(path));
      if (!lists.every((path) => isFileOf(join(folder, path), contents.get(path) ?? []))) return undefined;
      const paths = new Set<string>();
      const others: Output[] = [];
      for (const artefact of artefacts) {
        const { path, content } = artefact;
        if (!contents.has(path)) return undefined;
        paths.add(path);
        if (contents.get(path) !== content || touched.has(path)) others.push(artefact);
      }
      return paths.size === contents.size && artefacts.length === contents.size ? { paths, others } : undefined;
    },
    settle: (folder, artefacts, known) => {
      forgetTouched();
      if (!known || !artefacts) last = artefacts && writtenTo(resolve(folder), artefacts);
      else for (const { path, content } of known.others) last?.contents.set(path, content);
    },
    folders: () => last?.folders ?? new Set(),
    holds: (path, content) => {
      const known = files.get(path);
      if (known?.content !== content) return false;
      const version = currentVersion(path);
      return version !== undefined && isSameVersion(known.version, version);
    },
    see: (path, content, look) => {
      // Taken before the file is read, because a write in the meantime changes the version.
      const version = currentVersion(path);
      const isEqual = look();
      if (isEqual && version !== undefined) files.set(path, { version, content });
      else files.delete(path);
      return isEqual;
    },
    list: (path, read) => {
      const version = readableVersion(path);
      const known = lists.get(path);
      if (version && known && isSameVersion(known.version, version)) return known.listed;
      const listed = read();
      if (version && listed) lists.set(path, { version, listed });
      else lists.delete(path);
      return listed;
    },
  };
}

/** Output that was written last. */
interface Written {
  readonly folder: string;
  /** By path. */
  readonly contents: Map<string, Chunks>;
  readonly folders: ReadonlySet<string>;
}

function writtenTo(folder: string, artefacts: readonly Output[]): Written {
  const parents = new Set(artefacts.map(({ path }) => dirname(path)));
  const above = [...parents].flatMap((each) => foldersAbove(join(each, INDEX)));
  return {
    folder,
    contents: new Map(artefacts.map(({ path, content }) => [path, content])),
    folders: new Set([folder, ...above.map((each) => join(folder, each))]),
  };
}

function isFileOf(path: string, content: Chunks): boolean {
  try {
    return lstatSync(path).isFile() && equalsChunks(readFileSync(path), content);
  } catch {
    return false;
  }
}

function currentVersion(path: string): FileVersion | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats && versionOf(stats);
}

/** Returns the current version if the file is accessible. Reading it reports why it is not. */
function readableVersion(path: string): FileVersion | undefined {
  try {
    return currentVersion(path);
  } catch {
    return undefined;
  }
}
