import type { Report } from '../../model/diagnostic.js';
import type { Output } from '../../output-index/artefact-path.js';
import { createOutputMemory } from '../../rendered/output-memory.js';
import { writeOutput } from '../../rendered/write.js';
import { watchFolders } from '../../sources/watch-folders.js';

/** Writes an output folder repeatedly. */
export interface WatchedOutput {
  readonly write: (folder: string, artefacts: readonly Output[]) => Report[];
  readonly close: () => void;
}

/** Interval of full inspections in milliseconds. A file with a second hard link can change without an event. */
const LOOK_MILLISECONDS = 600_000;

/** Creates a watch on written output, so that unchanged files are not inspected. */
export function followOutput(): WatchedOutput {
  const memory = createOutputMemory();
  const watch = watchFolders(() => undefined);
  let nextLook = 0;
  return {
    write: (folder, artefacts) => {
      const changes = watch.take();
      const isDue = Date.now() >= nextLook;
      if (isDue) nextLook = Date.now() + LOOK_MILLISECONDS;
      memory.beginRun(isDue ? undefined : changes?.keys());
      const failures = writeOutput(folder, artefacts, { memory });
      watch.follow(memory.folders());
      return failures;
    },
    close: watch.close,
  };
}
