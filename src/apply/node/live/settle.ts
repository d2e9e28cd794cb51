import { type AcquiredCheckpoint, type Checkpoint, discardAcquired } from './checkpoint.js';
import { restore } from './execute.js';
import { writeOwned } from './owned.js';

/** Commits the change of a acquired checkpoint: records what Weir owns since. */
export function commitChange(folder: string, acquired: AcquiredCheckpoint): void {
  writeOwned(folder, acquired.checkpoint.owned.after);
  discardAcquired(acquired);
}

/** Rolls back to a acquired checkpoint. Returns what failed. */
export async function rollBack(folder: string, acquired: AcquiredCheckpoint): Promise<readonly string[]> {
  const { access, restore: commands, owned }: Checkpoint = acquired.checkpoint;
  const problems = await restore(access, commands);
  // Objects that could not be rolled back remain owned, and the next change removes them.
  if (problems.length === 0) writeOwned(folder, owned.before);
  discardAcquired(acquired);
  return problems;
}
