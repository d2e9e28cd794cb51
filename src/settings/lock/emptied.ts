import type { Reporter } from '../../model/diagnostic.js';
import { lockParts } from '../../kinds/locks.js';
import type { Lock } from '../../model/lock.js';
import { messages } from './messages.js';

/** Reports that nothing would be left of a lock: an error, or a warning where that is allowed. `path` is that of its file. */
export function reportEmptied(
  { before, after }: { readonly before: Lock; readonly after: Lock },
  path: string,
  isAllowed: boolean,
  report: Reporter,
): void {
  const count = countEntries(before);
  if (count > 0 && countEntries(after) === 0) report({ ...messages.emptied(count, isAllowed), target: { path } });
}

function countEntries(lock: Lock): number {
  return lockParts.reduce((sum, { field }) => sum + lock[field].size, 0);
}
