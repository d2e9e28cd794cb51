import type { Compilation, Prepared } from '../../compile/compile.js';
import { compareLocks } from '../../kinds/locks.js';
import type { Findings } from '../../model/diagnostic.js';
import type { Purpose } from '../../model/purpose.js';
import { INDEX } from '../../rendered/artefact-path.js';
import { digestChunks } from '../../rendered/index-file.js';
import { MAX_FINDINGS } from '../commands/diagnostics.js';
import { type Input, readInput } from '../commands/input.js';
import { type Run, type RunOptions, compileInput, showFindings } from '../commands/run.js';
import { showProgress } from '../commands/progress.js';
import { sharedMemory } from '../commands/shared-memory.js';
import { summariseRun } from '../commands/summary.js';
import { pathFromHere } from '../folder.js';
import { openInputCache } from './input-cache.js';
import { type KnownRun, isKnownRun } from './known-run.js';
import { type KnownPlacing, PLACING, isKnownPlacing, summarisePlacing } from './placed-objects.js';

/** An input that was read, and what is known of a run on it. */
export interface Recalled {
  readonly input: Input;
  /** From where the command runs to the root. */
  readonly folder: string;
  /** An earlier run on the same input; its findings are those of a new one. */
  readonly known: KnownRun | undefined;
  /** Runs, and keeps what the next one on this input needs not do again. */
  readonly run: () => Run;
}

/** Reads the input, and looks in the cache for what an earlier run has found and made of it. */
export async function recallRun(
  given: Omit<RunOptions, 'inspect'> & { readonly cache?: boolean },
  purpose: Purpose,
): Promise<Recalled> {
  const progress = showProgress();
  const options = { memory: sharedMemory(), ...given };
  const { maxFindings = MAX_FINDINGS, cache: isWanted = true } = options;
  const input = await readInput(options);
  const folder = pathFromHere(input.root);
  const cache = isWanted ? openInputCache(input, options) : undefined;
  const slot = cache?.slot({ of: 'run', purpose, maxFindings }, isKnownRun);
  const known = slot?.find();
  const run = (): Run => {
    let placing: KnownPlacing | undefined;
    const inspect = (prepared: Prepared): void => void (placing = summarisePlacing(prepared));
    const done = compileInput(input, cache ? { ...options, inspect } : options, purpose, progress);
    const kept = summariseKnown(done);
    if (kept) slot?.keep(kept);
    if (kept && placing) cache?.slot(PLACING, isKnownPlacing).keep(placing);
    return done;
  };
  if (known) progress.done();
  return { input, folder, known: known && { ...known, findings: showFindings(known.findings, folder) }, run };
}

/** What is kept of a run. Undefined where it assigns something: the next run reads another lock. */
function summariseKnown({ compilation }: Run): KnownRun | undefined {
  if (!compilation) return undefined;
  const { artefacts, lock, diagnostics, omitted, ignoredFindings } = compilation;
  if (compareLocks(lock.before, lock.after).length > 0) return undefined;
  const findings: Findings = {
    diagnostics,
    omitted,
    ...(ignoredFindings === undefined ? {} : { ignoredFindings }),
  };
  const index = artefacts.find(({ path }) => path === INDEX);
  return {
    findings,
    summary: summariseRun(compilation),
    ...(index ? { index: digestChunks(index.content) } : {}),
    isBroken: breaksExpectation(compilation),
  };
}

/** Whether an expectation of the repository does not hold. */
export function breaksExpectation({ verdicts }: Pick<Compilation, 'verdicts'>): boolean {
  return verdicts.some(({ source, reports }) => source === 'repository' && reports.length > 0);
}
