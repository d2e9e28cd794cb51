/** A long text as UTF-8 bytes, in pieces. */
export type Chunks = readonly Uint8Array[];

/** Bytes that a writer has written, where it keeps them. */
export interface Piece {
  readonly slab: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Gathers a long text. */
export interface ByteWriter {
  readonly write: (text: string) => void;
  /** Writes a text and tells where its bytes are, so that other writers need not make them again. */
  readonly writePiece: (text: string) => Piece;
  /** Writes what some writer has written, without a copy of it. */
  readonly append: (piece: Piece) => void;
  /** All that was written. */
  readonly finish: () => Chunks;
}

/** Characters that are gathered before they become bytes. */
const PENDING = 65_536;
/** Bytes of a slab. Slabs grow up to this: there may be thousands of writers. */
const SLAB = 4_194_304;
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const MOST_BYTES = 3;

/**
 * Starts an empty text. A string made by many additions is a tree of its parts, and a hundred megabytes of such trees
 * cost the garbage collector more than making them did; bytes lie outside of its heap.
 */
export function createByteWriter(): ByteWriter {
  const pieces: Piece[] = [];
  let slab = allocate(PENDING * MOST_BYTES);
  let length = 0;
  let pending = '';
  const append = (piece: Piece): void => {
    const last = pieces.at(-1);
    // Adjacent pieces are merged: many small pieces would cost more than their bytes.
    if (last?.slab === piece.slab && last.end === piece.start)
      pieces[pieces.length - 1] = { slab: last.slab, start: last.start, end: piece.end };
    else pieces.push(piece);
  };
  const encode = (text: string): Piece => {
    if (length + text.length * MOST_BYTES > slab.length) {
      slab = allocate(Math.max(Math.min(2 * slab.length, SLAB), text.length * MOST_BYTES));
      length = 0;
    }
    const start = length;
    length += slab.write(text, start);
    const piece = { slab, start, end: length };
    append(piece);
    return piece;
  };
  const flush = (): void => {
    if (pending !== '') encode(pending);
    pending = '';
  };
  return {
    write: (text) => {
      pending += text;
      if (pending.length >= PENDING) flush();
    },
    writePiece: (text) => {
      flush();
      return encode(text);
    },
    append: (piece) => {
      flush();
      append(piece);
    },
    finish: () => {
      flush();
      return pieces.map((piece) => piece.slab.subarray(piece.start, piece.end));
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

/** The bytes in one piece, in memory of their own. */
export function joinChunks(chunks: Chunks): Uint8Array {
  const bytes = new Uint8Array(sizeOfChunks(chunks));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
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
