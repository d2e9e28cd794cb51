import { readFileSync, statSync } from 'node:fs';
import { type Failure, fail } from '../../model/change.js';
import { describeSystemError } from '../../std/system-error.js';
import { MAX_POLICY_BYTES } from '../../policy/parse.js';

/** The bytes of a file that a policy bundle may be; a file that is on its way may be there later. */
export function readPolicyFile(path: string): Uint8Array | Failure {
  try {
    return statSync(path).size > MAX_POLICY_BYTES
      ? fail(`${path} is too large for a policy bundle`)
      : readFileSync(path);
  } catch (thrown) {
    return fail(`${path} cannot be read: ${describeSystemError(thrown)}`, true);
  }
}
