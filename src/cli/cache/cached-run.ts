import type { Compilation } from '../../compile/compile.js';
import { compareLocks } from '../../kinds/locks.js';
import type { Gap } from '../../model/gap.js';
import type { Findings } from '../../model/diagnostic.js';
import type { Purpose } from '../../model/purpose.js';
import { findMissing } from '../../ovn-kubernetes/paths.js';
import { INDEX } from '../../rendered/artefact-path.js';
import { digestChunks } from '../../rendered/index-tree.js';
import { asObject, isText } from '../../std/json.js';
import { type Run, showFindings } from '../commands/run.js';
import { type RunSummary, summariseRun } from '../commands/summary.js';
import type { InputCache, Slot } from './input-cache.js';

/** What a finished run is remembered by: all that is printed of it, and what it has made. */
export interface CachedRun {
  readonly findings: Findings;
  readonly summary: RunSummary;
  /** Hexadecimal SHA-256 of the index of the artefacts; absent where there are none. */
  readonly index?: string;
  /** Whether an expectation of the repository does not hold. */
  readonly isBroken: boolean;
  /** What the inventory lacks to tell the paths of packets. */
  readonly missing: readonly Gap[];
}

/** What else a run depends on, beside its input. */
export interface RunScope {
  readonly purpose: Purpose;
  readonly maxFindings: number;
}

/** The place for a run on an input, by default on that of the cache. */
export function runSlot(cache: InputCache, { purpose, maxFindings }: RunScope, input?: string): Slot<CachedRun> {
  return cache.slot({ of: 'run', purpose, maxFindings }, isKnownRun, input);
}

/** Whoever can make the seal of an entry is this user, with this program: its shape is that which was kept. */
function isKnownRun(value: unknown): value is CachedRun {
  const { findings, summary, index } = asObject(value) ?? {};
  return asObject(findings) !== undefined && asObject(summary) !== undefined && (index === undefined || isText(index));
}

/** What is kept of a run. Undefined where it assigns something: the next run reads another lock. */
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

/** What the inventory of a run lacks to tell the paths of packets. */
export function missingOf({ compilation, input }: Pick<Run, 'compilation' | 'input'>): readonly Gap[] {
  return compilation && input ? findMissing(compilation.cluster, input.configuration) : [];
}

/** Whether an expectation of the repository does not hold. */
export function breaksExpectation({ verdicts }: Pick<Compilation, 'verdicts'>): boolean {
  return verdicts.some(({ source, reports }) => source === 'repository' && reports.length > 0);
}

/** What is known of a run, as it is shown: `fromHere` leads from where the command runs to the root. */
export function showKnown(run: CachedRun, fromHere: string): CachedRun {
  return { ...run, findings: showFindings(run.findings, fromHere) };
}
