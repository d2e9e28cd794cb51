import type { Report } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { messages } from './messages.js';

export type Decoded = { readonly file: SourceFile } | { readonly report: Report };

/** Keeps no state between two texts. */
const STRICT = new TextDecoder('utf-8', { fatal: true });
const REPLACEMENT = '\ufffd';
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT);

/** First line of a Git LFS pointer file. See https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/**
 * Decodes a file as UTF-8 and drops a byte order mark. Returns a report for a Git LFS pointer, and for bytes that are
 * not UTF-8, located at the first of them.
 */
export function decode(path: string, bytes: Uint8Array): Decoded {
  try {
    const text = STRICT.decode(bytes);
    if (text.startsWith(LFS_POINTER)) return { report: { ...messages.lfsPointer(path), location: { path } } };
    return { file: { path, text } };
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    return { report: reportNotUtf8(path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  }
}

function reportNotUtf8(path: string, bytes: Buffer): Report {
  // The mark is kept at first, so that offsets in the text can be converted to bytes.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const { offset, byteOffset } = findReplacement(text, bytes);
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const location = { path, text: text.slice(mark), offset: offset - mark, length: 1 };
  return { ...messages.notUtf8(path, bytes[byteOffset] ?? 0, byteOffset), location };
}

/** Returns the first U+FFFD of a leniently decoded text that replaces invalid bytes instead of encoding itself. */
function findReplacement(text: string, bytes: Buffer): { offset: number; byteOffset: number } {
  let from = 0;
  let byteOffset = 0;
  for (;;) {
    const offset = text.indexOf(REPLACEMENT, from);
    byteOffset += Buffer.byteLength(text.slice(from, offset));
    const genuine = bytes.subarray(byteOffset, byteOffset + 3).equals(REPLACEMENT_BYTES);
    if (!genuine || offset < 0) return { offset: Math.max(offset, 0), byteOffset };
    from = offset + 1;
    byteOffset += REPLACEMENT_BYTES.length;
  }
}
