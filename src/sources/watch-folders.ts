import { type FSWatcher, statSync, watch } from 'node:fs';

/** Follows folders, not what is below their folders. */
export interface FolderWatch {
  /** Follows these as well. Says whether one of them was not followed until now: nobody knows what happened in it before. */
  readonly follow: (folders: Iterable<string>) => boolean;
  /** Whether the operating system follows all of them; what is in the others has to be looked at. */
  readonly isComplete: () => boolean;
  readonly close: () => void;
}

interface Followed {
  readonly watcher: FSWatcher;
  /** Which folder it is: another one may get its name. */
  readonly identity: string;
}

/** Calls `ring` after each change of an entry of one of the folders. */
export function watchFolders(ring: () => void): FolderWatch {
  const followed = new Map<string, Followed>();
  const refused = new Set<string>();
  const leave = (folder: string): void => {
    followed.get(folder)?.watcher.close();
    followed.delete(folder);
  };
  const start = (folder: string, identity: string): boolean => {
    try {
      const watcher = watch(folder, ring);
      watcher.on('error', () => {
        leave(folder);
        ring();
      });
      followed.set(folder, { watcher, identity });
      refused.delete(folder);
      return true;
    } catch {
      refused.add(folder);
      return false;
    }
  };
  return {
    follow: (folders) => {
      let isNew = false;
      for (const folder of folders) {
        const identity = identityOf(folder);
        if (identity === followed.get(folder)?.identity) continue;
        leave(folder);
        refused.delete(folder);
        if (identity !== undefined && start(folder, identity)) isNew = true;
      }
      return isNew;
    },
    isComplete: () => refused.size === 0,
    close: () => {
      for (const folder of [...followed.keys()]) leave(folder);
    },
  };
}

/** Undefined where there is no such folder. */
function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino, birthtimeMs } = statSync(folder);
    return `${dev} ${ino} ${birthtimeMs}`;
  } catch {
    return undefined;
  }
}
