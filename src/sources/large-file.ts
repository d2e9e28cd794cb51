import { isUtf8 } from 'node:buffer';
import { blankFields } from './blank-fields.js';
import { beginScan, splitObjects } from './object-ranges.js';

/** Bytes that are read at once. */
const SLICE_BYTES = 8 * 2 ** 20;
/** An object in etcd has at most 1.5 MiB; what is longer is no object of an inventory. */
const LONGEST_OBJECT_BYTES = 16 * 2 ** 20;

/** Reads the next bytes of a file into a buffer, and says how many there were; 0 at the end. */
export type ReadNext = (into: Buffer) => number;

/**
 * Reads a file of any size with the objects of a cluster as kubectl prints them, in slices. Returns as many lines as
 * the file has, of which those are empty that only tell of fields that nobody reads: so all that is found in the others
 * is found where it stands. Undefined if more than `limit` bytes are left.
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

/** What is not UTF-8 is found when all of the text is decoded. */
function blankObject(range: Buffer): Buffer {
  return isUtf8(range) ? Buffer.from(blankFields(range.toString())) : Buffer.from(range);
}
