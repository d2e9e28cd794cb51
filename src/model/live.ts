import type { Manifest } from './manifest.js';

/** Returns true if only the inventory has an object: it decides about packets, and nothing is compiled from it. */
export function isLive({ origin }: Manifest): boolean {
  return origin.file.role === 'inventory';
}
