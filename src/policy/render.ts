import { shortDigest } from '../std/split-by-digest.js';
import { type Policy, contentOfPolicy } from './policy.js';

/** The policy of a repository, beside weir.yaml, where it is a file of it. */
export const POLICY_PATH = 'weir.policy.json';

/** Version of the layout of a policy bundle. */
export const POLICY_LAYOUT = 1;

/** A policy as a file. */
export interface PolicyBundle {
  readonly text: string;
  /** Hexadecimal SHA-256 of the content: the same for the same policy. */
  readonly sha256: string;
}

/**
 * Writes a policy as a bundle: a first line with the version and the digest of all that follows it, then the fields of
 * weir.yaml, the lock, and a resource a line. All of it is one JSON object.
 */
export function renderPolicy(policy: Policy): PolicyBundle {
  const content = contentOfPolicy(policy);
  const sha256 = shortDigest(content);
  return { sha256, text: `{"weirPolicy":${POLICY_LAYOUT},"sha256":"${sha256}",\n${content}` };
}
