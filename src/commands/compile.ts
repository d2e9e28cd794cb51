import { join, resolve } from 'node:path';
import type { Compilation, CompileInput } from '../compile.js';
import { order } from '../diagnostics/order.js';
import { placeReports } from '../diagnostics/place.js';
import { exitCodeOf } from '../diagnostics/verdict.js';
import { type LockChange, compareLocks } from '../lock/compare.js';
import type { Artefact } from '../model/artefact.js';
import type { Report } from '../model/diagnostic.js';
import { type OutputChange, compareOutput } from '../output/compare.js';
import { writeLock } from '../output/write-lock.js';
import { writeOutput } from '../output/write.js';
import { renderDiagnostics } from './diagnostics.js';
import { type InputOptions, LOCK } from './input.js';
import { run } from './run.js';
import { renderSummary } from './summary.js';

export interface CompileOptions extends InputOptions {
  /** Only compare the output folder with what would be written. */
  readonly check: boolean;
  /** Write nothing if weir.lock.yaml would change. */
  readonly locked: boolean;
  readonly format: string;
  readonly strict: boolean;
}

/**
 * `weir compile`: writes the artefacts and the lock, and prints a summary; findings go to standard error. Exit code 0, 1 for
 * problems in the input, 2 when `check` finds the folder different or `locked` finds that the lock would change. Nothing is
 * written unless the whole run succeeded.
 */
export async function compileCommand(options: CompileOptions): Promise<number> {
  const { root, isWhole, input, compilation, diagnostics } = await run(options);
  process.stderr.write(renderDiagnostics(diagnostics, options.format, process.stderr));
  if (!input || !compilation || exitCodeOf(diagnostics, options) !== 0) return 1;
  const { lock, artefacts } = compilation;
  if (options.locked) {
    const changes = compareLocks(lock.before, lock.after);
    if (changes.length > 0) return reportLockChanges(changes, input);
  }
  const folder = options.out === undefined ? resolve(root, input.configuration.output) : resolve(options.out);
  // A single file, a stream or another revision does not tell what the whole work tree assigns.
  const lockText = isWhole ? await nextLockText(input, lock) : undefined;
  if (options.check) {
    const stale = lockText === undefined ? [] : [{ path: LOCK, change: input.lock ? 'changed' : 'missing' } as const];
    return reportChanges([...compareOutput(folder, artefacts), ...stale]);
  }
  const failures = order(placeReports(writeAll(folder, artefacts, root, lockText)));
  if (failures.length > 0) {
    process.stderr.write(renderDiagnostics(failures, options.format, process.stderr));
    return 1;
  }
  const lockChanges = lockText === undefined ? [] : compareLocks(lock.before, lock.after);
  process.stdout.write(renderSummary(compilation, diagnostics, { folder, lockChanges }));
  return 0;
}

/** The new text of the lock; undefined where it stays as it is. */
async function nextLockText(input: CompileInput, { before, after }: Compilation['lock']): Promise<string | undefined> {
  if (compareLocks(before, after).length === 0) return undefined;
  const { rewriteLock } = await import('../lock/rewrite.js');
  return rewriteLock(input.lock?.text, before, after);
}

/** The lock comes last: it must not speak of artefacts that could not be written. */
function writeAll(folder: string, artefacts: readonly Artefact[], root: string, lock: string | undefined): Report[] {
  const failures = writeOutput(folder, artefacts);
  return failures.length > 0 || lock === undefined ? failures : writeLock(join(root, LOCK), lock);
}

async function reportLockChanges(changes: readonly LockChange[], input: CompileInput): Promise<number> {
  const { explainLockChanges } = await import('./lock-changes.js');
  process.stdout.write(explainLockChanges(changes, input));
  return 2;
}

function reportChanges(changes: readonly OutputChange[]): number {
  for (const { path, change } of changes) process.stdout.write(`${change.padEnd(8)}${path}\n`);
  return changes.length === 0 ? 0 : 2;
}
