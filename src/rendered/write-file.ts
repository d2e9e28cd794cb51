import { closeSync, openSync, writeFileSync } from 'node:fs';
import { type Chunks, sizeOfChunks } from '../std/byte-writer.js';

/** A file of more bytes is written piece by piece. */
const SMALL_BYTES = 1_048_576;

/** Starts to write files that must not be there yet. Errors of the operating system are thrown. */
export function createFileWriter(): (file: string, content: Chunks) => void {
  // A piece of memory for each file would have to be cleared by the operating system, and then be collected.
  const gathered = Buffer.alloc(SMALL_BYTES);
  return (file, content) => {
    if (sizeOfChunks(content) <= SMALL_BYTES) writeFileSync(file, gather(content, gathered), { flag: 'wx' });
    else writePieces(file, content);
  };
}

/** The bytes in one piece at the start of `target`. */
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
