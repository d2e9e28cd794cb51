import { gzipSync } from 'fflate';

/**
 * Compresses bytes by gzip. The result is the same on every machine. Compressors that use processor features do not
 * guarantee that.
 */
export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: 6, mtime: 0 });
}
