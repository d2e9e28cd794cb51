import { closeSync, openSync, writeFileSync } from 'node:fs';
import { type Chunks, sizeOfChunks } from '../std/byte-writer.js';

/** Maximum bytes of a file that is written in one piece. */
const SMALL_BYTES = 1_048_576;

/** Creates a writer of files that must not exist yet. It throws errors of the operating system. */
export function createFileWriter(): (file: string, content: Chunks) => void {
  // One reused buffer. A new one for each file would have to be cleared and collected.
  const gathered = Buffer.alloc(SMALL_BYTES);
  return (file, content) => {
    if (sizeOfChunks(content) <= SMALL_BYTES) writeFileSync(file, gather(content, gathered), { flag: 'wx' });
    else writePieces(file, content);
  };
}

/** Returns the bytes in one piece, copied to the start of `target` if necessary. */
function gather(content: Chunks, target: Buffer): Uint8Array {
  const [only] = content;
  if (only && content.length === 1) return only;
  let at = 0;
  for (const chunk of content) {
    target.set(chunk, at);
    at += chunk.length;
  }
  return target.subarray(0, at);
}

function writePieces(file: string, content: Chunks): void {
  const descriptor = openSync(file, 'wx');
  try {
    for (const piece of content) writeFileSync(descriptor, piece);
  } finally {
    closeSync(descriptor);
  }
}
