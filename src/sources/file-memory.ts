import { type Stats, statSync } from 'node:fs';
import { type FileVersion, isSameVersion, versionOf } from '../rendered/file-version.js';
import type { FileContent, SelectedFile } from './selected-file.js';
import { type SelectionMemory, createSelectionMemory, isPlainFile, lookAt } from './selection-memory.js';
import type { FolderChanges } from './watch-folders.js';

/** A cache of file contents for repeated reads. Paths are absolute, except those that are shown. */
export interface FileMemory extends Pick<SelectionMemory, 'recall' | 'remember'> {
  /**
   * Returns the content of a file and reads it only if it may have changed. If the text is the same under the same
   * shown path, the result is the same object as before.
   */
  readonly read: (path: string, shown: string, read: () => FileContent) => FileContent;
  /** Records a folder whose entries a result depends on. */
  readonly noteFolder: (path: string) => void;
}

/** A cache whose owner starts and ends runs. */
export interface OpenFileMemory extends FileMemory {
  /** Folders that results depend on. */
  readonly folders: ReadonlySet<string>;
  /**
   * Starts a run. The watcher of `folders` calls it before anything is read, with the changes since the last call. If
   * `changes` is undefined, or if this is never called, every file is inspected.
   */
  readonly beginRun: (changes: FolderChanges | undefined) => void;
  /** Ends a run after everything was read. Evicts files that none of the last runs used. */
  readonly endRun: () => void;
}

interface Known {
  /** Last run that used the file. */
  readonly run: number;
  /** If unset, the next read must open the file. */
  readonly version: FileVersion | undefined;
  readonly isPlain: boolean;
  readonly content: FileContent;
}

/** Runs without use after which a file is evicted. A run that ends with an error may read no file. */
const KEPT_RUNS = 8;

/** Creates an empty cache. `keptRuns`: runs without use after which a file is evicted. */
export function createFileMemory(keptRuns = KEPT_RUNS): OpenFileMemory {
  const files = new Map<string, Known>();
  const folders = new Set<string>();
  let run = 0;
  let areAllRead = true;
  const isPlain = ({ place, path }: SelectedFile): boolean => files.get(keyOf(place, path))?.isPlain === true;
  const { recall, remember, begin } = createSelectionMemory(isPlain, folders);
  return {
    folders,
    recall,
    remember,
    beginRun: (changes) => {
      areAllRead = !begin(changes);
    },
    noteFolder: (path) => void folders.add(path),
    read: (path, shown, read) => {
      const key = keyOf(path, shown);
      const known = files.get(key);
      const own = lookAt(path);
      const stats = own?.isSymbolicLink() === true ? statFile(path) : own;
      const version = stats && versionOf(stats);
      const isOld = version !== undefined && known?.version !== undefined && isSameVersion(known.version, version);
      const content = isOld ? known.content : keepSame(known?.content, read());
      files.set(key, { run, version, isPlain: isPlainFile(own), content });
      return content;
    },
    endRun: () => {
      if (!areAllRead) return;
      run++;
      for (const [key, known] of files) if (known.run < run - keptRuns) files.delete(key);
    },
  };
}

/**
 * Returns a cache in which files with the same text and the same shown path are one object, regardless of their folder.
 * For many folders of one form.
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

function keyOf(path: string, shown: string): string {
  return `${path}\0${shown}`;
}

/** Returns the previous content if the text is the same. The same object means that there is no work to do. */
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
