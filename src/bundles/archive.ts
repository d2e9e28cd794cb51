import { gunzipSync, gzipSync } from 'fflate';

/** A file of the output folder on its way through a cluster. */
export interface ArchivedFile {
  /** Relative to the output folder. */
  readonly path: string;
  readonly content: Uint8Array;
}

const NEWLINE = 0x0a;
const COMPRESSION = { level: 6, mtime: 0 } as const;

/**
 * Packs files: a line of JSON that lists paths and sizes in bytes, then their contents, all of it as gzip. The same
 * files give the same bytes on every machine, which compressors that use what the processor offers do not promise.
 */
export function packArchive(files: readonly ArchivedFile[]): Uint8Array {
  const header = JSON.stringify(files.map(({ path, content }) => [path, content.length]));
  return gzipSync(Buffer.concat([Buffer.from(`${header}\n`), ...files.map(({ content }) => content)]), COMPRESSION);
}

/** The files of an archive; undefined where it is none, or was cut. */
export function unpackArchive(archive: Uint8Array): readonly ArchivedFile[] | undefined {
  try {
    const bytes = gunzipSync(archive);
    const end = bytes.indexOf(NEWLINE);
    const entries: unknown = JSON.parse(Buffer.from(bytes.subarray(0, end)).toString());
    if (!Array.isArray(entries) || !entries.every(isEntry)) return undefined;
    let at = end + 1;
    const files = entries.map(([path, size]) => ({ path, content: bytes.subarray(at, (at += size)) }));
    return at === bytes.length ? files : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is readonly [path: string, size: number] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === 'string' &&
    Number.isSafeInteger(value[1]) &&
    value[1] >= 0
  );
}
