import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** What a gzip file begins with (RFC 1952 §2.3.1), one character a byte. */
export const GZIP = '\x1f\x8b';

/** Bytes that a database may have: a file of a few kilobytes can unpack to any size. */
export const MOST_BYTES = 1024 ** 3;

/**
 * Unpacks a gzip file into a new file. A sentence says why not: the file is broken or cut off, or holds more than `most`
 * bytes, of which no more are written. Throws what the operating system refuses.
 */
export async function unpack(path: string, target: string, most = MOST_BYTES): Promise<string | undefined> {
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
  return length > most ? `${path} holds more than ${most} bytes, as no database does` : undefined;
}

function isOfZlib(thrown: unknown): thrown is Error {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && thrown.code.startsWith('Z_');
}
