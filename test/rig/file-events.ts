import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until Node.js has read the events of watched folders that the operating system has already. A turn of the event
 * loop reads them after its timers, so a timer alone can be too early on a busy machine.
 */
export async function awaitFileEvents(): Promise<void> {
  await delay(1);
  await immediate();
}
