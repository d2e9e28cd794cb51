import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** What a gzip file begins with (RFC 1952 §2.3.1), one character a byte. */
export const GZIP = '\x1f\x8b';

/** Bytes that a database may have. */
const MAX_BYTES = 1024 ** 3;
/** What a packed database unpacks to at most, as a multiple of its size: gzip makes a tenth of one, and a thousandth of zeros. */
const MAX_RATIO = 100;
/** Bytes that any file may unpack to. */
const FEW_BYTES = 16 * 1024 ** 2;

/**
 * Unpacks a gzip file into a new file. A sentence says why not: the file is broken or cut off, or holds more than `most`
 * bytes, of which no more are written. By default that is what a database of its size could have. Throws what the operating
 * system refuses.
 */
export async function unpack(path: string, target: string, most = mostOf(path)): Promise<string | undefined> {
  let length = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > most) return;
      yield chunk;
    }
  };
  try {
    await pipeline(createReadStream(path), createGunzip(), count, createWriteStream(target, { mode: 0o600 }));
  } catch (thrown) {
    // What has been left in the middle says that it has.
    if (length <= most) {
      if (!isOfZlib(thrown)) throw thrown;
      return `${path} is no whole gzip file: ${thrown.message}`;
    }
  }
  return length > most ? `${path} holds more than ${most} bytes, as no database of its size does` : undefined;
}

/** A file of a few kilobytes can unpack to any size. */
function mostOf(path: string): number {
  return Math.min(MAX_BYTES, Math.max(FEW_BYTES, MAX_RATIO * statSync(path).size));
}

function isOfZlib(thrown: unknown): thrown is Error {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && thrown.code.startsWith('Z_');
}
