import type { Findings } from '../../model/diagnostic.js';
import { asObject, isText } from '../../std/json.js';
import type { RunSummary } from '../commands/summary.js';

/** What a finished run is remembered by: all that is printed of it, and what it has made. */
export interface KnownRun {
  readonly findings: Findings;
  readonly summary: RunSummary;
  /** Hexadecimal SHA-256 of the index of the artefacts; absent where there are none. */
  readonly index?: string;
  /** Whether an expectation of the repository does not hold. */
  readonly isBroken: boolean;
}

/** Whoever can make the seal of an entry is this user, with this program: its shape is that which was kept. */
export function isKnownRun(value: unknown): value is KnownRun {
  const { findings, summary, index } = asObject(value) ?? {};
  return asObject(findings) !== undefined && asObject(summary) !== undefined && (index === undefined || isText(index));
}
