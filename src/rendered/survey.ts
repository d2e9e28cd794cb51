import { type Stats, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../model/diagnostic.js';
import { isMissing } from '../std/system-error.js';
import { type Chunks, equalsChunks, sizeOfChunks } from '../std/byte-writer.js';
import { foldersAbove } from './artefact-path.js';
import { messages } from './messages.js';

/** What is at the path of an artefact now. */
export type Standing = 'missing' | 'equal' | 'changed' | Finding;

/** Looks at the paths of an output folder, and remembers what it saw of the folders in it. */
export interface Survey {
  /** What would be in the way of writing the file: a link or a file in place of a folder above it. */
  readonly obstacleAbove: (path: string) => Finding | undefined;
  /** What is at the path of a file. */
  readonly judge: (path: string) => 'missing' | 'file' | Finding;
  /** How the file compares with its desired bytes. */
  readonly compare: (path: string, content: Chunks) => Standing;
}

/** Surveys `folder`; its own path may lead through links. Errors of the operating system are thrown. */
export function survey(folder: string): Survey {
  const seen = new Map<string, Finding | undefined>();
  const judgeFolder = (path: string): Finding | undefined => {
    const stats = inspect(join(folder, path));
    if (stats?.isSymbolicLink()) return messages.symlink(join(folder, path));
    return stats && !stats.isDirectory() ? messages.inTheWay(join(folder, path), 'folder') : undefined;
  };
  const obstacleAbove = (path: string): Finding | undefined => {
    for (const above of foldersAbove(path)) {
      if (!seen.has(above)) seen.set(above, judgeFolder(above));
      const obstacle = seen.get(above);
      if (obstacle) return obstacle;
    }
    return undefined;
  };
  const judge = (path: string): 'missing' | 'file' | Finding => {
    const obstacle = obstacleAbove(path);
    if (obstacle) return obstacle;
    const full = join(folder, path);
    const stats = inspect(full);
    if (!stats) return 'missing';
    if (stats.isSymbolicLink()) return messages.symlink(full);
    return stats.isFile() ? 'file' : messages.inTheWay(full, 'file');
  };
  const compare = (path: string, content: Chunks): Standing => {
    const found = judge(path);
    if (found !== 'file') return found;
    const full = join(folder, path);
    const isEqual = statSync(full).size === sizeOfChunks(content) && equalsChunks(readFileSync(full), content);
    return isEqual ? 'equal' : 'changed';
  };
  return { obstacleAbove, judge, compare };
}

/** What is at a path, without following a link; undefined for nothing. */
function inspect(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
