import type { Lock } from '../../../model/lock.js';
import type { Manifest } from '../../../model/manifest.js';
import { type Json, isObject } from '../../../std/json.js';
import { ANNOTATION } from '../../../ovn-kubernetes/annotations.js';

/** OVN-Kubernetes gives out 50000 to 54999. */
export const FIRST_MARK = 50_000;
export const LAST_MARK = 54_999;

/**
 * The packet mark of each name: the one in the lock, else the one that the live object carries, else the lowest that is
 * free, names in byte order. Of two with the same mark the smaller name keeps it. Names without a mark are missing: there
 * are 5000 marks.
 */
export function assignMarks(
  names: readonly string[],
  lock: Lock,
  liveMarks: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const marks = new Map<string, number>();
  const used = new Set<number>();
  const reserve = (name: string, mark: number | undefined): void => {
    if (mark === undefined || marks.has(name) || used.has(mark)) return;
    marks.set(name, mark);
    used.add(mark);
  };
  for (const name of names) reserve(name, lock.egressIPs.get(name)?.mark);
  for (const name of names) reserve(name, liveMarks.get(name));
  let next = FIRST_MARK;
  for (const name of names) {
    if (marks.has(name)) continue;
    while (used.has(next)) next++;
    if (next > LAST_MARK) break;
    reserve(name, next);
  }
  return marks;
}

/** The mark of an object that was read from a cluster; undefined for an invalid one (not decimal, out of range). */
export function readMark({ object }: Manifest): number | undefined {
  const text = fieldOf(fieldOf(object.metadata, 'annotations'), ANNOTATION.egressIPMark);
  if (typeof text !== 'string' || !/^5[0-4][0-9]{3}$/.test(text)) return undefined;
  return Number(text);
}

function fieldOf(value: Json | undefined, field: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}
