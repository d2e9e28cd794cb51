import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../std/system-error.js';
import { foldersAbove } from '../output-index/artefact-path.js';
import type { Survey } from './inspect-output.js';

/** Removes files of a folder, and folders that become empty. Skips paths behind a link. */
export function removeStale(folder: string, paths: readonly string[], { obstacleAbove }: Survey): void {
  const emptied = new Set<string>();
  for (const path of paths) {
    const full = join(folder, path);
    if (obstacleAbove(path) || !lstatSync(full, { throwIfNoEntry: false })?.isFile()) continue;
    unlinkSync(full);
    for (const above of foldersAbove(path)) emptied.add(above);
  }
  // Deepest first, so that a folder that only contains empty folders is removed, too.
  const byDepth = [...emptied].sort((a, b) => b.split('/').length - a.split('/').length);
  for (const each of byDepth) removeIfEmpty(join(folder, each));
}

/** Removes a folder if it exists and is empty. Throws other errors of the operating system. */
export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && !isMissing(thrown)) throw thrown;
  }
}
