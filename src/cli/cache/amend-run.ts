import type { Findings } from '../../model/diagnostic.js';
import { digestDocuments } from '../../rendered/input-digest.js';
import type { Input } from '../commands/input.js';
import type { Progress } from '../commands/progress.js';
import type { RunOptions } from '../commands/run.js';
import { amendOutput } from './amend-output.js';
import { compileChanged } from './changed-part.js';
import type { InputCache } from './input-cache.js';
import { type KnownFile, fileSlot } from './known-files.js';
import { type KnownRun, type RunScope, runSlot } from './known-run.js';
import { PLACING, isKnownPlacing } from './placed-objects.js';

/** A run that may not be needed. */
export interface Wanted {
  readonly input: Input;
  readonly cache: InputCache;
  readonly about: RunScope;
  readonly options: RunOptions;
  readonly progress: Progress;
}

/**
 * Brings an output folder up to date where only local objects have changed since the last run, in a way that changes no
 * finding. Gives what a run on all of the input would be remembered by, and keeps it. Undefined, with nothing written, where
 * that cannot be done, or where `mayWrite` does not allow what is found.
 */
export function amendRun(
  { input, cache, about, options, progress }: Wanted,
  folder: string,
  mayWrite: (findings: Findings) => boolean,
): KnownRun | undefined {
  const last = fileSlot(cache, about).find();
  const run = last && runSlot(cache, about, last.input).find();
  if (!run || last.files.length !== input.files.length || !mayWrite(run.findings)) return undefined;
  const { texts } = cache.digests;
  const { files: known } = last;
  const part = compileChanged(input, { known, texts, findings: run.findings.diagnostics }, options, progress);
  const amended = part && amendOutput(part, { run, known, files: input.files, folder });
  if (!amended) return undefined;
  runSlot(cache, about).keep(amended);
  const placing = cache.slot(PLACING, isKnownPlacing, last.input).find();
  // Local objects are placed nowhere.
  if (placing) cache.slot(PLACING, isKnownPlacing).keep(placing);
  const files = last.files.map((before, index): KnownFile => {
    const file = input.files[index];
    if (!file || !part.changed.has(file)) return before;
    return { text: texts[index] ?? '', documents: digestDocuments(file), local: before.local };
  });
  fileSlot(cache, about).keep({ input: cache.digests.input, files });
  return amended;
}
