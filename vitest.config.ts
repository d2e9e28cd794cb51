import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Replaces a module of Node.js for all that is loaded after it. */
const REPLACING = 'test/rendered/interruption.test.ts';

export default defineConfig({
  test: {
    // Many tests wait for servers and for packets that do not come: two files more than there are cores run at a time.
    maxWorkers: availableParallelism() + 2,
    // A test that waits for an event fails by that wait, which names the event, and not by these.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        // To load the modules again for every file takes longer than most files.
        test: { name: 'shared', include: ['test/**/*.test.ts', `!${REPLACING}`], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: [REPLACING] } },
    ],
  },
});
