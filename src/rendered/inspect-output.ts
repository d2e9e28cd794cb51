import { type Stats, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from '../model/diagnostic.js';
import { memoize } from '../std/memoize.js';
import { isMissing } from '../std/system-error.js';
import { type Chunks, equalsChunks, sizeOfChunks } from '../std/byte-writer.js';
import { messages } from './messages.js';
import type { OutputMemory } from './output-memory.js';

/** State of the path of an artefact. */
export type FileState = 'missing' | 'equal' | 'changed' | Finding;

/** Inspects paths of an output folder, and memoizes the state of its folders. */
export interface Survey {
  /** Returns the obstacle to writing the file: a link or a file instead of a folder above it. */
  readonly obstacleAbove: (path: string) => Finding | undefined;
  /** Returns the state of the path of a file. */
  readonly judge: (path: string) => 'missing' | 'file' | Finding;
  /** Compares the file with its desired bytes. */
  readonly compare: (path: string, content: Chunks) => FileState;
}

/** Creates an inspection of `folder`, whose own path may contain links. Throws errors of the operating system. */
export function inspectOutput(folder: string, memory?: OutputMemory): Survey {
  const judgeFolder = (path: string): 'missing' | 'folder' | Finding => {
    const stats = inspect(join(folder, path));
    if (!stats) return 'missing';
    if (stats.isSymbolicLink()) return messages.symlink(join(folder, path));
    return stats.isDirectory() ? 'folder' : messages.wrongFileType(join(folder, path), 'folder');
  };
  /** Returns the state of a folder, or of the outermost path above it that is not a folder. */
  const standingOf = memoize((path: string): 'missing' | 'folder' | Finding => {
    const outer = path.includes('/') ? standingOf(dirname(path)) : 'folder';
    return outer === 'folder' ? judgeFolder(path) : outer;
  });
  const lookAbove = (path: string) => (path.includes('/') ? standingOf(dirname(path)) : 'folder');
  const obstacleAbove = (path: string): Finding | undefined => {
    const above = lookAbove(path);
    return typeof above === 'object' ? above : undefined;
  };
  const judge = (path: string): 'missing' | 'file' | Finding => {
    const above = lookAbove(path);
    if (above !== 'folder') return above;
    const full = join(folder, path);
    const stats = inspect(full);
    if (!stats) return 'missing';
    if (stats.isSymbolicLink()) return messages.symlink(full);
    return stats.isFile() ? 'file' : messages.wrongFileType(full, 'file');
  };
  const compare = (path: string, content: Chunks): FileState => {
    const full = join(folder, path);
    if (memory && !obstacleAbove(path) && memory.holds(full, content)) return 'equal';
    const found = judge(path);
    if (found !== 'file') return found;
    const look = (): boolean =>
      statSync(full).size === sizeOfChunks(content) && equalsChunks(readFileSync(full), content);
    const isEqual = memory ? memory.see(full, content, look) : look();
    return isEqual ? 'equal' : 'changed';
  };
  return { obstacleAbove, judge, compare };
}

/**
 * Returns the status of a path without following a link. Returns undefined if it is missing. An exception for that
 * would be slower.
 */
function inspect(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
