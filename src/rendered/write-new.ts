import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeSystemError } from '../std/system-error.js';
import { replaceFile } from './replace-file.js';

/** A file to make. */
export interface NewFile {
  /** In the folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Why a file of this path must not be made in a folder: a link leads out of it, or something is there. Undefined: it may. */
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

/** Writes a file as a whole. `findObstacle` has been asked. A string says what is wrong. */
export function writeNew(folder: string, { path, text }: NewFile): string | undefined {
  try {
    const target = join(realpathSync(folder), path);
    mkdirSync(dirname(target), { recursive: true });
    return replaceFile(target, text)[0]?.message;
  } catch (thrown) {
    return `${path} cannot be written: ${describeSystemError(thrown)}`;
  }
}
