import { isUtf8 } from 'node:buffer';
import { blankFields } from './blank-fields.js';
import { beginScan, splitObjects } from './object-ranges.js';

/** Bytes per read. */
const SLICE_BYTES = 8 * 2 ** 20;
/**
 * Maximum bytes of an object. An object in etcd has at most 1.5 MiB, so anything longer is not an object of an
 * inventory.
 */
const LONGEST_OBJECT_BYTES = 16 * 2 ** 20;

/** Reads the next bytes of a file into a buffer and returns their number, 0 at the end. */
export type ReadNext = (into: Buffer) => number;

/**
 * Reads a file of any size with objects of a cluster as kubectl prints them, in slices. Keeps the number of lines, but
 * blanks those whose fields Weir does not read, so that findings keep their location.
 *
 * Returns undefined if more than `limit` bytes are left.
 */
export function readLargeFile(readNext: ReadNext, limit: number, sliceBytes = SLICE_BYTES): Buffer | undefined {
  const scan = beginScan();
  const left: Buffer[] = [];
  let size = 0;
  let pending: Buffer = Buffer.alloc(0);
  for (let isLast = false; !isLast;) {
    const slice = Buffer.allocUnsafe(sliceBytes);
    const count = readNext(slice);
    isLast = count === 0;
    const bytes = Buffer.concat([pending, slice.subarray(0, count)]);
    let done = 0;
    for (const { start, end, isObject } of splitObjects(bytes, scan, isLast)) {
      const range = bytes.subarray(start, end);
      const kept = isObject ? blankObject(range) : Buffer.from(range);
      size += kept.length;
      if (size > limit) return undefined;
      left.push(kept);
      done = end;
    }
    pending = bytes.subarray(done);
    if (pending.length > LONGEST_OBJECT_BYTES) return undefined;
  }
  return Buffer.concat(left);
}

/**
 * Returns an object without the fields that Weir does not read. Invalid UTF-8 is kept and reported when the whole text
 * is decoded.
 */
function blankObject(range: Buffer): Buffer {
  return isUtf8(range) ? Buffer.from(blankFields(range.toString())) : Buffer.from(range);
}
