import { lstatSync } from 'node:fs';
import type { Chunks } from '../std/byte-writer.js';
import { type FileVersion, isSameVersion, versionOf } from './file-version.js';

/** What whoever writes the same folder again and again knows of its files. */
export interface OutputMemory {
  /** Whether a file holds this content, and nobody has written or replaced it since that was seen. Follows no link. */
  readonly holds: (path: string, content: Chunks) => boolean;
  /** Sees that a file holds a content, where `look` finds that. */
  readonly see: (path: string, content: Chunks, look: () => boolean) => boolean;
}

interface Known {
  readonly version: FileVersion;
  readonly content: Chunks;
}

/** Knows nothing yet. Its paths are absolute, or relative to the folder of the process. */
export function createOutputMemory(): OutputMemory {
  const files = new Map<string, Known>();
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
  };
}

function currentVersion(path: string): FileVersion | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats && versionOf(stats);
}
