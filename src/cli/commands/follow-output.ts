import type { Report } from '../../model/diagnostic.js';
import type { Output } from '../../rendered/artefact-path.js';
import { createOutputMemory } from '../../rendered/output-memory.js';
import { writeOutput } from '../../rendered/write.js';
import { watchFolders } from '../../sources/watch-folders.js';

/** Writes the same folder again and again. */
export interface FollowedOutput {
  readonly write: (folder: string, artefacts: readonly Output[]) => Report[];
  readonly close: () => void;
}

/** How long events are trusted before all files are looked at again: those with a second name elsewhere may change without one. */
const LOOK_MILLISECONDS = 600_000;

/** Follows what it writes, so that files that nobody has touched since are not looked at. */
export function followOutput(): FollowedOutput {
  const memory = createOutputMemory();
  const watch = watchFolders(() => undefined);
  let nextLook = 0;
  const write: FollowedOutput['write'] = (folder, artefacts) => {
    const changes = watch.take();
    const isDue = Date.now() >= nextLook;
    if (isDue) nextLook = Date.now() + LOOK_MILLISECONDS;
    memory.beginRun(isDue ? undefined : changes?.keys());
    const failures = writeOutput(folder, artefacts, { memory });
    watch.follow(memory.folders());
    return failures;
  };
  return { write, close: watch.close };
}
