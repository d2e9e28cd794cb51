import { lstatSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { findTop } from '../rendered/configured.js';
import { CONFIGURATION_PATH } from '../settings/configuration/parse.js';
import { describeSystemError } from '../std/system-error.js';

/** What a command line says of the folder that it is about. */
interface FolderFlags {
  readonly path: string;
}

/** Adds `-C` to the program: every command takes it, before its name or after. Several count one from the other, as with git. */
export function addFolderOption(program: Command): void {
  program.option(
    '-C, --path <folder>',
    'Run in <folder>',
    (folder: string, earlier: string) => resolvePath(earlier, folder),
    '.',
  );
}

/** The folder that `-C` names; by default the one where the command runs. */
export function folderOf(program: Command): string {
  return program.opts<FolderFlags>().path;
}

/**
 * The folder of the repository that a command is about: `folderOf`, or the nearest folder above with a weir.yaml where that
 * one has none. The search ends with the git repository; outside of any, a file of somebody else is not taken.
 */
export function repositoryOf(program: Command): string {
  const folder = folderOf(program);
  const start = resolve(folder);
  const found = findRepository(start);
  return found === undefined || found === start ? folder : pathFromHere(found) || '.';
}

/** The nearest folder, from `start` (an absolute path) upwards, with a weir.yaml, or the file `name`, that may be taken. */
export function findRepository(start: string, name = CONFIGURATION_PATH): string | undefined {
  const owner = ownerOf(start);
  const top = findTop(start);
  const isInRepository = lookAt(join(top, '.git')) !== undefined;
  for (let folder = start; ; folder = dirname(folder)) {
    const file = lookAt(join(folder, name));
    if (file && (folder === start || isInRepository || file.uid === owner)) return folder;
    if ((isInRepository && folder === top) || folder === dirname(folder)) return undefined;
  }
}

/** Nothing where the operating system refuses to look: whoever reads the folder says why. */
function lookAt(path: string): { readonly uid: number } | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (thrown) {
    describeSystemError(thrown);
    return undefined;
  }
}

function ownerOf(folder: string): number | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.uid;
  } catch (thrown) {
    describeSystemError(thrown);
    return undefined;
  }
}

/** A path of the command line, seen from where the command runs. Standard input (`-`) stays what it is. */
export function resolvePath(folder: string, path: string): string {
  return folder === '.' || path === '-' || isAbsolute(path) ? path : join(folder, path);
}

/** Options with the paths among them seen from where the command runs; `names` are those that hold a path. */
export function resolvePaths<Flags extends object>(
  program: Command,
  flags: Flags,
  ...names: readonly (keyof Flags)[]
): Flags {
  const folder = folderOf(program);
  const paths = names.flatMap((name): [keyof Flags, unknown][] => {
    const path = flags[name];
    return typeof path === 'string' ? [[name, resolvePath(folder, path)]] : [];
  });
  return { ...flags, ...Object.fromEntries(paths) };
}

/** A folder as it is named from where the command runs; '' for that place itself. A person, or a pull request, sees such paths. */
export function pathFromHere(folder: string): string {
  return relative('.', folder).split(sep).join('/');
}

/** A folder as its git repository names it, wherever the command runs; '.' for the top of it. */
export function nameInRepository(folder: string): string {
  const path = resolve(folder);
  return relative(findTop(path), path).split(sep).join('/') || '.';
}
