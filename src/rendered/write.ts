import { lstatSync, mkdirSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Report } from '../model/diagnostic.js';
import { describeSystemError } from '../std/system-error.js';
import type { Chunks } from '../std/byte-writer.js';
import { INDEX, type Output, REPLACED, SWAP, assertArtefactPaths, stagedName, stagingName } from './artefact-path.js';
import { type FirstOutput, beginFirstOutput } from './first-output.js';
import { messages } from './messages.js';
import type { OutputMemory, Settled } from './output-memory.js';
import { readPrevious } from './previous.js';
import { type Survey, inspectOutput } from './inspect-output.js';
import { type OwnPaths, type Swap, completeSwap, finishSwap } from './swap.js';
import { createFileWriter } from './write-file.js';

/** A file whose bytes on disk differ from the desired ones. */
interface Pending {
  readonly path: string;
  readonly content: Chunks;
}

/**
 * Makes a folder hold just these artefacts, and whatever else people keep in it. Where there is no folder yet, it is made
 * beside its place (`first-output.ts`). Else everything is prepared in a staging folder, which then counts at once and as a
 * whole (`swap.ts`); files move into place, those that only the previous index.json lists go away, with folders that this
 * empties; the new index.json comes last. A run that is killed leaves either all of the old or all of the new. Files
 * that have the right bytes already are left alone. Reports, and writes nothing, when a file of someone else or a
 * symbolic link is in the way, or the folder cannot be written. Throws for artefact paths that leave the folder. With a
 * memory, files that are known from earlier calls are not read. `begun` holds some of the artefacts already.
 */
export function writeOutput(
  folder: string,
  artefacts: readonly Output[],
  { memory, begun }: { readonly memory?: OutputMemory; readonly begun?: FirstOutput | undefined } = {},
): Report[] {
  const known = memory?.settled(folder, artefacts);
  if (!known) assertArtefactPaths(artefacts.map(({ path }) => path));
  const failures = guard(folder, () => {
    const first = begun ?? (lstatSync(folder, { throwIfNoEntry: false }) ? undefined : beginFirstOutput(folder));
    const left = first ? first.finish(artefacts) : artefacts;
    return left ? writeInto(folder, left, known, memory) : [];
  });
  memory?.settle(folder, failures.length === 0 ? artefacts : undefined, known);
  return failures;
}

/** Does the same where there is something already. */
function writeInto(
  folder: string,
  artefacts: readonly Output[],
  known: Settled | undefined,
  memory: OutputMemory | undefined,
): Report[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    return [{ ...messages.unwritable(folder, 'not a folder'), location: { path: folder } }];
  }
  const unfinished = finishSwap(folder);
  if (unfinished.length > 0) return unfinished;
  const previous = known ? { paths: known.paths, leftovers: [] } : readPrevious(folder, memory);
  const { pending, reports } = compareAll(
    folder,
    known?.others ?? artefacts,
    previous.paths,
    inspectOutput(folder, memory),
  );
  if (reports.length > 0) return reports;
  const plan = (): FolderChange =>
    known ? planUpdate(pending, artefacts, known.paths, []) : planChange(pending, artefacts, previous.paths);
  const failed = pending.length === 0 ? [] : replace(folder, plan());
  if (failed.length > 0) return failed;
  for (const name of previous.leftovers) remove(join(folder, name));
  return [];
}

/** A change of a folder that holds all that its index lists. */
export interface Update {
  /** What is written, the index among it. */
  readonly artefacts: readonly Output[];
  /** The paths of files that are there and go. */
  readonly gone: readonly string[];
  /** The paths of all files that are there before. */
  readonly held: OwnPaths;
}

/**
 * Puts files into a folder, as `writeOutput` does; what is neither written nor gone stays as it is. With a memory, which must
 * know the folder as intact, it learns of it.
 */
export function updateOutput(folder: string, { artefacts, gone, held }: Update, memory?: OutputMemory): Report[] {
  assertArtefactPaths(artefacts.map(({ path }) => path));
  const failures = guard(folder, () => {
    const { pending, reports } = compareAll(folder, artefacts, held, inspectOutput(folder, memory));
    if (reports.length > 0 || pending.length === 0) return reports;
    return replace(folder, planUpdate(pending, artefacts, held, gone));
  });
  memory?.amend(failures.length === 0 ? artefacts : undefined, gone);
  return failures;
}

