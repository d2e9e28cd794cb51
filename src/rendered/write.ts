import { lstatSync, mkdirSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Report } from '../model/diagnostic.js';
import { describeSystemError } from '../std/system-error.js';
import type { Chunks } from '../std/byte-writer.js';
import { INDEX, type Output, REPLACED, SWAP, assertArtefactPaths, stagedName } from '../output-index/artefact-path.js';
import { stagingName } from './staging-name.js';
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
 * Makes a folder contain these artefacts, and keeps files of others in it. A missing folder is created next to its
 * place (`first-output.ts`).
 *
 * Otherwise, the changed files are staged, and take effect all at once (`swap.ts`). Then files move into place, and
 * files that only the previous index.json lists are removed, with folders that become empty. The new index.json moves
 * last. A killed run leaves either all of the old or all of the new output. Files with the right bytes are not changed.
 *
 * Reports, and writes nothing, if a foreign file or a symbolic link is in the way, or the folder is not writable.
 * Throws if an artefact path leaves the folder.
 *
 * `memory`: cache of files that need not be read. `begun`: a started output that already contains some of the
 * artefacts.
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

/** Writes the artefacts to an existing folder. */
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

/** A change of a folder that contains everything that its index lists. */
export interface Update {
  /** Files to write, including the index. */
  readonly artefacts: readonly Output[];
  /** Paths of existing files to remove. */
  readonly gone: readonly string[];
  /** Paths of all files before the change. */
  readonly held: OwnPaths;
}

/** Writes and removes files of a folder, like `writeOutput`, and keeps all others. */
export function updateOutput(folder: string, { artefacts, gone, held }: Update): Report[] {
  assertArtefactPaths(artefacts.map(({ path }) => path));
  return guard(folder, () => {
    const { pending, reports } = compareAll(folder, artefacts, held, inspectOutput(folder));
    if (reports.length > 0 || pending.length === 0) return reports;
    return replace(folder, planUpdate(pending, artefacts, held, gone));
  });
}

/** The files that a change writes, and the paths of Weir's files that it replaces or removes. */
interface FolderChange {
  readonly pending: readonly Pending[];
  readonly replaced: readonly string[];
  readonly swap: Swap;
}

/** Returns a change that removes all files that are not among the artefacts. */
function planChange(
  pending: readonly Pending[],
  artefacts: readonly Output[],
  paths: ReadonlySet<string>,
): FolderChange {
  const kept = new Set(artefacts.map(({ path }) => path));
  const gone = [...paths].filter((path) => path !== INDEX && !kept.has(path));
  return planUpdate(pending, artefacts, paths, gone);
}

/** Returns a change, which always includes the index. The index puts it into effect. */
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

/** Runs a step and turns an error of the operating system into a report. */
function guard(folder: string, step: () => Report[]): Report[] {
  try {
    return step();
  } catch (thrown) {
    const path = thrown instanceof Error && 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : folder;
    return [{ ...messages.unwritable(path, describeSystemError(thrown)), location: { path } }];
  }
}

/** Returns the files to write, and the reports of obstacles. */
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

/** Stages the files, puts them into effect, and moves them into place. */
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
 * Does everything that can fail because of space or permissions: writes the staged files and creates their folders.
 * Appends the outermost created folders to `created`.
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
 * Throws if staged files cannot be moved into the folder above `path`. Only a trial shows this, for example because of
 * permissions or another file system.
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

/** Removes one of Weir's own files or folders if it exists. Follows no link. */
function remove(path: string): Report[] {
  rmSync(path, { recursive: true, force: true });
  return [];
}
