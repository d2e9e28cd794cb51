import { type ClaimedCheckpoint, type Checkpoint, discardClaimed } from './checkpoint.js';
import { restore } from './execute.js';
import { writeOwned } from './owned.js';

/** Commits the change of a claimed checkpoint: records what Weir owns since. */
export function commitChange(folder: string, claimed: ClaimedCheckpoint): void {
  writeOwned(folder, claimed.checkpoint.owned.after);
  discardClaimed(claimed);
}

/** Rolls back to a claimed checkpoint. Returns what failed. */
export async function rollBack(folder: string, claimed: ClaimedCheckpoint): Promise<readonly string[]> {
  const { access, restore: commands, owned }: Checkpoint = claimed.checkpoint;
  const problems = await restore(access, commands);
  // What could not be rolled back remains owned: the next change deals with it.
  if (problems.length === 0) writeOwned(folder, owned.before);
  discardClaimed(claimed);
  return problems;
}
