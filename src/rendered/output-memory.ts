import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Chunks, equalsChunks } from '../std/byte-writer.js';
import { INDEX, type Output, SWAP, foldersAbove, isIndexPath, stagingName } from './artefact-path.js';
import { type FileVersion, isSameVersion, versionOf } from './file-version.js';
import type { IndexPaths } from './parse-index.js';

/** What whoever writes the same folder again and again knows of its files. */
export interface OutputMemory {
  /** Whether a file holds this content, and nobody has written or replaced it since that was seen. Follows no link. */
  readonly holds: (path: string, content: Chunks) => boolean;
  /** Sees that a file holds a content, where `look` finds that. */
  readonly see: (path: string, content: Chunks, look: () => boolean) => boolean;
  /** What a file of an index lists. It is read where somebody may have written or replaced it since. */
  readonly list: (path: string, read: () => IndexPaths | undefined) => IndexPaths | undefined;
  /**
   * Is to be called before each call of `writeOutput` by whoever follows the folder, and all below it that hold
   * artefacts, with the absolute paths where something has happened since it was called last; undefined if nobody knows
   * them.
   */
  readonly beginRun: (changed: Iterable<string> | undefined) => void;
  /** Which artefacts of a folder have to be looked at; undefined if its files may be others than these. */
  readonly settled: (folder: string, artefacts: readonly Output[]) => Settled | undefined;
  /** Learns that a folder holds these, of which these others were not settled; that nobody knows where there are none. */
  readonly settle: (folder: string, artefacts?: readonly Output[], known?: Settled) => void;
  /** Whether a folder holds what is settled, and nothing is under way in it: what somebody has touched is looked at. */
  readonly isIntact: (folder: string) => boolean;
  /** Learns that these have taken the place of others in a folder that was intact; that nobody knows where there are none. */
  readonly amend: (artefacts: readonly Output[] | undefined, gone: Iterable<string>) => void;
  /** All folders (absolute paths) that hold what is settled. */
  readonly folders: () => ReadonlySet<string>;
}

/** What is known of a folder that has these artefacts. */
export interface Settled {
  /** The paths of its artefacts, of those that were written before as well as of those that are to be. */
  readonly paths: ReadonlySet<string>;
  /** Those that are new, or that somebody has touched since they were written, or seen to be equal. */
  readonly others: readonly Output[];
}

interface Known {
  readonly version: FileVersion;
  readonly content: Chunks;
}

/** Knows nothing yet. Its paths are absolute, or relative to the folder of the process. */
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
    // What this process stages is no change of somebody else, who would stage under another name.
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
      // These say which files are of Weir.
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
    isIntact: (folder) => {
      if (!isTold || last?.folder !== resolve(folder)) return false;
      const { contents } = last;
      const isWhole = [...touched].every((path) => isFileOf(join(folder, path), contents.get(path) ?? []));
      return isWhole && isNothing(join(folder, SWAP));
    },
    amend: (artefacts, gone) => {
      forgetTouched();
      if (!artefacts) last = undefined;
      for (const path of gone) last?.contents.delete(path);
      for (const { path, content } of artefacts ?? []) last?.contents.set(path, content);
    },
    folders: () => last?.folders ?? new Set(),
    holds: (path, content) => {
      const known = files.get(path);
      if (known?.content !== content) return false;
      const version = currentVersion(path);
      return version !== undefined && isSameVersion(known.version, version);
    },
    see: (path, content, look) => {
      // Before the file is read: what is written meanwhile changes the version.
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

/** What was written last. */
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

function isNothing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function currentVersion(path: string): FileVersion | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats && versionOf(stats);
}

/** The same where the file can be looked at; whoever reads it learns why it cannot. */
function readableVersion(path: string): FileVersion | undefined {
  try {
    return currentVersion(path);
  } catch {
    return undefined;
  }
}
