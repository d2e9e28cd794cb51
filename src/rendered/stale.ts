import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../std/system-error.js';
import { foldersAbove } from './artefact-path.js';
import type { Survey } from './inspect-output.js';

/** Removes files of a folder, and the folders that this empties. What is above a link is not of this folder. */
export function removeStale(folder: string, paths: readonly string[], { obstacleAbove }: Survey): void {
  const emptied = new Set<string>();
  for (const path of paths) {
    const full = join(folder, path);
    if (obstacleAbove(path) || !lstatSync(full, { throwIfNoEntry: false })?.isFile()) continue;
    unlinkSync(full);
    for (const above of foldersAbove(path)) emptied.add(above);
  }
  // Deepest first, so that a folder that only held empty folders goes as well.
  const byDepth = [...emptied].sort((a, b) => b.split('/').length - a.split('/').length);
  for (const each of byDepth) removeIfEmpty(join(folder, each));
}

/** Removes a folder that has nothing in it, if it is there. Other errors of the operating system are thrown. */
export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && !isMissing(thrown)) throw thrown;
  }
}
