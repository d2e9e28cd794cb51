import { type FSWatcher, statSync, statfsSync, watch } from 'node:fs';
import { basename, join } from 'node:path';

/** What has happened to entries of folders, by absolute path: whether only their content or attributes, or their names. */
export type FolderChanges = ReadonlyMap<string, 'change' | 'rename'>;

/** Follows folders, not what is below their folders. */
export interface FolderWatch {
  /** Follows these, and no others. Says whether one of them was not followed until now: nobody knows what happened in it before. */
  readonly follow: (folders: Iterable<string>) => boolean;
  /** True if the operating system follows all of them; what is in the others has to be looked at. */
  readonly isComplete: () => boolean;
  /** What has happened since this was asked last, or undefined if events do not tell all of it. */
  readonly take: () => FolderChanges | undefined;
  readonly close: () => void;
}

interface Followed {
  readonly watcher: FSWatcher;
  /** Which folder it is: another one may get its name. */
  readonly identity: string;
}

/**
 * The kernel keeps 16,384 events for who is busy, and drops others: so many are no more than the first of them. Who changes
 * as many files has them all looked at.
 */
const MAX_EVENTS = 1000;

/** Calls `ring` after each change of an entry of one of the folders. */
export function watchFolders(ring: () => void): FolderWatch {
  const followed = new Map<string, Followed>();
  const refused = new Set<string>();
  /** Those of which not every change is an event. */
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
    // The folder itself has its own name; another name may stand for one that is no text.
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

/** The file systems of Linux whose kernel makes every change of a file, in the order of events: ext4, XFS, btrfs, tmpfs, overlay, f2fs. */
const TOLD: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010]);

/**
 * Returns true if each change is an event: one of a file system that others write to, as those of a network, may be
 * none.
 */
function hasAllEvents(folder: string): boolean {
  try {
    return process.platform === 'linux' && TOLD.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

/** Undefined if there is no such folder. */
function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino, birthtimeMs } = statSync(folder);
    return `${dev} ${ino} ${birthtimeMs}`;
  } catch {
    return undefined;
  }
}
