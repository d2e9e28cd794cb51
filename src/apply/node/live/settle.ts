import { type AcquiredCheckpoint, type Checkpoint, discardAcquired } from './checkpoint.js';
import { restore } from './execute.js';
import { writeOwned } from './owned.js';

/** Commits the change of an acquired checkpoint: records the objects that Weir owns after it. */
export function commitChange(folder: string, acquired: AcquiredCheckpoint): void {
  writeOwned(folder, acquired.checkpoint.owned.after);
  discardAcquired(acquired);
}

/** Rolls back to an acquired checkpoint. Returns the failures. */
export async function rollBack(folder: string, acquired: AcquiredCheckpoint): Promise<readonly string[]> {
  const { access, restore: commands, owned }: Checkpoint = acquired.checkpoint;
  const problems = await restore(access, commands);
  // Objects that could not be rolled back remain owned, and the next change removes them.
  if (problems.length === 0) writeOwned(folder, owned.before);
  discardAcquired(acquired);
  return problems;
}
