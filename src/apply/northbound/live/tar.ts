import type { FileHandle } from 'node:fs/promises';

/** A regular file of an archive, with the offset of its content. */
export interface TarEntry {
  readonly name: string;
  readonly at: number;
  readonly size: number;
}

/** Block size in bytes. Headers and contents begin at multiples of it (POSIX.1-2017, pax, `ustar`). */
const BLOCK = 512;
/** Maximum number of entries. A must-gather has two databases per node. */
const MAX_ENTRIES = 20_000;
/** Maximum length of a valid name in bytes. */
const LONGEST_NAME = 4096;

/**
 * Lists the regular files of a tar archive: `ustar`, with long names of GNU tar and pax. Returns an error message if
 * the archive is invalid, truncated or too large. Unpacks nothing, and only compares names.
 */
export async function listTar(file: FileHandle): Promise<readonly TarEntry[] | string> {
  const { size: end } = await file.stat();
  const entries: TarEntry[] = [];
  let longName: string | undefined;
  let count = 0;
  for (let at = 0; ;) {
    const header = await readAt(file, at, BLOCK);
    if (header.length < BLOCK) return 'the archive in it is cut off';
    if (header.every((byte) => byte === 0)) return entries;
    if (++count > MAX_ENTRIES) return `the archive in it has more than ${MAX_ENTRIES} entries`;
    const size = readNumber(header, 124, 12);
    if (size === undefined || !hasChecksum(header)) return 'the archive in it is broken';
    const data = at + BLOCK;
    if (data + size > end) return 'the archive in it is cut off';
    const type = String.fromCharCode(header[156] ?? 0);
    if ((type === 'L' || type === 'x') && size > LONGEST_NAME) return 'the archive in it has a name that is too long';
    if (type === 'L') longName = textOf(await readAt(file, data, size));
    else if (type === 'x') longName = pathOf(await readAt(file, data, size)) ?? longName;
    else {
      if (type === '0' || type === '\0') entries.push({ name: longName ?? nameOf(header), at: data, size });
      longName = undefined;
    }
    at = data + Math.ceil(size / BLOCK) * BLOCK;
  }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** Returns true if the checksum of a header is valid. Its own field counts as spaces. */
function hasChecksum(header: Buffer): boolean {
  const sum = header.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 32 : byte), 0);
  return readNumber(header, 148, 8) === sum;
}

/** Parses an octal number. Returns undefined for anything else, including larger sizes, which no database has. */
function readNumber(header: Buffer, at: number, length: number): number | undefined {
  const text = textOf(header.subarray(at, at + length)).trim();
  return /^[0-7]+$/.test(text) ? parseInt(text, 8) : undefined;
}

function nameOf(header: Buffer): string {
  const isPosix = header.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isPosix ? textOf(header.subarray(345, 500)) : '';
  const name = textOf(header.subarray(0, 100));
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Returns the `path` of an extended header with records `<length> <key>=<value>\n`. */
function pathOf(records: Buffer): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(records.toString())?.[1];
}

/** Returns the text up to the first zero byte. */
function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
}
