import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeSystemError } from '../std/system-error.js';
import { INDEX, STAGING, SWAP } from './artefact-path.js';
import { type IndexList, parseList } from './parse-index.js';
import { survey } from './survey.js';

/**
 * Whether an output folder holds an index with this digest (hexadecimal SHA-256) and every file that it lists, byte for
 * byte, and nothing is left of an interrupted run: then writing them again would do nothing.
 */
export function holdsOutput(folder: string, indexDigest: string): boolean {
  return readHeld(folder, indexDigest) !== undefined;
}

/** The files of the index of such a folder, by path; undefined where the folder does not hold all that they list. */
export function readHeld(folder: string, indexDigest: string): ReadonlyMap<string, IndexList> | undefined {
  try {
    if (readdirSync(folder).some((name) => name === SWAP || STAGING.test(name))) return undefined;
    const { judge } = survey(folder);
    const read = ({ path, sha256 }: Listed): Buffer | undefined => {
      if (judge(path) !== 'file') return undefined;
      const bytes = readFileSync(join(folder, path));
      return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined;
    };
    const held = new Map<string, IndexList>();
    const pending: Listed[] = [{ path: INDEX, sha256: indexDigest }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const list = parseList(read(next)?.toString() ?? '', next.path === INDEX);
      if (!list?.artefacts.every((artefact) => read(artefact))) return undefined;
      held.set(next.path, list);
      pending.push(...list.lists);
    }
    return held;
  } catch (thrown) {
    // Throws what is a bug.
    describeSystemError(thrown);
    return undefined;
  }
}

interface Listed {
  readonly path: string;
  readonly sha256: string;
}
