/** A value in DER (X.690). */
export interface DerValue {
  readonly tag: number;
  /** Tag, length and content. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** Returns the values in some bytes. Returns undefined if they are not DER. */
export function readDer(bytes: Buffer): readonly DerValue[] | undefined {
  const values: DerValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    const length = readLength(bytes, at + 1);
    if (!length || length.start + length.value > bytes.length) return undefined;
    const end = length.start + length.value;
    values.push({ tag, whole: bytes.subarray(at, end), content: bytes.subarray(length.start, end) });
    at = end;
  }
  return values;
}

/**
 * Reads a length: one byte, or the number of bytes that follow. Returns undefined if it is incomplete. See X.690
 * §8.1.3.
 */
function readLength(bytes: Buffer, at: number): { readonly value: number; readonly start: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 128) return { value: first, start: at + 1 };
  const count = first - 128;
  if (count === 0 || count > 4 || at + 1 + count > bytes.length) return undefined;
  return { value: bytes.readUIntBE(at + 1, count), start: at + 1 + count };
}
