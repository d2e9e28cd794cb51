import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Artefact } from '../model/artefact.js';
import { describeSystemError } from '../std/system-error.js';
import { INDEX, SWAP, assertArtefactPaths } from '../output-index/artefact-path.js';
import { readPrevious } from './previous.js';
import { inspectOutput } from './inspect-output.js';
import { isSwapping } from './swap.js';

/** A file of the output folder that differs from its artefact. `stale`: Weir wrote it before and would remove it. */
export interface OutputChange {
  readonly path: string;
  readonly change: 'missing' | 'changed' | 'stale';
}

/**
 * Compares an output folder with artefacts, without changing it. The result is sorted by the bytes of the path, and is
 * empty if `writeOutput` would do nothing. An unreadable file counts as changed. Throws if an artefact path leaves the
 * folder.
 */
export function compareOutput(
  folder: string,
  artefacts: readonly Pick<Artefact, 'path' | 'content'>[],
): OutputChange[] {
  const wanted = new Set(artefacts.map(({ path }) => path));
  assertArtefactPaths([...wanted]);
  const { compare, obstacleAbove } = inspectOutput(folder);
  const changes = artefacts.flatMap(({ path, content }): OutputChange[] => {
    const standing = readable(() => compare(path, content)) ?? 'changed';
    if (standing === 'equal') return [];
    return [{ path, change: standing === 'missing' ? 'missing' : 'changed' }];
  });
  for (const path of readPrevious(folder).paths) {
    if (path === INDEX || wanted.has(path)) continue;
    const exists = readable(() => !obstacleAbove(path) && lstatSync(join(folder, path)).isFile());
    if (exists) changes.push({ path, change: 'stale' });
  }
  if (readable(() => isSwapping(folder))) changes.push({ path: `${SWAP}/${INDEX}`, change: 'stale' });
  return changes.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

/** Returns the result of a file operation, or undefined after an error of the operating system. */
function readable<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch (thrown) {
    // Throws if the error is a bug.
    describeSystemError(thrown);
    return undefined;
  }
}
