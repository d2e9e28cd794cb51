import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats an attempt until it neither throws nor gives false, and gives its result. After `timeout` ms it throws. */
export async function eventually<T>(
  what: string,
  attempt: () => T | false | Promise<T | false>,
  timeout = 120_000,
): Promise<T> {
  const end = performance.now() + timeout;
  for (;;) {
    let reason: unknown = 'it gave false';
    try {
      const result = await attempt();
      if (result !== false) return result;
    } catch (error) {
      reason = error;
    }
    if (performance.now() > end) throw new Error(`not within ${timeout} ms: ${what}`, { cause: reason });
    await sleep(20);
  }
}
