import type { Findings } from '../../model/diagnostic.js';
import type { Purpose } from '../../model/purpose.js';
import { asObject, isText } from '../../std/json.js';
import type { RunSummary } from '../commands/summary.js';
import type { InputCache, Slot } from './input-cache.js';

/** What a finished run is remembered by: all that is printed of it, and what it has made. */
export interface KnownRun {
  readonly findings: Findings;
  readonly summary: RunSummary;
  /** Hexadecimal SHA-256 of the index of the artefacts; absent where there are none. */
  readonly index?: string;
  /** Whether an expectation of the repository does not hold. */
  readonly isBroken: boolean;
}

/** What else a run depends on, beside its input. */
export interface RunScope {
  readonly purpose: Purpose;
  readonly maxFindings: number;
}

/** The place for a run on an input, by default on that of the cache. */
export function runSlot(cache: InputCache, { purpose, maxFindings }: RunScope, input?: string): Slot<KnownRun> {
  return cache.slot({ of: 'run', purpose, maxFindings }, isKnownRun, input);
}

/** Whoever can make the seal of an entry is this user, with this program: its shape is that which was kept. */
function isKnownRun(value: unknown): value is KnownRun {
  const { findings, summary, index } = asObject(value) ?? {};
  return asObject(findings) !== undefined && asObject(summary) !== undefined && (index === undefined || isText(index));
}
