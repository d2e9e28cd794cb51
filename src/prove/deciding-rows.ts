import type { Path } from '../trace/path.js';
import type { DecidingRow } from './proof.js';

/** Port of the packets that are traced. No row of a router tells ports apart, except for Services. */
export const PROVEN_PORT = 443;

/** Returns the rows that decide on paths, each once. */
export function listDecidingRows(paths: readonly Path[]): readonly DecidingRow[] {
  const by = paths.flatMap(({ stages }) =>
    stages.flatMap(({ row, decidedBy }): DecidingRow[] => (row ? [{ row, ...(decidedBy ? { decidedBy } : {}) }] : [])),
  );
  return [...new Map(by.map((one) => [JSON.stringify(one.row), one])).values()];
}
