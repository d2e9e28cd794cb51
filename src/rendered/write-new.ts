import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeSystemError } from '../std/system-error.js';
import { replaceFile } from './replace-file.js';

/** A file to create. */
export interface NewFile {
  /** Path in the folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the reason why a file must not be created in a folder: a link in its path, or an existing file. Returns
 * undefined if it may be.
 */
export function findObstacle(folder: string, path: string, overwrites: boolean): string | undefined {
  const names = path.split('/');
  for (const [index] of names.entries()) {
    const stats = lstatSync(join(folder, ...names.slice(0, index + 1)), { throwIfNoEntry: false });
    if (!stats) return undefined;
    const shown = names.slice(0, index + 1).join('/');
    if (stats.isSymbolicLink()) return `${shown} is a symbolic link`;
    if (index < names.length - 1 && !stats.isDirectory()) return `${shown} is no folder`;
  }
  if (!overwrites) return `${path} is there already`;
  return lstatSync(join(folder, path)).isFile() ? undefined : `${path} is no file`;
}

/** Writes a file atomically. Call `findObstacle` before. Returns an error message, or undefined. */
export function writeNew(folder: string, { path, text }: NewFile): string | undefined {
  try {
    const target = join(realpathSync(folder), path);
    mkdirSync(dirname(target), { recursive: true });
    return replaceFile(target, text)[0]?.message;
  } catch (thrown) {
    return `${path} cannot be written: ${describeSystemError(thrown)}`;
  }
}
