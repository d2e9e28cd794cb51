import { isAbsolute, join, relative, sep } from 'node:path';
import type { Command } from 'commander';

/** What a command line says of the folder that it is about. */
interface FolderFlags {
  readonly path: string;
}

/** Adds `-C` to the program: every command takes it, before its name or after. Several count one from the other, as with git. */
export function addFolderOption(program: Command): void {
  program.option(
    '-C, --path <folder>',
    'work in this folder: every other path is relative to it',
    (folder: string, earlier: string) => resolvePath(earlier, folder),
    '.',
  );
}

/** The folder that `-C` names; by default the one where the command runs. */
export function folderOf(program: Command): string {
  return program.opts<FolderFlags>().path;
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
