import type { Prepared } from '../../compile/compile-input.js';
import type { StoreArtefact } from '../../model/artefact.js';
import type { Findings } from '../../model/diagnostic.js';
import type { Purpose } from '../../model/purpose.js';
import { MAX_FINDINGS } from '../run/diagnostics.js';
import { type ReadInput, readInput } from '../run/input.js';
import { type Run, type RunOptions, compileInput, showFindings } from '../run/run.js';
import { showProgress } from '../run/progress.js';
import { sharedMemory } from '../run/shared-memory.js';
import { type LocalObjects, findLocal } from './local-objects.js';
import { pathFromHere } from '../process/folder.js';
import { updateCachedRun } from './update-run.js';
import { loadCachedOutput } from './cached-output.js';
import { openInputCache } from './input-cache.js';
import { fileSlot, summariseFiles } from './cached-files.js';
import { type CachedRun, runSlot, showKnown, summariseKnown } from './cached-run.js';
import { type KnownPlacing, PLACING, isKnownPlacing, summarisePlacing } from './placed-objects.js';

/** An input, with the cached results of earlier runs. */
export interface Recalled {
  readonly input: ReadInput;
  /** Path from the current folder to the root. */
  readonly folder: string;
  /** An earlier run on the same input, with the same findings as a new run. */
  readonly known: CachedRun | undefined;
  /** Returns true if an output folder contains the index with this digest, and all files that the index lists. */
  readonly holds: (output: string, indexDigest: string) => boolean;
  /**
   * Updates an output folder after a small change, and returns the cached run. Returns undefined, and writes nothing,
   * if this is impossible or if `mayWrite` rejects the findings.
   */
  readonly updateIncrementally: (output: string, mayWrite: (findings: Findings) => boolean) => CachedRun | undefined;
  /** Runs the compiler, and stores the results for later runs. `store` receives large artefacts. */
  readonly run: (store?: StoreArtefact) => Run;
}

/** Reads the input, and looks up cached results of earlier runs. */
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
  const updateIncrementally: Recalled['updateIncrementally'] = (output, mayWrite) => {
    const shows = (findings: Findings): boolean => mayWrite(showFindings(findings, folder));
    const updated = cache && updateCachedRun({ input, cache, about, progress }, output, shows);
    return updated && show(updated);
  };
  const holds: Recalled['holds'] = (output, indexDigest) =>
    cache !== undefined && loadCachedOutput(cache, output, indexDigest) !== undefined;
  if (known) progress.done();
  return { input, folder, known: known && show(known), holds, updateIncrementally, run };
}
