import { type VerifiedOutput, type SeenVersions, readHeld } from '../../rendered/verify-output.js';
import { asObject } from '../../std/json.js';
import type { InputCache } from './input-cache.js';

/** What has been seen of an output is kept again where more files than this had to be read: a few are read in no time. */
const MAX_READ = 200;

/**
 * Reads what an output folder (absolute path) holds, as `readHeld` does, and keeps what is seen of it, so that files that
 * nobody has written since need not be read the next time.
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

/** Whoever can make the seal of an entry is this user, with this program: its shape is that which was kept. */
function isSeen(value: unknown): value is SeenVersions {
  return asObject(value) !== undefined;
}
