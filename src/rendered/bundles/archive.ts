import { Gunzip } from 'fflate';
import { isListOf, isText } from '../../std/json.js';
import { gzip } from '../gzip.js';

/** A file of the output folder on its way through a cluster. */
export interface ArchivedFile {
  /** Relative to the output folder. */
  readonly path: string;
  readonly content: Uint8Array;
  /** The resources that it comes from, as the index names them. */
  readonly sources: readonly string[];
}

const NEWLINE = 0x0a;
/** Of an archive, inflated at a time. */
const PIECE_BYTES = 16_384;

/** An archive that was packed. */
export interface PackedArchive {
  readonly bytes: Uint8Array;
  /** Bytes that come out of it. */
  readonly size: number;
}

/**
 * Packs files: a line of JSON that lists paths, sizes in bytes and sources, then their contents, all of it as gzip.
 */
export function packArchive(files: readonly ArchivedFile[]): PackedArchive {
  const header = JSON.stringify(files.map(({ path, content, sources }) => [path, content.length, sources]));
  const whole = Buffer.concat([Buffer.from(`${header}\n`), ...files.map(({ content }) => content)]);
  return { bytes: gzip(whole), size: whole.length };
}

/** The files of an archive; undefined if it is malformed, was cut, or more than `limit` bytes come out of it. */
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
 * Inflates piece by piece, so that an archive that says nothing true of its size takes no more memory than `limit` and
 * a piece (gzip inflates by 1,032 at most); undefined if more comes out. Throws for what is not gzip.
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

/** What an archive says of its size at its end (RFC 1952 §2.3.1): one that was cut says something else. */
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