/** What a change writes, and which paths of Weir's it replaces or removes. */
interface FolderChange {
  readonly pending: readonly Pending[];
  readonly replaced: readonly string[];
  readonly swap: Swap;
}

/** A change in which all go that are not among the artefacts. */
function planChange(
  pending: readonly Pending[],
  artefacts: readonly Output[],
  paths: ReadonlySet<string>,
): FolderChange {
  const kept = new Set(artefacts.map(({ path }) => path));
  const gone = [...paths].filter((path) => path !== INDEX && !kept.has(path));
  return planUpdate(pending, artefacts, paths, gone);
}

/** A change always comes with its index, which makes it count. */
function planUpdate(
  pending: readonly Pending[],
  artefacts: readonly Output[],
  own: OwnPaths,
  gone: readonly string[],
): FolderChange {
  const parts = pending.filter(({ path }) => path !== INDEX);
  return {
    pending: [...parts, ...artefacts.filter(({ path }) => path === INDEX)],
    replaced: [...pending.map(({ path }) => path).filter((path) => own.has(path)), ...gone],
    swap: { pending: parts.map(({ path }) => path), previous: own, stale: gone },
  };
}

/** Runs a step; an error of the operating system becomes a report. */
function guard(folder: string, step: () => Report[]): Report[] {
  try {
    return step();
  } catch (thrown) {
    const path = thrown instanceof Error && 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : folder;
    return [{ ...messages.unwritable(path, describeSystemError(thrown)), location: { path } }];
  }
}

/** What has to be written, and what forbids it. */
function compareAll(folder: string, artefacts: readonly Output[], own: OwnPaths, { compare }: Survey) {
  const pending: Pending[] = [];
  const reports: Report[] = [];
  for (const { path, content } of artefacts) {
    const standing = compare(path, content);
    const foreign = standing === 'changed' && !own.has(path);
    const finding = foreign ? messages.foreignFile(join(folder, path)) : standing;
    if (typeof finding === 'object') reports.push({ ...finding, location: { path: join(folder, path) } });
    else if (finding !== 'equal') pending.push({ path, content });
  }
  return { pending, reports };
}

/** Stages the files, makes them count, and moves them into place. */
function replace(folder: string, change: FolderChange): Report[] {
  const staging = join(folder, stagingName());
  const created: string[] = [];
  const failures = guard(folder, () => stage(folder, staging, change, created));
  if (failures.length > 0) {
    for (const each of [staging, ...created]) guard(each, () => remove(each));
    return failures;
  }
  renameSync(staging, join(folder, SWAP));
  return completeSwap(folder, change.swap);
}

/**
 * Does everything that may fail for want of space or permission: writes the files aside and creates their folders, of
 * which it puts the outermost into `created`.
 */
function stage(folder: string, staging: string, { pending, replaced }: FolderChange, created: string[]): Report[] {
  const create = (each: string) => {
    const made = mkdirSync(each, { recursive: true });
    if (made !== undefined) created.push(made);
  };
  remove(staging);
  create(folder);
  mkdirSync(staging);
  const writeFile = createFileWriter();
  for (const { path, content } of pending) writeFile(join(staging, stagedName(path)), content);
  writeFileSync(join(staging, REPLACED), JSON.stringify(replaced));
  for (const each of new Set(pending.map(({ path }) => dirname(path)))) {
    create(join(folder, each));
    if (each !== '.') probe(join(folder, each, stagingName()), join(staging, 'probe'));
  }
  return [];
}

/**
 * Throws unless staged files can be moved into the folder above `path`: only trying tells, whatever grants or forbids it
 * (permissions, another file system).
 */
function probe(path: string, staged: string): void {
  mkdirSync(staged);
  try {
    renameSync(staged, path);
    rmdirSync(path);
  } catch (thrown) {
    rmSync(staged, { recursive: true, force: true });
    throw thrown;
  }
}

/** Removes a file or folder of our own, if it is there. Follows no link. */
function remove(path: string): Report[] {
  rmSync(path, { recursive: true, force: true });
  return [];
}
