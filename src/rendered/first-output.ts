import { type Dirent, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { StoreArtefact } from '../model/artefact.js';
import { describeSystemError } from '../std/system-error.js';
import { type Output, assertArtefactPath, assertArtefactPaths } from '../output-index/artefact-path.js';
import { describeArtefact } from '../output-index/index-file.js';
import { isAlive } from './previous.js';
import { removeIfEmpty } from './stale.js';
import { createFileWriter } from './write-file.js';

/** Writer of an output folder that does not exist yet, file by file. */
export interface FirstOutput {
  /** Writes a file. `finish` throws errors of the operating system. */
  readonly store: StoreArtefact;
  /**
   * Writes all other files and renames the folder into place. If the place was taken in the meantime, returns all files
   * to be written elsewhere. Throws errors of the operating system, and leaves nothing behind.
   */
  readonly finish: (others: readonly Output[]) => readonly Output[] | undefined;
  /** Removes the written files, unless they are in place. */
  readonly discard: () => void;
}

/**
 * Starts an output folder if nothing exists at its path. Returns undefined if anything does, or if the path is not
 * readable.
 */
export function beginWhereMissing(folder: string): FirstOutput | undefined {
  try {
    return lstatSync(folder, { throwIfNoEntry: false }) ? undefined : beginFirstOutput(folder);
  } catch (thrown) {
    // Throws if the error is a bug. Writing the output reports any other.
    describeSystemError(thrown);
    return undefined;
  }
}

/**
 * Starts an output folder next to its place, under a hidden name with the process ID. It is renamed at the end. A
 * killed run leaves no output or a complete one, and files need not be moved one by one.
 *
 * Removes what killed runs left. Changes nothing before the first file is written.
 */
export function beginFirstOutput(folder: string): FirstOutput {
  const place = resolve(folder);
  const stored = new Set<string>();
  let staging: Staging | undefined;
  let failure: { readonly thrown: unknown } | undefined;
  const open = (): Staging => (staging ??= createStaging(place));
  const discard = (): void => {
    staging?.remove();
    staging = undefined;
  };
  const store: StoreArtefact = (artefact) => {
    const { path, content } = artefact;
    assertArtefactPath(path);
    stored.add(path);
    try {
      if (!failure) open().write(path, content);
    } catch (thrown) {
      // Throws if the error is a bug.
      describeSystemError(thrown);
      failure = { thrown };
      discard();
    }
    return describeArtefact(artefact);
  };
  const finish: FirstOutput['finish'] = (others) => {
    try {
      if (failure) throw failure.thrown;
      assertArtefactPaths([...stored, ...others.map(({ path }) => path)]);
      const { write, takePlace, read } = open();
      for (const { path, content } of others) write(path, content);
      if (takePlace()) {
        staging = undefined;
        return undefined;
      }
      return [...[...stored].map((path) => ({ path, content: [read(path)] })), ...others];
    } finally {
      discard();
    }
  };
  return { store, finish, discard };
}

/** A folder next to the place of an output. */
interface Staging {
  readonly write: (path: string, content: Output['content']) => void;
  readonly read: (path: string) => Uint8Array;
  /** Renames the folder into place. Returns false if anything but an empty folder is there. */
  readonly takePlace: () => boolean;
  /** Removes the folder, and empty folders above it that were created for it. */
  readonly remove: () => void;
}

function createStaging(place: string): Staging {
  const parent = dirname(place);
  const prefix = `.${basename(place)}.weir-`;
  const folder = join(parent, `${prefix}${process.pid}`);
  const made = mkdirSync(parent, { recursive: true });
  for (const name of leftoversOf(parent, prefix)) remove(join(parent, name));
  mkdirSync(folder);
  /** Folders that have been created, as paths in the output. */
  const folders = new Set(['']);
  const writeFile = createFileWriter();
  return {
    write: (path, content) => {
      const above = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
      if (!folders.has(above)) mkdirSync(join(folder, above), { recursive: true });
      folders.add(above);
      // Files are many, and their paths are already normalized.
      writeFile(`${folder}/${path}`, content);
    },
    read: (path) => readFileSync(join(folder, path)),
    takePlace: () => moveTo(folder, place),
    remove: () => {
      remove(folder);
      for (let each = parent; made !== undefined && each.length >= made.length; each = dirname(each))
        removeIfEmpty(each);
    },
  };
}

/** Returns the folders left by ended processes, including one with the ID of this process. */
function leftoversOf(parent: string, prefix: string): string[] {
  return readdirSync(parent, { withFileTypes: true }).flatMap((entry: Dirent) => {
    const id = entry.name.startsWith(prefix) ? entry.name.slice(prefix.length) : '';
    return entry.isDirectory() && /^[0-9]+$/.test(id) && !isAlive(Number(id)) ? [entry.name] : [];
  });
}

/** Renames the folder into place. Returns false if anything but an empty folder is there. */
function moveTo(folder: string, place: string): boolean {
  try {
    renameSync(folder, place);
    return true;
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return false;
    throw thrown;
  }
}

/** Removes one of Weir's own folders if it exists. Follows no link. */
function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
