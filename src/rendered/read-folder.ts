import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Failure, fail } from '../model/change.js';
import { INDEX } from './artefact-path.js';
import { type FolderIndex, type ListedArtefact, parseIndex } from './parse-index.js';
import { locate } from './swap.js';
import { describeSystemError } from '../std/system-error.js';

/** A rendered output folder, however it got where it is, as its index describes it. */
export interface RenderedFolder extends FolderIndex {
  readonly folder: string;
}

/** An artefact with its content, which is what the index lists. */
export interface ReadArtefact extends ListedArtefact {
  readonly text: string;
}

/**
 * Reads the index of a folder. A folder without one, or with one of another version, never counts as a folder that asks
 * for nothing: it is a failure that may pass, since the folder may be on its way.
 */
export function readRenderedFolder(folder: string): RenderedFolder | Failure {
  const path = join(folder, INDEX);
  const bytes = readBytes(folder, INDEX);
  if ('result' in bytes) return bytes;
  const index = parseIndex(bytes.toString());
  return index
    ? { folder, ...index }
    : fail(`${path} is not the index of a folder that this version of Weir rendered`, true);
}

/**
 * Reads an artefact by its path inside the folder; undefined where the index does not list it. A file that is not the one
 * that the index lists is a failure that may pass.
 */
export function readArtefact({ folder, artefacts }: RenderedFolder, path: string): ReadArtefact | undefined | Failure {
  const listed = artefacts.get(path);
  if (!listed) return undefined;
  const file = join(folder, path);
  const bytes = readBytes(folder, path);
  if ('result' in bytes) return bytes;
  if (createHash('sha256').update(bytes).digest('hex') !== listed.sha256)
    return fail(`${file} is not what ${INDEX} lists: it is being delivered, or was edited`, true);
  return { ...listed, text: bytes.toString() };
}

/** Of a change that was interrupted, or goes on, the files that are not in their places yet are read where they are. */
function readBytes(folder: string, name: string): Buffer | Failure {
  const path = join(folder, name);
  try {
    const file = locate(folder, name);
    // More than this is no string, and therefore nothing that Weir has written.
    if (statSync(file).size > constants.MAX_STRING_LENGTH) return fail(`${path} is too large to be read`, true);
    return readFileSync(file);
  } catch (thrown) {
    return fail(`${path} cannot be read: ${describeSystemError(thrown)}`, true);
  }
}
