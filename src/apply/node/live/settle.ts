import { type Claim, type Checkpoint, discardClaim } from './checkpoint.js';
import { restore } from './execute.js';
import { writeOwned } from './owned.js';

/** Lets the change of a claimed checkpoint stay, and notes what is ours since. */
export function keepChange(folder: string, claim: Claim): void {
  writeOwned(folder, claim.checkpoint.owned.after);
  discardClaim(claim);
}

/** Goes back by a claimed checkpoint. Gives what failed. */
export async function takeBack(folder: string, claim: Claim): Promise<readonly string[]> {
  const { access, restore: commands, owned }: Checkpoint = claim.checkpoint;
  const problems = await restore(access, commands);
  // What could not be taken back stays ours: the next change has to do with it.
  if (problems.length === 0) writeOwned(folder, owned.before);
  discardClaim(claim);
  return problems;
}
