/** A long text as UTF-8 bytes, in pieces. */
export type Chunks = readonly Uint8Array[];

/** Gathers a long text. */
export interface ByteWriter {
  readonly write: (text: string) => void;
  /** All that was written. */
  readonly finish: () => Chunks;
}

/** Characters that are gathered before they become bytes. */
const PENDING = 65_536;
/** Bytes of a piece. */
const SLAB = 4_194_304;
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const MOST_BYTES = 3;

/**
 * Starts an empty text. A string made by many additions is a tree of its parts, and a hundred megabytes of such trees
 * cost the garbage collector more than making them did; bytes lie outside of its heap.
 */
export function createByteWriter(): ByteWriter {
  const chunks: Uint8Array[] = [];
  let slab = allocate(PENDING * MOST_BYTES);
  let length = 0;
  let pending = '';
  const flush = (): void => {
    if (length + pending.length * MOST_BYTES > slab.length) {
      chunks.push(slab.subarray(0, length));
      slab = allocate(Math.max(SLAB, pending.length * MOST_BYTES));
      length = 0;
    }
    length += slab.write(pending, length);
    pending = '';
  };
  return {
    write: (text) => {
      pending += text;
      if (pending.length >= PENDING) flush();
    },
    finish: () => {
      flush();
      return [...chunks, slab.subarray(0, length)];
    },
  };
}

/** Shared memory: V8 counts other buffers as pressure on its heap and collects that again and again while they grow. */
function allocate(size: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(size));
}

/** A short text as bytes. */
export function toChunks(text: string): Chunks {
  return [Buffer.from(text)];
}

/** The text of the bytes. */
export function readChunks(chunks: Chunks): string {
  return Buffer.concat(chunks).toString();
}

/** Bytes of all pieces together. */
export function sizeOfChunks(chunks: Chunks): number {
  return chunks.reduce((size, chunk) => size + chunk.length, 0);
}

/** Whether the pieces together are these bytes. */
export function equalsChunks(bytes: Uint8Array, chunks: Chunks): boolean {
  let at = 0;
  for (const chunk of chunks) {
    if (Buffer.compare(bytes.subarray(at, at + chunk.length), chunk) !== 0) return false;
    at += chunk.length;
  }
  return at === bytes.length;
}
