import type { Stats } from 'node:fs';

/** What tells whether somebody has written or replaced a file since. */
export type FileVersion = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;

/** Clocks of file systems tick so seldom: a file may change again under a time that it has already. */
const TICK_MILLISECONDS = 100;

/**
 * The version of the file that the stats are of: each later change gives another one. Undefined if that cannot be told,
 * because the file has just changed.
 */
export function versionOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): FileVersion | undefined {
  return Date.now() - ctimeMs > TICK_MILLISECONDS ? { dev, ino, size, mtimeMs, ctimeMs } : undefined;
}

/** Returns true if a file has not changed between two looks at it. */
export function isSameVersion(a: FileVersion, b: FileVersion): boolean {
  return a.ctimeMs === b.ctimeMs && a.mtimeMs === b.mtimeMs && a.size === b.size && a.ino === b.ino && a.dev === b.dev;
}
