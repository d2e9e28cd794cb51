import { type Dirent, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Output } from './artefact-path.js';
import { isAlive } from './previous.js';
import { createFileWriter } from './write-file.js';

/**
 * Makes an output folder where there is none: beside its place, under a hidden name with the id of the process, and then it
 * is renamed. So a run that is killed leaves no output or a whole one, and no file has to be moved by itself. Removes what
 * runs left that were killed before. False where something has come into the place meanwhile, and nothing is written. Errors
 * of the operating system are thrown, and leave nothing behind.
 */
export function writeFirst(folder: string, artefacts: readonly Output[]): boolean {
  const place = resolve(folder);
  const parent = dirname(place);
  const prefix = `.${basename(place)}.weir-`;
  const staging = join(parent, `${prefix}${process.pid}`);
  const made = mkdirSync(parent, { recursive: true });
  for (const name of leftoversOf(parent, prefix)) remove(join(parent, name));
  mkdirSync(staging);
  try {
    writeAll(staging, artefacts);
    if (takePlace(staging, place)) return true;
    remove(staging);
    return false;
  } catch (thrown) {
    for (const each of [staging, made]) if (each !== undefined) remove(each);
    throw thrown;
  }
}

/** The folders that ended processes have left, and one of an ended process with our id. */
function leftoversOf(parent: string, prefix: string): string[] {
  return readdirSync(parent, { withFileTypes: true }).flatMap((entry: Dirent) => {
    const id = entry.name.startsWith(prefix) ? entry.name.slice(prefix.length) : '';
    return entry.isDirectory() && /^[0-9]+$/.test(id) && !isAlive(Number(id)) ? [entry.name] : [];
  });
}

function writeAll(staging: string, artefacts: readonly Output[]): void {
  for (const each of new Set(artefacts.map(({ path }) => dirname(path))))
    mkdirSync(join(staging, each), { recursive: true });
  const writeFile = createFileWriter();
  for (const { path, content } of artefacts) writeFile(join(staging, path), content);
}

/** Whether the folder has got its place, because nothing, or an empty folder, was there. */
function takePlace(staging: string, place: string): boolean {
  try {
    renameSync(staging, place);
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
