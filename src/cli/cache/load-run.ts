import type { Prepared } from '../../compile/compile.js';
import type { StoreArtefact } from '../../model/artefact.js';
import type { Findings } from '../../model/diagnostic.js';
import type { Purpose } from '../../model/purpose.js';
import { MAX_FINDINGS } from '../commands/diagnostics.js';
import { type Input, readInput } from '../commands/input.js';
import { type Run, type RunOptions, compileInput, showFindings } from '../commands/run.js';
import { showProgress } from '../commands/progress.js';
import { sharedMemory } from '../commands/shared-memory.js';
import { type LocalObjects, findLocal } from '../incremental/local-objects.js';
import { pathFromHere } from '../folder.js';
import { amendRun } from './amend-run.js';
import { loadCachedOutput } from './cached-output.js';
import { openInputCache } from './input-cache.js';
import { fileSlot, summariseFiles } from './cached-files.js';
import { type CachedRun, runSlot, showKnown, summariseKnown } from './cached-run.js';
import { type KnownPlacing, PLACING, isKnownPlacing, summarisePlacing } from './placed-objects.js';

/** An input that was read, and what is known of a run on it. */
export interface Recalled {
  readonly input: Input;
  /** From where the command runs to the root. */
  readonly folder: string;
  /** An earlier run on the same input; its findings are those of a new one. */
  readonly known: CachedRun | undefined;
  /** Whether an output folder holds the index with this digest, which a known run has made, and all that it lists. */
  readonly holds: (output: string, indexDigest: string) => boolean;
  /**
   * Brings an output folder up to date where little has changed since the last run, and gives what a new one would be known by.
   * Undefined, with nothing written, where that cannot be done, or where `mayWrite` does not allow what is found.
   */
  readonly amend: (output: string, mayWrite: (findings: Findings) => boolean) => CachedRun | undefined;
  /** Runs, and keeps what the next one on this input needs not do again. Large artefacts go where `store` brings them. */
  readonly run: (store?: StoreArtefact) => Run;
}

/** Reads the input, and looks in the cache for what an earlier run has found and made of it. */
export async function loadCachedRun(
  given: Omit<RunOptions, 'inspect'> & { readonly cache?: boolean },
  purpose: Purpose,
): Promise<Recalled> {
  const progress = showProgress();
  const options = { memory: sharedMemory(), ...given };
  const { maxFindings = MAX_FINDINGS, cache: isWanted = true } = options;
  const input = await readInput(options);
  const folder = pathFromHere(input.root);
  const cache = isWanted ? openInputCache(input, options) : undefined;
  const about = { purpose, maxFindings };
  const slot = cache && runSlot(cache, about);
  const known = slot?.find();
  const show = (one: CachedRun): CachedRun => showKnown(one, folder);
  const run: Recalled['run'] = (store) => {
    let placing: KnownPlacing | undefined;
    let local: LocalObjects = new Map();
    const inspect = (prepared: Prepared): void => {
      placing = summarisePlacing(prepared);
      const { manifests, context } = prepared;
      if (purpose === 'artefacts') local = findLocal({ manifests, namespaces: context.cluster.namespaces.values() });
    };
    const done = compileInput(input, { ...options, store, ...(cache ? { inspect } : {}) }, purpose, progress);
    const kept = summariseKnown(done);
    if (!cache || !kept) return done;
    slot?.keep(kept);
    if (placing) cache.slot(PLACING, isKnownPlacing).keep(placing);
    const files = summariseFiles(done, local, cache.digests);
    if (files) fileSlot(cache, about).keep(files);
    return done;
  };
  const amend: Recalled['amend'] = (output, mayWrite) => {
    const shows = (findings: Findings): boolean => mayWrite(showFindings(findings, folder));
    const amended = cache && amendRun({ input, cache, about, progress }, output, shows);
    return amended && show(amended);
  };
  const holds: Recalled['holds'] = (output, indexDigest) =>
    cache !== undefined && loadCachedOutput(cache, output, indexDigest) !== undefined;
  if (known) progress.done();
  return { input, folder, known: known && show(known), holds, amend, run };
}
