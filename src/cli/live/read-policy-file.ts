import { readFileSync, statSync } from 'node:fs';
import { type Failure, fail } from '../../model/change.js';
import { describeSystemError } from '../../std/system-error.js';
import { MAX_POLICY_BYTES } from '../../policy/parse.js';

/** Milliseconds after which a further write of a file has another time, on any file system. */
const SETTLED = 2000;

/**
 * Creates a function that reads the bytes of a policy bundle file. They are the same object while the file is the same by
 * its inode, size and times, and was not written shortly before `now`.
 */
export function createPolicyFileReader(path: string, now = Date.now): () => Uint8Array | Failure {
  let last: { readonly version: string; readonly bytes: Uint8Array } | undefined;
  return () => {
    const before = versionOf(path);
    if (last && last.version === before?.text) return last.bytes;
    const bytes = readPolicyFile(path);
    // A later write could have the same time.
    const isSettled = before && now() - before.changed > SETTLED;
    last = isSettled && !('result' in bytes) ? { version: before.text, bytes } : undefined;
    return bytes;
  };
}

/** Returns what changes with each write of a file, or undefined if it cannot be read. */
function versionOf(path: string): { readonly text: string; readonly changed: number } | undefined {
  try {
    const { ino, size, mtimeNs, ctimeNs, ctimeMs } = statSync(path, { bigint: true });
    return { text: [ino, size, mtimeNs, ctimeNs].join(' '), changed: Number(ctimeMs) };
  } catch {
    return undefined;
  }
}

/** Reads the bytes of a policy bundle file. A missing file is a transient failure. */
export function readPolicyFile(path: string): Uint8Array | Failure {
  try {
    return statSync(path).size > MAX_POLICY_BYTES
      ? fail(`${path} is too large for a policy bundle`)
      : readFileSync(path);
  } catch (thrown) {
    return fail(`${path} cannot be read: ${describeSystemError(thrown)}`, true);
  }
}
