import { createReadStream } from 'node:fs';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { describeSystemError } from '../../../std/system-error.js';

/** Bytes per read. */
const PIECE_BYTES = 2 ** 20;

/** First bytes of a gzip file (RFC 1952 §2.3.1). */
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Opens a file of observed flows, or standard input for `-`, and returns its pieces. A file that gzip compressed is
 * decompressed. The promise and the iteration reject with an error that `describeFlowsError` describes.
 */
export async function openFlows(path: string): Promise<AsyncIterable<Buffer>> {
  const highWaterMark = PIECE_BYTES;
  const stream =
    path === '-' ? createReadStream('', { highWaterMark, fd: 0 }) : createReadStream(path, { highWaterMark });
  const pieces: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const first = await pieces.next();
  const whole = continueWith(first, pieces);
  if (first.done === true || !first.value.subarray(0, GZIP.length).equals(GZIP)) return whole;
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  // Errors reach the iteration of `gunzip`.
  pipeline(Readable.from(whole), gunzip, () => undefined);
  return gunzip;
}

async function* continueWith(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
}

/** Describes an error of opening or reading. Throws anything else again, because it is a bug. */
export function describeFlowsError(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return code.startsWith('Z_') ? 'invalid gzip data' : describeSystemError(thrown);
}
