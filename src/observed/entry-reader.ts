/**
 * Reads the entries of a file in pieces. Reads `bytes[start, end)` and returns the offset of the first unread byte, where
 * the next call continues. With `isLast`, no bytes follow.
 */
export type ReadEntries = (bytes: Buffer, start: number, end: number, isLast: boolean) => number;

/** Receives the offset of an invalid entry, and why it is invalid. */
export type Reject = (offset: number, reason: string) => void;

/** Maximum length of an entry, in bytes. */
export const MAX_ENTRY_BYTES = 2 ** 20;

export const LINE_FEED = 0x0a;

/** Creates a reader of lines, without their line breaks. Empty lines are skipped. */
export function createLineReader(
  readLine: (bytes: Buffer, start: number, end: number) => string | undefined,
  reject: Reject,
): ReadEntries {
  const read = (bytes: Buffer, start: number, end: number): void => {
    const last = end > start && bytes[end - 1] === 0x0d ? end - 1 : end;
    const reason = last > start ? readLine(bytes, start, last) : undefined;
    if (reason !== undefined) reject(start, reason);
  };
  const skipper = createSkipper(reject);
  return (bytes, start, end, isLast) => {
    let at = skipper.resume(bytes, start, end);
    for (;;) {
      const lineEnd = findLineFeed(bytes, at, end);
      if (lineEnd < 0) break;
      read(bytes, at, lineEnd);
      at = lineEnd + 1;
    }
    if (isLast && at < end) read(bytes, at, end);
    if (isLast) return end;
    return end - at > MAX_ENTRY_BYTES ? skipper.skipLine(bytes, at, end, TOO_LONG) : at;
  };
}

export const TOO_LONG = `entry is longer than ${MAX_ENTRY_BYTES} bytes`;

/** Skips the rest of lines with invalid entries. */
export interface Skipper {
  /** Rejects the entry at an offset, and returns the start of the next line, or `end`. */
  readonly skipLine: (bytes: Buffer, at: number, end: number, reason: string) => number;
  /** Returns the offset to read on from: the start of the next line if the last piece ended in a skipped one. */
  readonly resume: (bytes: Buffer, start: number, end: number) => number;
}

/** Creates a skipper. Without a line break, everything is skipped. */
export function createSkipper(reject: Reject): Skipper {
  let isSkipping = false;
  const toNextLine = (bytes: Buffer, at: number, end: number): number => {
    const lineEnd = findLineFeed(bytes, at, end);
    isSkipping = lineEnd < 0;
    return isSkipping ? end : lineEnd + 1;
  };
  return {
    skipLine: (bytes, at, end, reason) => {
      reject(at, reason);
      return toNextLine(bytes, at, end);
    },
    resume: (bytes, start, end) => (isSkipping ? toNextLine(bytes, start, end) : start),
  };
}

function findLineFeed(bytes: Buffer, start: number, end: number): number {
  const at = bytes.indexOf(LINE_FEED, start);
  return at < end ? at : -1;
}
