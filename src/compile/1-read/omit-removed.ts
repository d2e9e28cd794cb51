import { isLive } from '../../model/live.js';
import type { Manifest } from '../../model/manifest.js';
import type { ReadResult } from './read.js';

/**
 * Returns what was read without live inventory objects whose manifest existed in an earlier state and no longer does.
 * Such objects will be deleted, although the snapshot still contains them.
 */
export function omitRemoved(found: ReadResult, earlier: ReadResult): ReadResult {
  const all = [...found.inventory, ...found.observed];
  if (!all.some(isLive)) return found;
  const now = new Set([...found.compiled, ...found.inventory]);
  const had = new Set([...earlier.compiled, ...earlier.inventory].filter((one) => !isLive(one)).map(idOf));
  for (const one of now) if (!isLive(one)) had.delete(idOf(one));
  const isGone = (one: Manifest): boolean => isLive(one) && had.has(idOf(one));
  if (had.size === 0 || !all.some(isGone)) return found;
  const keep = (list: readonly Manifest[]): readonly Manifest[] => list.filter((one) => !isGone(one));
  return { ...found, inventory: keep(found.inventory), observed: keep(found.observed) };
}

/** Returns the identity of an object without its version: versions of one API group name the same object. */
function idOf({ apiVersion, kind, namespace, name }: Manifest): string {
  const group = apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : '';
  return JSON.stringify([group, kind, namespace, name]);
}
