import type { Report } from '../../model/diagnostic.js';
import type { Output } from '../../output-index/artefact-path.js';
import { createOutputMemory } from '../../rendered/output-memory.js';
import { type Update, updateOutput, writeOutput } from '../../rendered/write.js';
import { watchFolders } from '../../sources/watch-folders.js';

/** Writes an output folder repeatedly. */
export interface WatchedOutput {
  readonly write: (folder: string, artefacts: readonly Output[]) => Report[];
  /** Returns true if a folder is known to contain the last written output. */
  readonly isIntact: (folder: string) => boolean;
  /** Changes an intact folder. */
  readonly update: (folder: string, update: Update) => Report[];
  readonly close: () => void;
}

/** Interval of full inspections in milliseconds. A file with a second hard link can change without an event. */
const LOOK_MILLISECONDS = 600_000;

/** Creates a watch on written output, so that unchanged files are not inspected. */
export function followOutput(): WatchedOutput {
  const memory = createOutputMemory();
  const watch = watchFolders(() => undefined);
  let nextLook = 0;
  const begin = (): void => {
    const changes = watch.take();
    const isDue = Date.now() >= nextLook;
    if (isDue) nextLook = Date.now() + LOOK_MILLISECONDS;
    memory.beginRun(isDue ? undefined : changes?.keys());
  };
  return {
    write: (folder, artefacts) => {
      begin();
      const failures = writeOutput(folder, artefacts, { memory });
      watch.follow(memory.folders());
      return failures;
    },
    isIntact: (folder) => {
      begin();
      return memory.isIntact(folder);
    },
    update: (folder, update) => {
      const failures = updateOutput(folder, update, memory);
      watch.follow(memory.folders());
      return failures;
    },
    close: watch.close,
  };
}
