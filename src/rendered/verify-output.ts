import { hash } from 'node:crypto';
import {
  type Stats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
} from 'node:fs';
import { describeSystemError } from '../std/system-error.js';
import { INDEX, STAGING, SWAP } from '../output-index/artefact-path.js';
import { type FileVersion, isSameVersion, versionOf } from './file-version.js';
import { type IndexList, type ListedIndex, parseList } from '../output-index/parse-index.js';
import { inspectOutput } from './inspect-output.js';

/**
 * Versions under which artefacts were seen to match the index, by the digest of the file of the index that lists them,
 * in order. null if a version cannot be distinguished from the next.
 */
export type SeenVersions = Readonly<Record<string, readonly (FileVersion | null)[]>>;

/** An output folder that contains everything that its index lists. */
export interface VerifiedOutput {
  /** Files of the index by path. */
  readonly lists: ReadonlyMap<string, IndexList>;
  readonly seen: SeenVersions;
  /** Number of artefacts that were read. */
  readonly read: number;
}

/**
 * Verifies an output folder. Its index must have this digest (hexadecimal SHA-256), every listed file must match byte
 * for byte, and no interrupted run may have left anything. Writing the files again would do nothing. Returns undefined
 * for any other folder.
 *
 * Artefacts with a version in `seen` are not read again.
 */
export function readHeld(folder: string, indexDigest: string, seen: SeenVersions = {}): VerifiedOutput | undefined {
  try {
    if (readdirSync(folder).some((name) => name === SWAP || STAGING.test(name))) return undefined;
    const { obstacleAbove } = inspectOutput(folder);
    const room = Buffer.allocUnsafe(ROOM_BYTES);
    const isOwn = ({ path }: ListedIndex): boolean => obstacleAbove(path) === undefined;
    const read = (listed: ListedIndex): Plain | undefined => {
      const plain = isOwn(listed) ? readPlain(`${folder}/${listed.path}`, room) : undefined;
      return plain && hash('sha256', plain.bytes) === listed.sha256 ? plain : undefined;
    };
    const lists = new Map<string, IndexList>();
    const seenNow: Record<string, readonly (FileVersion | null)[]> = {};
    let countRead = 0;
    /** Returns the version of an artefact that matches the index, or undefined if it does not match. */
    const look = (artefact: ListedIndex, known: FileVersion | null | undefined): FileVersion | null | undefined => {
      if (known && isOwn(artefact) && isStill(`${folder}/${artefact.path}`, known)) return known;
      countRead++;
      const plain = read(artefact);
      return plain ? (plain.version ?? null) : undefined;
    };
    const pending: ListedIndex[] = [{ path: INDEX, sha256: indexDigest }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const list = parseList(read(next)?.bytes.toString() ?? '', next.path === INDEX);
      if (!list) return undefined;
      const { [next.sha256]: before = [] } = seen;
      const versions: (FileVersion | null)[] = [];
      for (const [place, artefact] of list.artefacts.entries()) {
        const version = look(artefact, before[place]);
        if (version === undefined) return undefined;
        versions.push(version);
      }
      seenNow[next.sha256] = versions;
      lists.set(next.path, list);
      pending.push(...list.lists);
    }
    return { lists, seen: seenNow, read: countRead };
  } catch (thrown) {
    // Throws if the error is a bug.
    describeSystemError(thrown);
    return undefined;
  }
}

/** Returns true if a file still has a version. Throws errors of the operating system. */
function isStill(path: string, known: FileVersion): boolean {
  const stats = lstatSync(path);
  return stats.isFile() && isSameVersion(stats, known);
}

/** Bytes of the reused buffer. Almost all files of an output are smaller. */
const ROOM_BYTES = 262_144;

/** The bytes of a file, and its version before they were read. */
interface Plain {
  readonly bytes: Buffer;
  readonly version: FileVersion | undefined;
}

/**
 * Returns the bytes of a file, possibly in `room`, or undefined if it is not a file. Follows no link, and does not wait
 * for a writer of a pipe. Throws errors of the operating system.
 */
function readPlain(path: string, room: Buffer): Plain | undefined {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() ? { bytes: readAll(descriptor, stats, room), version: versionOf(stats) } : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function readAll(descriptor: number, { size }: Stats, room: Buffer): Buffer {
  return size >= room.length ? readFileSync(descriptor) : room.subarray(0, readSync(descriptor, room));
}
