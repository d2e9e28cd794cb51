import type { Manifest } from '../model/manifest.js';

/** Whether only the inventory has an object: it counts for what becomes of packets, and nothing is made of it. */
export function isLive({ origin }: Manifest): boolean {
  return origin.file.role === 'inventory';
}
