import { join, resolve } from 'node:path';
import type { Compilation } from '../../compile/compile.js';
import type { CompileInput } from '../../compile/compile-input.js';
import { printLines, printMessage, printText } from '../process/print.js';
import { boundFindings } from '../../diagnostics/collect.js';
import { findFailure } from '../../diagnostics/verdict.js';
import { compareLocks } from '../../kinds/locks.js';
import type { LockChange } from '../../model/lock.js';
import type { Configuration } from '../../model/configuration.js';
import { LOCK_PATH } from '../../settings/lock/parse.js';
import type { Artefact } from '../../model/artefact.js';
import type { Report } from '../../model/diagnostic.js';
import { type OutputChange, compareOutput } from '../../rendered/compare.js';
import { replaceFile } from '../../rendered/replace-file.js';
import { findCommittedLink } from '../../rendered/committed-link.js';
import { beginWhereMissing } from '../../rendered/first-output.js';
import { writeOutput } from '../../rendered/write.js';
import { type Recalled, loadCachedRun } from '../cache/load-run.js';
import type { CachedRun } from '../cache/cached-run.js';
import { printExplanation, printNext } from '../process/next.js';
import { type BaselineOptions, applyBaseline } from './baseline.js';
import { MAX_FINDINGS, printFindings } from '../run/diagnostics.js';
import type { WatchedOutput } from '../run/follow-output.js';
import type { Run, RunOptions } from '../run/run.js';
import { renderSummary, summariseRun } from '../run/summary.js';

export interface CompileOptions extends RunOptions, BaselineOptions {
  /** If true, only compares the output folder with the new output. */
  readonly check: boolean;
  /** If true, writes nothing if weir.lock.yaml would change. */
  readonly locked: boolean;
  /** If true, writes nothing unless the rows are proven to treat packets as the resources do. */
  readonly prove?: boolean;
  /** If true, runs again when the input changes. */
  readonly watch?: boolean;
  /** If true, cached runs may be used. Default: true. */
  readonly cache?: boolean;
  readonly format: string;
  readonly strict: boolean;
}

/**
 * Runs `weir compile`: writes the artefacts and the lock, and prints a summary. Findings go to standard error. Returns
 * exit code 0, 1 for errors in the input, or 2 if `check` finds a different folder or `locked` finds a lock change.
 * Writes nothing unless the whole run succeeds.
 */
export async function compileCommand(options: CompileOptions): Promise<number> {
  const obstacle = options.out === undefined ? undefined : findCommittedLink(options.out);
  if (obstacle) {
    printMessage(obstacle.message);
    return 1;
  }
  if (options.watch === true) return followCompilations(options);
  // A baseline needs all findings, but a cached run contains only the first ones.
  const hasBaseline = options.baseline !== undefined;
  const scope = hasBaseline ? { ...options, maxFindings: 0, cache: false } : withoutCache(options);
  const { input, known, holds, updateIncrementally, run } = await loadCachedRun(scope, 'artefacts');
  const folder = outputFolder(input.root, input.configuration, options);
  const repeated = known && repeat(known, holds, folder, options);
  if (repeated !== undefined) return repeated;
  const updated = options.check
    ? undefined
    : updateIncrementally(folder, (findings) => !findFailure(findings, options));
  return updated ? printRun(updated, folder, options) : compileOnce(run, folder, options);
}

/** Returns the options of a complete run if its result is to be proven. */
function withoutCache(options: CompileOptions): CompileOptions {
  return options.prove === true ? { ...options, cache: false } : options;
}

/** Compiles on each change of the input. */
async function followCompilations(options: CompileOptions): Promise<number> {
  const { watchRuns } = await import('../run/follow.js');
  const { followOutput } = await import('../run/follow-output.js');
  const output = followOutput();
  try {
    return await watchRuns(options, 'artefacts', (done) => conclude(done, options, output.write));
  } finally {
    output.close();
  }
}

/** Compiles, and writes artefacts of a new folder as they are created, to save memory. Returns the exit code. */
async function compileOnce(run: Recalled['run'], folder: string, options: CompileOptions): Promise<number> {
  const begun = options.check ? undefined : beginWhereMissing(folder);
  try {
    return await conclude(run(begun?.store), options, (at, artefacts) => writeOutput(at, artefacts, { begun }));
  } finally {
    begun?.discard();
  }
}

