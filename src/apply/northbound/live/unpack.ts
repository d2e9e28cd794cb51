import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** Start of a gzip file (RFC 1952 §2.3.1), one character per byte. */
export const GZIP = '\x1f\x8b';

/** Maximum size of a database in bytes. */
const MAX_BYTES = 1024 ** 3;
/** Maximum ratio of unpacked to packed size. gzip shrinks a database to a tenth, and zeros to a thousandth. */
const MAX_RATIO = 100;
/** Size in bytes that any file may unpack to. */
const FEW_BYTES = 16 * 1024 ** 2;

/**
 * Unpacks a gzip file into a new file. Returns an error message if the file is invalid or truncated, or unpacks to more
 * than `most` bytes. The default limit depends on its size. Throws errors of the operating system.
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
    // Above the limit, the stream was ended deliberately. The message below reports it.
    if (length <= most) {
      if (!isOfZlib(thrown)) throw thrown;
      return `${path} is not a complete gzip file: ${thrown.message}`;
    }
  }
  return length > most ? `${path} contains more than ${most} bytes, too many for a database of its size` : undefined;
}

/** Returns the default limit. A file of a few kilobytes can unpack to any size. */
function mostOf(path: string): number {
  return Math.min(MAX_BYTES, Math.max(FEW_BYTES, MAX_RATIO * statSync(path).size));
}

function isOfZlib(thrown: unknown): thrown is Error {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && thrown.code.startsWith('Z_');
}
