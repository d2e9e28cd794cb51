import { type Stats, statSync } from 'node:fs';
import { type FileVersion, isSameVersion, versionOf } from '../rendered/file-version.js';
import type { FileContent, SelectedFile } from './selected-file.js';
import { type SelectionMemory, createSelectionMemory, isPlainFile, lookAt } from './selection-memory.js';
import type { FolderChanges } from './watch-folders.js';

/** What earlier readings know, for whoever reads the same files again and again. Paths are absolute, but for those that are shown. */
export interface FileMemory extends Pick<SelectionMemory, 'recall' | 'remember'> {
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
  /**
   * Is to be called before anything is read by whoever follows these folders, with what has happened since it was
   * called last, or undefined if nobody knows: then every file is looked at, as it is if this is never called.
   */
  readonly beginRun: (changes: FolderChanges | undefined) => void;
  /** Is to be called after all was read: what none of the last runs had a use for is forgotten. */
  readonly endRun: () => void;
}

interface Known {
  /** Of the last run that had a use for it. */
  readonly run: number;
  /** Undefined if the next reading must look into the file. */
  readonly version: FileVersion | undefined;
  readonly isPlain: boolean;
  readonly content: FileContent;
}

/** After so many runs without a use for it a file is forgotten: a run that ends with an error may read none. */
const KEPT_RUNS = 8;

/** Knows nothing yet. */
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
 * Returns a memory in which a file is the same object as the last one of the same text that was shown by the same path,
 * wherever it lies: of many folders of one form.
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

/**
 * Returns the content that was there before where its text is the same: the same objects mean that there is no work to
 * do.
 */
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
