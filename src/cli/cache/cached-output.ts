import { type VerifiedOutput, type SeenVersions, readHeld } from '../../rendered/verify-output.js';
import { asObject } from '../../std/json.js';
import type { InputCache } from './input-cache.js';

/** Number of files read after which the file states of an output are stored again. */
const MAX_READ = 200;

/**
 * Reads an output folder (absolute path), as `readHeld` does, and stores the file states. The next run re-reads only
 * changed files.
 */
export function loadCachedOutput(
  { slot, digests }: InputCache,
  folder: string,
  indexDigest: string,
): VerifiedOutput | undefined {
  const place = slot({ of: 'output', folder }, isSeen, digests.frame);
  const held = readHeld(folder, indexDigest, place.find());
  if (held && held.read > MAX_READ) place.keep(held.seen);
  return held;
}

/**
 * Returns true if a value has the outer shape of an entry. A valid seal proves that this user wrote it with this
 * program.
 */
function isSeen(value: unknown): value is SeenVersions {
  return asObject(value) !== undefined;
}
