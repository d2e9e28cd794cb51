import { type Stats, statSync } from 'node:fs';
import type { Report } from '../model/diagnostic.js';
import { type FileVersion, isSameVersion, versionOf } from '../rendered/file-version.js';
import type { Decoded } from './decode.js';

/** What a file held when it was read, or why it cannot be read. */
export type FileContent = { readonly size: number; readonly decoded: Decoded } | { readonly unreadable: Report };

/** What earlier readings know, for whoever reads the same files again and again. Paths are absolute, but for those that are shown. */
export interface FileMemory {
  /**
   * What a file holds. It is read where it may have been written since; the same text is the same object as before, as long
   * as the file is shown by the same path.
   */
  readonly read: (path: string, shown: string, read: () => FileContent) => FileContent;
  /** Is told of each folder whose entries a result depends on. */
  readonly noteFolder: (path: string) => void;
}

/** A memory with what it was told. */
export interface OpenFileMemory extends FileMemory {
  /** The folders that results depend on. */
  readonly folders: ReadonlySet<string>;
  /** Is to be called after all was read: what none of the last runs had a use for is forgotten. */
  readonly endRun: () => void;
}

interface Known {
  /** Of the last run that had a use for it. */
  readonly run: number;
  /** Undefined where the next reading must look into the file. */
  readonly version: FileVersion | undefined;
  readonly content: FileContent;
}

/** After so many runs without a use for it a file is forgotten: a run that ends with an error may read none. */
const KEPT_RUNS = 8;

/** Knows nothing yet. */
export function createFileMemory(keptRuns = KEPT_RUNS): OpenFileMemory {
  const files = new Map<string, Known>();
  const folders = new Set<string>();
  let run = 0;
  return {
    folders,
    noteFolder: (path) => void folders.add(path),
    read: (path, shown, read) => {
      const key = `${path}\0${shown}`;
      const known = files.get(key);
      const stats = statFile(path);
      const version = stats && versionOf(stats);
      const isOld = version !== undefined && known?.version !== undefined && isSameVersion(known.version, version);
      const content = isOld ? known.content : keepSame(known?.content, read());
      files.set(key, { run, version, content });
      return content;
    },
    endRun: () => {
      run++;
      for (const [key, known] of files) if (known.run < run - keptRuns) files.delete(key);
    },
  };
}

/**
 * A memory in which a file is the same object as the last one of the same text that was shown by the same path, wherever it
 * lies: of many folders of one form.
 */
export function joinEqualFiles(memory: OpenFileMemory): OpenFileMemory {
  const last = new Map<string, FileContent>();
  return {
    ...memory,
    read: (path, shown, read) => {
      const content = keepSame(last.get(shown), memory.read(path, shown, read));
      last.set(shown, content);
      return content;
    },
  };
}

/** The content that was there before where its text is the same: the same objects mean that there is no work to do. */
function keepSame(before: FileContent | undefined, now: FileContent): FileContent {
  return before && isSame(before, now) ? before : now;
}

function statFile(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function isSame(a: FileContent, b: FileContent): boolean {
  if ('unreadable' in a || 'unreadable' in b) return false;
  if (!('file' in a.decoded) || !('file' in b.decoded)) return false;
  return a.size === b.size && a.decoded.file.text === b.decoded.file.text;
}
