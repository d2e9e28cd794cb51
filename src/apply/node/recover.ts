import { acquireCheckpoint, isAttended, prepareStateFolder, readCheckpoint, readAcquired } from './live/checkpoint.js';
import { removeDrafts } from './live/drafts.js';
import { rollBack } from './live/settle.js';
import type { Failure } from '../../model/change.js';
import { failed, guardHost } from './plan.js';

/** The result of recovering interrupted changes. */
export interface Recovered {
  /** Number of rolled back changes. */
  readonly count: number;
  /** The reasons for which a change could not be rolled back completely. */
  readonly problems: readonly string[];
  /** The reason why no change may begin now: another process decides about one. */
  readonly busy?: string;
}

/**
 * Rolls back changes whose process ended before completion or confirmation. A timer ends with its container, so call
 * this before reading anything else, which could fail. Returns undefined if nothing is left, or a failure if the
 * rollback is incomplete.
 */
export async function recoverNode(stateFolder: string): Promise<Failure | undefined> {
  const recovered = await guardHost(() => rollBackInterrupted(stateFolder));
  if ('result' in recovered) return recovered;
  return recovered.problems.length === 0 ? undefined : failed(recovered.problems, true);
}

/**
 * Rolls back interrupted changes for an apply, and returns the result. Throws HostError if a checkpoint is truncated.
 */
export async function rollBackInterrupted(stateFolder: string): Promise<Recovered> {
  const refusal = prepareStateFolder(stateFolder);
  if (refusal !== undefined) return { count: 0, problems: [refusal] };
  removeDrafts(stateFolder);
  const standing = readCheckpoint(stateFolder);
  const isStanding = standing !== undefined && isAttended(standing);
  if (standing && !isStanding) acquireCheckpoint(stateFolder, standing);
  const all = readAcquired(stateFolder);
  const problems: string[] = [];
  const own = all.filter(({ isHeld }) => !isHeld);
  for (const acquired of own) {
    const failures = await rollBack(stateFolder, acquired);
    if (failures.length > 0) problems.push('an interrupted change could not be rolled back completely:', ...failures);
  }
  const reasons = [
    ...(isStanding ? [WAITS[standing.awaits]] : []),
    ...(own.length < all.length ? ['a change of this host is being rolled back'] : []),
  ];
  const [busy] = reasons;
  return { count: own.length, problems, ...(busy === undefined ? {} : { busy }) };
}

const WAITS = {
  completion: 'another process is changing this host',
  confirmation: 'a change of this host waits for a confirmation or for its rollback timer',
} as const;
