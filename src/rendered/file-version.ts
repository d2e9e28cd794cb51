import type { Stats } from 'node:fs';

/** Properties of a file that change when it is written or replaced. */
export type FileVersion = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;

/**
 * Granularity of file system timestamps, in milliseconds. Within it, a file can change again without a new timestamp.
 */
const TICK_MILLISECONDS = 100;

/**
 * Returns the version of a file, which differs after each later change. Returns undefined if the file changed so
 * recently that a later change may not be visible.
 */
export function versionOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): FileVersion | undefined {
  return Date.now() - ctimeMs > TICK_MILLISECONDS ? { dev, ino, size, mtimeMs, ctimeMs } : undefined;
}

/** Returns true if a file has not changed between two reads. */
export function isSameVersion(a: FileVersion, b: FileVersion): boolean {
  return a.ctimeMs === b.ctimeMs && a.mtimeMs === b.mtimeMs && a.size === b.size && a.ino === b.ino && a.dev === b.dev;
}
