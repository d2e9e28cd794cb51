import { readFileSync, statSync } from 'node:fs';
import { type Failure, fail } from '../../model/change.js';
import { describeSystemError } from '../../std/system-error.js';
import { MAX_POLICY_BYTES } from '../../policy/parse.js';

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
