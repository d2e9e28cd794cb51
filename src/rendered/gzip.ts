import { gzipSync } from 'fflate';

/** Bytes as gzip: the same on every machine, which compressors that use what the processor offers do not promise. */
export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: 6, mtime: 0 });
}
