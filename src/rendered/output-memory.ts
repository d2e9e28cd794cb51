import { lstatSync } from 'node:fs';
import type { Chunks } from '../std/byte-writer.js';
import { type FileVersion, isSameVersion, versionOf } from './file-version.js';
import type { IndexPaths } from './parse-index.js';

/** What whoever writes the same folder again and again knows of its files. */
export interface OutputMemory {
  /** Whether a file holds this content, and nobody has written or replaced it since that was seen. Follows no link. */
  readonly holds: (path: string, content: Chunks) => boolean;
  /** Sees that a file holds a content, where `look` finds that. */
  readonly see: (path: string, content: Chunks, look: () => boolean) => boolean;
  /** What a file of an index lists. It is read where somebody may have written or replaced it since. */
  readonly list: (path: string, read: () => IndexPaths | undefined) => IndexPaths | undefined;
}

interface Known {
  readonly version: FileVersion;
  readonly content: Chunks;
}

/** Knows nothing yet. Its paths are absolute, or relative to the folder of the process. */
export function createOutputMemory(): OutputMemory {
  const files = new Map<string, Known>();
  const lists = new Map<string, { readonly version: FileVersion; readonly listed: IndexPaths }>();
  return {
    holds: (path, content) => {
      const known = files.get(path);
      if (known?.content !== content) return false;
      const version = currentVersion(path);
      return version !== undefined && isSameVersion(known.version, version);
    },
    see: (path, content, look) => {
      // Before the file is read: what is written meanwhile changes the version.
      const version = currentVersion(path);
      const isEqual = look();
      if (isEqual && version !== undefined) files.set(path, { version, content });
      else files.delete(path);
      return isEqual;
    },
    list: (path, read) => {
      const version = readableVersion(path);
      const known = lists.get(path);
      if (version && known && isSameVersion(known.version, version)) return known.listed;
      const listed = read();
      if (version && listed) lists.set(path, { version, listed });
      else lists.delete(path);
      return listed;
    },
  };
}

function currentVersion(path: string): FileVersion | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats && versionOf(stats);
}

/** The same where the file can be looked at; whoever reads it learns why it cannot. */
function readableVersion(path: string): FileVersion | undefined {
  try {
    return currentVersion(path);
  } catch {
    return undefined;
  }
}
