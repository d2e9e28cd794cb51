/** A long text as UTF-8 bytes, in pieces. */
export type Chunks = readonly Uint8Array[];

/** Gathers a long text. */
export interface ByteWriter {
  readonly write: (text: string) => void;
  /** All that was written. */
  readonly finish: () => Chunks;
}

/** Bytes of a text, in the buffer that contains them. */
export interface Piece {
  readonly slab: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Characters that are gathered before they become bytes. */
const PENDING = 65_536;
/** Bytes of a slab. Slabs grow up to this. */
const SLAB = 4_194_304;
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const MAX_BYTES = 3;

/**
 * Starts an empty text. Its bytes are outside of the heap: a tree of string additions costs the garbage collector more
 * than making it.
 */
export function createByteWriter(): ByteWriter {
  const writePiece = createPieceWriter();
  const pieces: Piece[] = [];
  let pending = '';
  const flush = (): void => {
    if (pending !== '') pieces.push(writePiece(pending));
    pending = '';
  };
  return {
    write: (text) => {
      pending += text;
      if (pending.length >= PENDING) flush();
    },
    finish: () => {
      flush();
      return joinPieces(pieces);
    },
  };
}

/** Starts a place for the bytes of many short texts, which come one behind the other. */
export function createPieceWriter(): (text: string) => Piece {
  let slab = allocate(PENDING * MAX_BYTES);
  let length = 0;
  return (text) => {
    if (length + text.length * MAX_BYTES > slab.length) {
      slab = allocate(Math.max(Math.min(2 * slab.length, SLAB), text.length * MAX_BYTES));
      length = 0;
    }
    const start = length;
    length += slab.write(text, start);
    return { slab, start, end: length };
  };
}

/** Starts a place for the bytes of one text: those of the next one take it. */
export function createPassingWriter(): (text: string) => Piece {
  let slab = allocate(PENDING * MAX_BYTES);
  return (text) => {
    if (text.length * MAX_BYTES > slab.length) slab = allocate(text.length * MAX_BYTES);
    return { slab, start: 0, end: slab.write(text) };
  };
}

/**
 * Returns the bytes of pieces in their order, without copying them. Adjacent pieces are one chunk, because many small
 * chunks cost more.
 */
export function joinPieces(pieces: readonly Piece[]): Chunks {
  const joined: { slab: Buffer; start: number; end: number }[] = [];
  for (const { slab, start, end } of pieces) {
    const last = joined.at(-1);
    if (last?.slab === slab && last.end === start) last.end = end;
    else joined.push({ slab, start, end });
  }
  return joined.map(({ slab, start, end }) => slab.subarray(start, end));
}

/** Allocates shared memory. V8 counts other buffers as heap pressure and collects repeatedly while they grow. */
function allocate(size: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(size));
}

/** Returns a short text as bytes. */
export function toChunks(text: string): Chunks {
  return [Buffer.from(text)];
}

/** Returns the text of the bytes. */
export function readChunks(chunks: Chunks): string {
  return Buffer.concat(chunks).toString();
}

/** Returns the bytes in one piece, in newly allocated memory. */
export function joinChunks(chunks: Chunks): Uint8Array {
  const bytes = new Uint8Array(sizeOfChunks(chunks));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Returns the bytes in one piece. Those of a single chunk are not copied. */
export function bytesOfChunks(chunks: Chunks): Uint8Array {
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}

/** Bytes of all pieces together. */
export function sizeOfChunks(chunks: Chunks): number {
  return chunks.reduce((size, chunk) => size + chunk.length, 0);
}

/** Returns true if the pieces together are these bytes. */
export function equalsChunks(bytes: Uint8Array, chunks: Chunks): boolean {
  let at = 0;
  for (const chunk of chunks) {
    if (Buffer.compare(bytes.subarray(at, at + chunk.length), chunk) !== 0) return false;
    at += chunk.length;
  }
  return at === bytes.length;
}
