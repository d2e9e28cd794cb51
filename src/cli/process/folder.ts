import { lstatSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { findTop } from '../../rendered/configured.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { describeSystemError } from '../../std/system-error.js';

/** The options that select the folder. */
interface FolderFlags {
  readonly path: string;
}

/**
 * Adds `-C` to the program. Every command accepts it, before its name or after. If repeated, each is relative to the
 * one before, as in git.
 */
export function addFolderOption(program: Command): void {
  program.option(
    '-C, --path <folder>',
    'Run in <folder>',
    (folder: string, earlier: string) => resolvePath(earlier, folder),
    '.',
  );
}

/** Returns the folder of `-C`, by default the current one. */
export function folderOf(program: Command): string {
  return program.opts<FolderFlags>().path;
}

/**
 * Returns the repository folder of a command: `folderOf`, or the nearest folder above with a weir.yaml. The search ends
 * at the top of the git repository. Outside of git, files of other users are ignored.
 */
export function repositoryOf(program: Command): string {
  const folder = folderOf(program);
  const start = resolve(folder);
  const found = findRepository(start);
  return found === undefined || found === start ? folder : pathFromHere(found) || '.';
}

/**
 * Returns the nearest acceptable folder with a weir.yaml or the file `name`, from `start` (an absolute path) upwards.
 */
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

/** Returns undefined if the path cannot be read. The caller reports the error. */
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

/** Returns a path of the command line relative to the current folder. Standard input (`-`) is unchanged. */
export function resolvePath(folder: string, path: string): string {
  return folder === '.' || path === '-' || isAbsolute(path) ? path : join(folder, path);
}

/** Returns options with their paths relative to the current folder. `names` are the options with a path. */
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

/** Returns options with the paths of observed flows relative to the current folder. */
export function resolveFlows<Flags extends { readonly flows?: readonly string[] }>(
  program: Command,
  flags: Flags,
): Flags {
  const { flows } = flags;
  return flows === undefined ? flags : { ...flags, flows: flows.map((path) => resolvePath(folderOf(program), path)) };
}

/** Returns a folder relative to the current one, or '' for the current folder, for display. */
export function pathFromHere(folder: string): string {
  return relative('.', folder).split(sep).join('/');
}

/** Returns a folder relative to the top of its git repository, or '.' for the top. */
export function nameInRepository(folder: string): string {
  const path = resolve(folder);
  return relative(findTop(path), path).split(sep).join('/') || '.';
}