/** Prints a cached run. Returns undefined if the output folder differs from its result. */
function repeat(
  known: CachedRun,
  holds: Recalled['holds'],
  folder: string,
  options: CompileOptions,
): number | undefined {
  const { findings, index } = known;
  if (!findFailure(findings, options) && (index === undefined || !holds(folder, index))) return undefined;
  return printRun(known, folder, options);
}

/** Prints the findings and the summary of the output folder. Returns the exit code. */
function printRun({ findings, summary }: CachedRun, folder: string, options: CompileOptions): number {
  printFindings(findings, options.format, 'stderr');
  const failure = findFailure(findings, options);
  if (failure && options.format === 'text') printExplanation(failure);
  if (failure) return 1;
  if (!options.check) printText(renderSummary(summary, findings, { folder, lockChanges: [] }));
  return 0;
}

function outputFolder(root: string, configuration: Configuration | undefined, { out }: CompileOptions): string {
  return out === undefined ? resolve(root, configuration?.output ?? '') : resolve(out);
}

/** Writes the output of a run, and prints its findings without those of the baseline. Returns the exit code. */
async function conclude(done: Run, options: CompileOptions, write: WatchedOutput['write']): Promise<number> {
  const { root, folder: here, isWhole, input, compilation } = done;
  const findings = applyBaseline(done, options);
  if (!findings) return 1;
  printFindings(findings, options.format, 'stderr');
  const failure = findFailure(findings, options);
  if (failure && options.format === 'text') printExplanation(failure);
  if (!input || !compilation || failure) return 1;
  const { lock, artefacts } = compilation;
  if (options.locked) {
    const changes = compareLocks(lock.before, lock.after);
    if (changes.length > 0) return reportLockChanges(changes, input, here);
  }
  if (options.prove === true) {
    const { printProof } = await import('./prove.js');
    const code = printProof({ ...compilation, configuration: input.configuration }, root, 'text', 'stderr');
    if (code > 0) return code;
  }
  const folder = outputFolder(root, input.configuration, options);
  // A single file, a stream or another revision does not determine the assignments of the whole working tree.
  const lockText = isWhole ? await nextLockText(input, lock) : undefined;
  if (options.check) {
    const stale =
      lockText === undefined ? [] : [{ path: LOCK_PATH, change: input.lock ? 'changed' : 'missing' } as const];
    return reportChanges([...compareOutput(folder, artefacts), ...stale], here);
  }
  const failures = writeAll(folder, artefacts, { root, lock: lockText, write });
  if (failures.length > 0) {
    printFindings(boundFindings(failures, MAX_FINDINGS), options.format, 'stderr');
    return 1;
  }
  const lockChanges = lockText === undefined ? [] : compareLocks(lock.before, lock.after);
  printText(renderSummary(summariseRun(compilation), findings, { folder, lockChanges }));
  return 0;
}

/** Returns the new text of the lock, or undefined if it does not change. */
export async function nextLockText(
  input: CompileInput,
  { before, after }: Compilation['lock'],
): Promise<string | undefined> {
  if (compareLocks(before, after).length === 0) return undefined;
  const { rewriteLock } = await import('../../settings/lock/rewrite.js');
  return rewriteLock(input.lock?.text, before, after);
}

/** Writes the lock last, so that it never refers to artefacts that could not be written. */
function writeAll(
  folder: string,
  artefacts: readonly Artefact[],
  { root, lock, write }: { root: string; lock: string | undefined; write: WatchedOutput['write'] },
): Report[] {
  const failures = write(folder, artefacts);
  return failures.length > 0 || lock === undefined ? failures : replaceFile(join(root, LOCK_PATH), lock);
}

/** Prints the pending changes of the lock, with their reasons and causes. Returns exit code 2. */
export async function reportLockChanges(
  changes: readonly LockChange[],
  input: CompileInput,
  folder: string,
): Promise<number> {
  const { explainLockChanges } = await import('../run/lock-changes.js');
  printText(explainLockChanges(changes, input));
  printNext(folder, ['compile'], 'writes these assignments, commit weir.lock.yaml with the change');
  return 2;
}

function reportChanges(changes: readonly OutputChange[], folder: string): number {
  printLines(changes.map(({ path, change }) => `${change.padEnd(8)}${path}`));
  if (changes.length === 0) return 0;
  printNext(folder, ['compile'], 'updates these files, commit them with the change');
  return 2;
}
