import { type OpenFileMemory, createFileMemory } from '../../sources/file-memory.js';
import { type FolderChanges, watchFolders } from '../../sources/watch-folders.js';

/** Interval of full inspections in milliseconds. Some file systems, and links to other locations, send no events. */
const LOOK_MILLISECONDS = 30_000;
/** The same interval if the operating system cannot watch a folder. */
const POLL_MILLISECONDS = 1000;

/** A cache of file contents. Events report which of them must be read again. */
export interface FollowedFiles {
  readonly memory: OpenFileMemory;
  /**
   * Starts a run. `others`: paths of contents that changed without an event. If undefined, any file may have changed, and
   * every file is inspected.
   */
  readonly begin: (others: Iterable<string> | undefined) => void;
  /** Ends a run. Returns false if earlier changes are unknown, so that the next run inspects every file. */
  readonly end: () => boolean;
  /** Returns the milliseconds until files must be inspected without an event. */
  readonly timeToLook: () => number;
  readonly close: () => void;
}

/** Creates an empty cache. `ring` is called after each change. */
export function followFiles(ring: () => void): FollowedFiles {
  const watch = watchFolders(ring);
  const memory = createFileMemory();
  let isKnown = false;
  let nextLook = 0;
  return {
    memory,
    begin: (others) => {
      const changes = watch.take();
      const areFollowed = others !== undefined && isKnown && Date.now() < nextLook;
      if (!areFollowed) nextLook = Date.now() + LOOK_MILLISECONDS;
      memory.beginRun(areFollowed && changes ? withOthers(changes, others) : undefined);
    },
    end: () => {
      memory.endRun();
      // Changes before the start of the watch are found by reading again.
      isKnown = !watch.follow(memory.folders);
      return isKnown;
    },
    timeToLook: () => (watch.isComplete() ? Math.max(0, nextLook - Date.now()) : POLL_MILLISECONDS),
    close: watch.close,
  };
}

function withOthers(changes: FolderChanges, others: Iterable<string>): FolderChanges {
  const all = new Map(changes);
  for (const path of others) if (!all.has(path)) all.set(path, 'change');
  return all;
}
