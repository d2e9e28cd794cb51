import { claimSummaries } from './claims.js';
import { inputSummaries } from './input.js';
import { inventorySummaries } from './inventory.js';
import { kindSummaries } from './kinds.js';

const summaries: ReadonlyMap<string, string> = new Map(
  [inputSummaries, inventorySummaries, kindSummaries, claimSummaries].flatMap((table) => Object.entries(table)),
);

/** All codes that have a summary. */
export const summarisedCodes: readonly string[] = [...summaries.keys()];

/** What a code says, the same for all of its findings: one sentence. Undefined for a code that no finding has. */
export function summaryOf(code: string): string | undefined {
  return summaries.get(code);
}
