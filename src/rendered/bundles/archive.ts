import { Gunzip } from 'fflate';
import { isListOf, isText } from '../../std/json.js';
import { gzip } from '../gzip.js';

/** A file of the output folder that is delivered through a cluster. */
export interface ArchivedFile {
  /** Path in the output folder. */
  readonly path: string;
  readonly content: Uint8Array;
  /** The resources that it comes from, as in the index. */
  readonly sources: readonly string[];
}

const NEWLINE = 0x0a;
/** Bytes of an archive that are inflated at a time. */
const PIECE_BYTES = 16_384;

/** A packed archive. */
export interface PackedArchive {
  readonly bytes: Uint8Array;
  /** Bytes after unpacking. */
  readonly size: number;
}

/**
 * Packs files: a line of JSON with paths, sizes in bytes and sources, followed by their contents. All of it is
 * compressed by gzip.
 */
export function packArchive(files: readonly ArchivedFile[]): PackedArchive {
  const header = JSON.stringify(files.map(({ path, content, sources }) => [path, content.length, sources]));
  const whole = Buffer.concat([Buffer.from(`${header}\n`), ...files.map(({ content }) => content)]);
  return { bytes: gzip(whole), size: whole.length };
}

/**
 * Returns the files of an archive. Returns undefined if it is malformed or truncated, or has more than `limit` bytes
 * after unpacking.
 */
export function unpackArchive(archive: Uint8Array, limit: number): readonly ArchivedFile[] | undefined {
  try {
    const bytes = inflate(archive, limit);
    if (!bytes) return undefined;
    const end = bytes.indexOf(NEWLINE);
    const entries: unknown = JSON.parse(Buffer.from(bytes.subarray(0, end)).toString());
    if (!Array.isArray(entries) || !entries.every(isEntry)) return undefined;
    let at = end + 1;
    const files = entries.map(([path, size, sources]) => ({
      path,
      content: bytes.subarray(at, (at += size)),
      sources,
    }));
    return at === bytes.length ? files : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Inflates piece by piece. An archive with a wrong size takes no more memory than `limit` and an inflated piece (at
 * most 1,032 times as long). Returns undefined if there is more data, and throws if it is not gzip.
 */
function inflate(archive: Uint8Array, limit: number): Uint8Array | undefined {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Gunzip((chunk) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  });
  for (let at = 0; at < archive.length && size <= limit; at += PIECE_BYTES) {
    stream.push(archive.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= archive.length);
  }
  return size <= limit && size === sizeInTrailer(archive) ? Buffer.concat(chunks) : undefined;
}

/** Returns the size in the trailer of an archive (RFC 1952 §2.3.1). It differs if the archive is truncated. */
function sizeInTrailer(archive: Uint8Array): number {
  return Buffer.from(archive.subarray(-4)).readUInt32LE();
}

function isEntry(value: unknown): value is readonly [path: string, size: number, sources: string[]] {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    typeof value[0] === 'string' &&
    Number.isSafeInteger(value[1]) &&
    value[1] >= 0 &&
    isListOf(isText, value[2])
  );
}
