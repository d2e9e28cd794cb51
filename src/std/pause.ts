import { setTimeout as wait } from 'node:timers/promises';

/** Waits for milliseconds, or until the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch {
    // The signal ends the wait.
  }
}
