import { claimCheckpoint, isAttended, prepareStateFolder, readCheckpoint, readClaims } from './live/checkpoint.js';
import { takeBack } from './live/settle.js';
import type { Failure } from '../../model/change.js';
import { failed, guardHost } from './plan.js';

/** What became of changes that others have begun. */
export interface Recovered {
  /** How many were taken back. */
  readonly count: number;
  /** Why one could not be taken back as a whole. */
  readonly problems: readonly string[];
  /** Why no change may begin now: another process decides about one. */
  readonly busy?: string;
}

/**
 * Takes back what processes have left that ended in the middle of a change, or of waiting for its confirmation. A timer ends
 * with its container: so this comes before anything else is read, since the input may be what cannot be read. Undefined
 * where nothing is left; a failure where it could not be taken back as a whole.
 */
export async function recoverNode(stateFolder: string): Promise<Failure | undefined> {
  const recovered = await guardHost(() => takeBackInterrupted(stateFolder));
  if ('result' in recovered) return recovered;
  return recovered.problems.length === 0 ? undefined : failed(recovered.problems, true);
}

/** The same for an apply, which must know what was done. Throws HostError where a checkpoint is cut off. */
export async function takeBackInterrupted(stateFolder: string): Promise<Recovered> {
  const refusal = prepareStateFolder(stateFolder);
  if (refusal !== undefined) return { count: 0, problems: [refusal] };
  const standing = readCheckpoint(stateFolder);
  const isStanding = standing !== undefined && isAttended(standing);
  if (standing && !isStanding) claimCheckpoint(stateFolder, standing);
  const claims = readClaims(stateFolder);
  const problems: string[] = [];
  const own = claims.filter(({ isHeld }) => !isHeld);
  for (const claim of own) {
    const failures = await takeBack(stateFolder, claim);
    if (failures.length > 0) problems.push('an interrupted change could not be taken back as a whole:', ...failures);
  }
  const reasons = [
    ...(isStanding ? [WAITS[standing.awaits]] : []),
    ...(own.length < claims.length ? ['a change of this host is being taken back right now'] : []),
  ];
  const [busy] = reasons;
  return { count: own.length, problems, ...(busy === undefined ? {} : { busy }) };
}

const WAITS = {
  completion: 'another process changes this host right now',
  confirmation: 'a change of this host waits to be confirmed, or for its timer to take it back',
} as const;
