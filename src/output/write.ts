import { closeSync, existsSync, lstatSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { rmSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Artefact } from '../model/artefact.js';
import type { Report } from '../model/diagnostic.js';
import { describeSystemError } from '../sources/system-error.js';
import type { Chunks } from '../text/byte-writer.js';
import { INDEX, assertArtefactPaths, foldersAbove } from './artefact-path.js';
import { messages } from './messages.js';
import { type Previous, readPrevious } from './previous.js';
import { type Survey, survey } from './survey.js';

/** A file to write. */
type Output = Pick<Artefact, 'path' | 'content'>;
/** A file whose bytes on disk are not those that it shall have. */
interface Pending {
  readonly path: string;
  readonly content: Chunks;
}

/**
 * Makes a folder hold just these artefacts, and whatever else people keep in it. Everything is prepared in a staging
 * folder and then moved into place; files that only the previous index.json lists go away, with folders that this
 * empties; the new index.json comes last. Files that have the right bytes already are left alone. Reports, and writes
 * nothing, when a file of someone else or a symbolic link is in the way, or the folder cannot be written. Throws for
 * artefact paths that leave the folder.
 */
export function writeOutput(folder: string, artefacts: readonly Output[]): Report[] {
  assertArtefactPaths(artefacts.map(({ path }) => path));
  return guard(folder, () => {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
      return [{ ...messages.unwritable(folder, 'not a folder'), target: { path: folder } }];
    }
    const previous = readPrevious(folder);
    const surveyed = survey(folder);
    const { pending, reports } = compareAll(folder, artefacts, previous, surveyed);
    if (reports.length > 0) return reports;
    const wanted = new Set(artefacts.map(({ path }) => path));
    const stale = [...previous.paths].filter((path) => path !== INDEX && !wanted.has(path));
    return replace(folder, pending, () => {
      removeStale(folder, stale, surveyed);
      for (const name of previous.leftovers) if (name !== stagingName()) remove(join(folder, name));
    });
  });
}

/** Runs a step; an error of the operating system becomes a report. */
function guard(folder: string, step: () => Report[]): Report[] {
  try {
    return step();
  } catch (thrown) {
    const path = thrown instanceof Error && 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : folder;
    return [{ ...messages.unwritable(path, describeSystemError(thrown)), target: { path } }];
  }
}

/** What has to be written, and what forbids it. */
function compareAll(folder: string, artefacts: readonly Output[], previous: Previous, { compare }: Survey) {
  const pending: Pending[] = [];
  const reports: Report[] = [];
  for (const { path, content } of artefacts) {
    const standing = compare(path, content);
    const foreign = standing === 'changed' && !previous.paths.has(path);
    const finding = foreign ? messages.foreignFile(join(folder, path)) : standing;
    if (typeof finding === 'object') reports.push({ ...finding, target: { path: join(folder, path) } });
    else if (finding !== 'equal') pending.push({ path, content });
  }
  return { pending, reports };
}

/** Stages the files and moves them into place; `tidy` runs when only the index is still to be moved. */
function replace(folder: string, pending: readonly Pending[], tidy: () => void): Report[] {
  const staging = join(folder, stagingName());
  const created: string[] = [];
  const failures = guard(folder, () => stage(folder, staging, pending, created));
  if (failures.length > 0) {
    for (const each of [staging, ...created]) guard(each, () => remove(each));
    return failures;
  }
  // From here on an interruption leaves the staging folder: its index tells the next run which files are Weir's.
  const move = (isIndex: boolean) => {
    for (const [place, { path }] of pending.entries()) {
      if ((path === INDEX) === isIndex) renameSync(join(staging, stagedName(path, place)), join(folder, path));
    }
  };
  move(false);
  tidy();
  move(true);
  return remove(staging);
}

/** The staging folder of this process. One that is there already is of an ended process with the same id. */
function stagingName(): string {
  return `.weir-${process.pid}`;
}

/** Staged files lie in one folder, numbered: creating folders is what takes the time. */
function stagedName(path: string, place: number): string {
  return path === INDEX ? INDEX : String(place);
}

/**
 * Does everything that may fail for want of space or permission: writes the files aside and creates their folders, of
 * which it puts the outermost into `created`.
 */
function stage(folder: string, staging: string, pending: readonly Pending[], created: string[]): Report[] {
  if (pending.length === 0) return [];
  const create = (each: string) => {
    const made = mkdirSync(each, { recursive: true });
    if (made !== undefined) created.push(made);
    return made !== undefined;
  };
  remove(staging);
  create(folder);
  mkdirSync(staging);
  for (const [place, { path, content }] of pending.entries()) {
    writeChunks(join(staging, stagedName(path, place)), content);
  }
  for (const each of new Set(pending.map(({ path }) => dirname(path)))) {
    if (!create(join(folder, each))) probe(join(folder, each, stagingName()));
  }
  return [];
}

/** Throws unless entries can be made in the folder above `path`: only trying tells, whatever grants or forbids it. */
function probe(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(path);
  rmdirSync(path);
}

/** Removes a file or folder of our own, if it is there. Follows no link. */
function remove(path: string): Report[] {
  rmSync(path, { recursive: true, force: true });
  return [];
}

function removeStale(folder: string, paths: readonly string[], { obstacleAbove }: Survey): void {
  const emptied = new Set<string>();
  for (const path of paths) {
    const full = join(folder, path);
    if (obstacleAbove(path) || !lstatSync(full, { throwIfNoEntry: false })?.isFile()) continue;
    unlinkSync(full);
    for (const above of foldersAbove(path)) emptied.add(above);
  }
  // Deepest first, so that a folder that only held empty folders goes as well.
  const byDepth = [...emptied].sort((a, b) => b.split('/').length - a.split('/').length);
  for (const each of byDepth) removeIfEmpty(join(folder, each));
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw thrown;
  }
}

function writeChunks(file: string, content: Chunks): void {
  const descriptor = openSync(file, 'wx');
  try {
    for (const chunk of content) writeFileSync(descriptor, chunk);
  } finally {
    closeSync(descriptor);
  }
}
