import { type Family, FAMILIES } from '../../net/address.js';
import type { Both, Side } from '../../traffic/side.js';

/** Returns the families that either side has. */
export function sharedFamilies({ before, after }: Both<Side>): Family[] {
  const families = new Set([...before.configuration.ipFamilies, ...after.configuration.ipFamilies]);
  return FAMILIES.filter((family) => families.has(family));
}
