import type { Compilation } from '../../compile/compile.js';
import { compareLocks } from '../../kinds/locks.js';
import type { Gap } from '../../model/gap.js';
import type { Findings } from '../../model/diagnostic.js';
import type { Purpose } from '../../model/purpose.js';
import { findMissing } from '../../ovn-kubernetes/paths.js';
import { INDEX } from '../../output-index/artefact-path.js';
import { digestChunks } from '../../output-index/index-tree.js';
import { asObject, isText } from '../../std/json.js';
import { type Run, showFindings } from '../run/run.js';
import { type RunSummary, summariseRun } from '../run/summary.js';
import type { InputCache, Slot } from './input-cache.js';

/** The cache entry of a finished run: everything that it printed and wrote. */
export interface CachedRun {
  readonly findings: Findings;
  readonly summary: RunSummary;
  /** Hexadecimal SHA-256 of the index of the artefacts. If unset, there are no artefacts. */
  readonly index?: string;
  /** If true, an expectation of the repository failed. */
  readonly isBroken: boolean;
  /** The missing inventory that would determine the paths of packets. */
  readonly missing: readonly Gap[];
}

/** The parameters of a run in addition to its input. */
export interface RunScope {
  readonly purpose: Purpose;
  readonly maxFindings: number;
}

/** Returns the slot for a run on an input, by default on the input of the cache. */
export function runSlot(cache: InputCache, { purpose, maxFindings }: RunScope, input?: string): Slot<CachedRun> {
  return cache.slot({ of: 'run', purpose, maxFindings }, isKnownRun, input);
}

/**
 * Returns true if a value has the outer shape of an entry. A valid seal proves that this user wrote it with this
 * program.
 */
function isKnownRun(value: unknown): value is CachedRun {
  const { findings, summary, index } = asObject(value) ?? {};
  return asObject(findings) !== undefined && asObject(summary) !== undefined && (index === undefined || isText(index));
}

/**
 * Returns the cache entry of a run. Returns undefined if the run changes assignments, because the next run then reads a
 * different lock.
 */
export function summariseKnown(run: Pick<Run, 'compilation' | 'input'>): CachedRun | undefined {
  const { compilation } = run;
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
    missing: missingOf(run),
  };
}

/** Returns the missing inventory that would determine the paths of packets. */
export function missingOf({ compilation, input }: Pick<Run, 'compilation' | 'input'>): readonly Gap[] {
  return compilation && input ? findMissing(compilation.cluster, input.configuration) : [];
}

/** Returns true if an expectation of the repository failed. */
export function breaksExpectation({ verdicts }: Pick<Compilation, 'verdicts'>): boolean {
  return verdicts.some(({ source, reports }) => source === 'repository' && reports.length > 0);
}

/** Returns a cached run for display. `fromHere` is the path from the current folder to the root. */
export function showKnown(run: CachedRun, fromHere: string): CachedRun {
  return { ...run, findings: showFindings(run.findings, fromHere) };
}
