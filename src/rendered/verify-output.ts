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
import { INDEX, STAGING, SWAP } from './artefact-path.js';
import { type FileVersion, isSameVersion, versionOf } from './file-version.js';
import { type IndexList, type ListedIndex, parseList } from './parse-index.js';
import { inspectOutput } from './inspect-output.js';

/**
 * By the digest of a file of an index, the versions under which the artefacts that it lists have been seen to be what it says, in
 * their order; null where nothing tells a version from the next one.
 */
export type SeenVersions = Readonly<Record<string, readonly (FileVersion | null)[]>>;

/** An output folder that holds all that its index lists. */
export interface VerifiedOutput {
  /** The files of the index, by path. */
  readonly lists: ReadonlyMap<string, IndexList>;
  readonly seen: SeenVersions;
  /** How many artefacts had to be read. */
  readonly read: number;
}

/**
 * Reads an output folder that holds an index with this digest (hexadecimal SHA-256) and every file that it lists, byte for
 * byte, and where nothing is left of an interrupted run: then writing them again would do nothing. Undefined for any other.
 * What was seen before, and has the same version, is not read again.
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
    /** The version of an artefact that is what the index says; undefined if it is not. */
    const look = (artefact: ListedIndex, known: FileVersion | null | undefined): FileVersion | null | undefined => {
      if (known && isOwn(artefact) && isStill(`${folder}/${artefact.path}`, known)) return known;
      countRead++;
      const plain = read(artefact);
      return plain && (plain.version ?? null);
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
    // Throws what is a bug.
    describeSystemError(thrown);
    return undefined;
  }
}

/** Returns true if a file has the version that it had. Errors of the operating system are thrown. */
function isStill(path: string, known: FileVersion): boolean {
  const stats = lstatSync(path);
  return stats.isFile() && isSameVersion(stats, known);
}

/** Nearly all files of an output are smaller. */
const ROOM_BYTES = 262_144;

/** The bytes of a file, and its version from before they were read. */
interface Plain {
  readonly bytes: Buffer;
  readonly version: FileVersion | undefined;
}

/**
 * The bytes of a file, perhaps in `room`; undefined if there is something else. Follows no link, and waits for nobody
 * who would write into a pipe. Errors of the operating system are thrown.
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
