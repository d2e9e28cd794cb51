import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeSystemError } from '../std/system-error.js';
import { INDEX, STAGING, SWAP } from './artefact-path.js';
import { parseList } from './parse-index.js';
import { survey } from './survey.js';

/**
 * Whether an output folder holds an index with this digest (hexadecimal SHA-256) and every file that it lists, byte for
 * byte, and nothing is left of an interrupted run: then writing them again would do nothing.
 */
export function holdsOutput(folder: string, indexDigest: string): boolean {
  try {
    if (readdirSync(folder).some((name) => name === SWAP || STAGING.test(name))) return false;
    const { judge } = survey(folder);
    const read = ({ path, sha256 }: Listed): Buffer | undefined => {
      if (judge(path) !== 'file') return undefined;
      const bytes = readFileSync(join(folder, path));
      return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined;
    };
    const pending: Listed[] = [{ path: INDEX, sha256: indexDigest }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const list = parseList(read(next)?.toString() ?? '', next.path === INDEX);
      if (!list?.artefacts.every((artefact) => read(artefact))) return false;
      pending.push(...list.lists);
    }
    return true;
  } catch (thrown) {
    // Throws what is a bug.
    describeSystemError(thrown);
    return false;
  }
}

interface Listed {
  readonly path: string;
  readonly sha256: string;
}
