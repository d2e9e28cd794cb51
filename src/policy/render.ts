import { shortDigest } from '../std/split-by-digest.js';
import { type Policy, contentOfPolicy } from './policy.js';

/** Path of the policy next to weir.yaml, if it is a file of the repository. */
export const POLICY_PATH = 'weir.policy.json';

/** Version of the layout of a policy bundle. */
export const POLICY_LAYOUT = 1;

/** A policy as a file. */
export interface PolicyBundle {
  readonly text: string;
  /** SHA-256 of the content in hexadecimal, equal for equal policies. */
  readonly sha256: string;
}

/**
 * Returns a policy as a bundle: a first line with the version and the digest of the rest, then the fields of weir.yaml,
 * the lock, and one resource per line. The bundle is one JSON object.
 */
export function renderPolicy(policy: Policy): PolicyBundle {
  const content = contentOfPolicy(policy);
  const sha256 = shortDigest(content);
  return { sha256, text: `{"weirPolicy":${POLICY_LAYOUT},"sha256":"${sha256}",\n${content}` };
}
