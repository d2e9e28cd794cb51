import { type FSWatcher, statSync, statfsSync, watch } from 'node:fs';
import { basename, join } from 'node:path';

/** Changes of folder entries by absolute path: `change` for content or attributes, `rename` for names. */
export type FolderChanges = ReadonlyMap<string, 'change' | 'rename'>;

/** Watches folders, without their subfolders. */
export interface FolderWatch {
  /**
   * Watches exactly these folders. Returns true if one of them was not watched before, so that earlier changes in it
   * are unknown.
   */
  readonly follow: (folders: Iterable<string>) => boolean;
  /** True if the operating system watches all of them. If false, the caller must poll the others. */
  readonly isComplete: () => boolean;
  /** Returns the changes since the last call, or undefined if events do not report all of them. */
  readonly take: () => FolderChanges | undefined;
  readonly close: () => void;
}

interface Followed {
  readonly watcher: FSWatcher;
  /** Identity of the folder, because another folder can get its name. */
  readonly identity: string;
}

/**
 * Maximum events between two calls of `take`. With more, all files are inspected. The kernel drops events beyond a
 * queue of 16,384.
 */
const MAX_EVENTS = 1000;

/** Watches folders and calls `ring` after each change of an entry. */
export function watchFolders(ring: () => void): FolderWatch {
  const followed = new Map<string, Followed>();
  const refused = new Set<string>();
  /** Folders in which some changes cause no event. */
  const silent = new Set<string>();
  let changes = new Map<string, 'change' | 'rename'>();
  let events = 0;
  let tellsAll = true;
  const leave = (folder: string): void => {
    followed.get(folder)?.watcher.close();
    followed.delete(folder);
    refused.delete(folder);
    silent.delete(folder);
  };
  const note = (folder: string, event: 'change' | 'rename', name: string | null): void => {
    events++;
    // An event of the folder itself carries its own name. A name with a replacement character is unreliable.
    if (name === null || name === basename(folder) || name.includes('\ufffd')) tellsAll = false;
    else if (changes.size < MAX_EVENTS) {
      const path = join(folder, name);
      if (event === 'rename' || !changes.has(path)) changes.set(path, event);
    }
    ring();
  };
  const start = (folder: string, identity: string): boolean => {
    try {
      const watcher = watch(folder, (event, name) => {
        note(folder, event, name);
      });
      watcher.on('error', () => {
        leave(folder);
        tellsAll = false;
        ring();
      });
      followed.set(folder, { watcher, identity });
      refused.delete(folder);
      if (!hasAllEvents(folder)) silent.add(folder);
      return true;
    } catch {
      refused.add(folder);
      return false;
    }
  };
  return {
    follow: (folders) => {
      let isNew = false;
      const wanted = new Set(folders);
      for (const folder of [...followed.keys(), ...refused]) if (!wanted.has(folder)) leave(folder);
      for (const folder of wanted) {
        const identity = identityOf(folder);
        if (identity === followed.get(folder)?.identity) continue;
        leave(folder);
        tellsAll = false;
        if (identity !== undefined && start(folder, identity)) isNew = true;
      }
      return isNew;
    },
    isComplete: () => refused.size === 0,
    take: () => {
      const isSame = [...followed].every(([folder, { identity }]) => identity === identityOf(folder));
      const isWhole = tellsAll && isSame && events < MAX_EVENTS && refused.size === 0 && silent.size === 0;
      const taken = isWhole ? changes : undefined;
      changes = new Map();
      events = 0;
      tellsAll = true;
      return taken;
    },
    close: () => {
      for (const folder of [...followed.keys()]) leave(folder);
    },
  };
}

/** Linux file systems that report every change of a file, in order: ext4, XFS, btrfs, tmpfs, overlay, f2fs. */
const TOLD: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010]);

/** Returns true if every change causes an event. Changes by other hosts, as in network file systems, may not. */
function hasAllEvents(folder: string): boolean {
  try {
    return process.platform === 'linux' && TOLD.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

/** Returns an identity of a folder, or undefined if it does not exist. */
function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino, birthtimeMs } = statSync(folder);
    return `${dev} ${ino} ${birthtimeMs}`;
  } catch {
    return undefined;
  }
}
