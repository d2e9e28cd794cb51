import type { AssignmentOrder, Lock } from '../../../model/lock.js';
import type { Manifest } from '../../../model/manifest.js';
import { type Json, isObject } from '../../../std/json.js';
import { ANNOTATION } from '../../../ovn-kubernetes/annotations.js';
import { EGRESS_IP_MARKS } from '../../../ovn-kubernetes/numbers.js';

/**
 * Returns the packet mark of each name: the one in the lock, else the one that the live object carries, or in the given
 * order. Others get the lowest that is free, names in byte order, except with `status-only`. Of two with the same mark
 * the smaller name keeps it. Names without a mark are missing.
 */
export function assignMarks(
  names: readonly string[],
  lock: Lock,
  liveMarks: ReadonlyMap<string, number>,
  order: AssignmentOrder,
): ReadonlyMap<string, number> {
  const marks = new Map<string, number>();
  const used = new Set<number>();
  const reserve = (name: string, mark: number | undefined): void => {
    if (mark === undefined || marks.has(name) || used.has(mark)) return;
    marks.set(name, mark);
    used.add(mark);
  };
  const reserveLive = (): void => {
    for (const name of names) reserve(name, liveMarks.get(name));
  };
  if (order !== 'lock-first') reserveLive();
  for (const name of names) reserve(name, lock.egressIPs.get(name)?.mark);
  reserveLive();
  if (order === 'status-only') return marks;
  let next: number = EGRESS_IP_MARKS.first;
  for (const name of names) {
    if (marks.has(name)) continue;
    while (used.has(next)) next++;
    if (next > EGRESS_IP_MARKS.last) break;
    reserve(name, next);
  }
  return marks;
}

/**
 * Returns the mark of an object that was read from a cluster, or undefined for an invalid one (not decimal, out of
 * range).
 */
export function readMark({ object }: Manifest): number | undefined {
  const text = fieldOf(fieldOf(object.metadata, 'annotations'), ANNOTATION.egressIPMark);
  if (typeof text !== 'string' || !/^[1-9][0-9]{0,9}$/.test(text)) return undefined;
  const mark = Number(text);
  return mark >= EGRESS_IP_MARKS.first && mark <= EGRESS_IP_MARKS.last ? mark : undefined;
}

function fieldOf(value: Json | undefined, field: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}
