import type { Manifest } from './manifest.js';

/** Returns true if only the inventory contains the object. It then affects packets, but is not compiled. */
export function isLive({ origin }: Manifest): boolean {
  return origin.file.role === 'inventory';
}
