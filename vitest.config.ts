import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests of one file share servers and network namespaces; files run side by side on the cores there are.
    maxWorkers: '100%',
    // A test that waits for an event fails by that wait, which names the event, and not by these.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
