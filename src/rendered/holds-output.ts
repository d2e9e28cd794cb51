import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, readdirSync } from 'node:fs';
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
    const { obstacleAbove } = survey(folder);
    const room = Buffer.allocUnsafe(ROOM_BYTES);
    const read = ({ path, sha256 }: Listed): Buffer | undefined => {
      const bytes = obstacleAbove(path) ? undefined : readPlain(join(folder, path), room);
      return bytes && hash('sha256', bytes) === sha256 ? bytes : undefined;
    };
    const held = new Map<string, IndexList>();
    const pending: Listed[] = [{ path: INDEX, sha256: indexDigest }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const list = parseList(read(next)?.toString() ?? '', next.path === INDEX);
      if (!list?.artefacts.every((artefact) => read(artefact) !== undefined)) return undefined;
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

/** Nearly all files of an output are smaller. */
const ROOM_BYTES = 262_144;

/**
 * The bytes of a file, perhaps in `room`; undefined where there is something else. Follows no link, and waits for nobody who
 * would write into a pipe. Errors of the operating system are thrown.
 */
function readPlain(path: string, room: Buffer): Buffer | undefined {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    if (stats.size >= room.length) return readFileSync(descriptor);
    return room.subarray(0, readSync(descriptor, room));
  } finally {
    closeSync(descriptor);
  }
}

interface Listed {
  readonly path: string;
  readonly sha256: string;
}
