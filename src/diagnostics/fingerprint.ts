import { createHash } from 'node:crypto';
import type { Diagnostic } from '../model/diagnostic.js';
import { formatResource } from './context.js';

/**
 * Makes fingerprints for the findings of one run: they hash what a finding says, not where, so that they stay when lines move.
 * `<hash>:<n>` for the n-th finding that says the same of a file.
 */
export function createFingerprinter(): (diagnostic: Diagnostic) => string {
  const seen = new Map<string, number>();
  return ({ code, message, resource, at, excerpt }) => {
    const line = excerpt?.slice(0, 1000).trim();
    const identity = JSON.stringify([code, message, resource && formatResource(resource), at?.file, line]);
    const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return `${hash}:${count}`;
  };
}
