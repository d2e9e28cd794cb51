import { type Dirent, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { StoreArtefact } from '../model/artefact.js';
import { describeSystemError } from '../std/system-error.js';
import { type Output, assertArtefactPath, assertArtefactPaths } from './artefact-path.js';
import { describeArtefact } from './index-file.js';
import { isAlive } from './previous.js';
import { removeIfEmpty } from './stale.js';
import { createFileWriter } from './write-file.js';

/** An output folder where there is none yet, which is made file by file. */
export interface FirstOutput {
  /** Writes a file. An error of the operating system is thrown when the output is finished. */
  readonly store: StoreArtefact;
  /**
   * Writes all other files, and puts the folder into its place. Gives all of them to write elsewhere, where something has
   * come into the place meanwhile. Errors of the operating system are thrown, and leave nothing behind.
   */
  readonly finish: (others: readonly Output[]) => readonly Output[] | undefined;
  /** Removes what was written, unless it is in its place. */
  readonly discard: () => void;
}

/**
 * Begins an output folder where nothing is; undefined if something is, or where the operating system does not let look.
 */
export function beginWhereMissing(folder: string): FirstOutput | undefined {
  try {
    return lstatSync(folder, { throwIfNoEntry: false }) ? undefined : beginFirstOutput(folder);
  } catch (thrown) {
    // Throws what is a bug; whoever writes learns the rest.
    describeSystemError(thrown);
    return undefined;
  }
}

/**
 * Begins an output folder: beside its place, under a hidden name with the id of the process, and then it is renamed. So a
 * run that is killed leaves no output or a whole one, and no file has to be moved by itself. Removes what runs left that
 * were killed before. Touches nothing before there is a file to write.
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
      // Throws what is a bug.
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

/** A folder beside the place of an output. */
interface Staging {
  readonly write: (path: string, content: Output['content']) => void;
  readonly read: (path: string) => Uint8Array;
  /** Whether the folder has got its place, because nothing, or an empty folder, was there. */
  readonly takePlace: () => boolean;
  /** Removes the folder, and those above it that were made for it while they are empty. */
  readonly remove: () => void;
}

function createStaging(place: string): Staging {
  const parent = dirname(place);
  const prefix = `.${basename(place)}.weir-`;
  const folder = join(parent, `${prefix}${process.pid}`);
  const made = mkdirSync(parent, { recursive: true });
  for (const name of leftoversOf(parent, prefix)) remove(join(parent, name));
  mkdirSync(folder);
  const folders = new Set([folder]);
  const writeFile = createFileWriter();
  return {
    write: (path, content) => {
      const file = join(folder, path);
      const above = dirname(file);
      if (!folders.has(above)) mkdirSync(above, { recursive: true });
      folders.add(above);
      writeFile(file, content);
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

/** The folders that ended processes have left, and one of an ended process with our id. */
function leftoversOf(parent: string, prefix: string): string[] {
  return readdirSync(parent, { withFileTypes: true }).flatMap((entry: Dirent) => {
    const id = entry.name.startsWith(prefix) ? entry.name.slice(prefix.length) : '';
    return entry.isDirectory() && /^[0-9]+$/.test(id) && !isAlive(Number(id)) ? [entry.name] : [];
  });
}

/** Returns true if the folder could be renamed, because nothing, or an empty folder, was in the place. */
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

/** Removes a folder of our own, if it is there. Follows no link. */
function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
