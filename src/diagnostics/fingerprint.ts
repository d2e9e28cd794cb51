import { createHash } from 'node:crypto';
import type { Diagnostic } from '../model/diagnostic.js';
import { formatResource } from './context.js';

/**
 * Creates fingerprints for the findings of one run: `<hash>:<n>` for the n-th equal finding of a file. They hash the
 * content of a finding and not its location, so that they do not depend on lines.
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
