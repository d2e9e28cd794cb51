import type { Pod } from '../model/cluster.js';
import type { MarkIntent } from '../model/intent/mark.js';
import { memoize } from '../std/memoize.js';

/** Finds the marks on packets of a pod, in order of precedence. */
export type FindMarks = (pod: Pod) => readonly MarkIntent[];

const NONE: readonly MarkIntent[] = [];

/** Creates a function that finds marks. `marks` are ordered, by namespace. The index is built on first use. */
export function createMarkFinder(marks: ReadonlyMap<string, readonly MarkIntent[]>): FindMarks {
  const marksIn = memoize((namespace: string) => indexMarks(marks.get(namespace) ?? []));
  return (pod) => marksIn(pod.namespace).get(pod) ?? NONE;
}

function indexMarks(marks: readonly MarkIntent[]): ReadonlyMap<Pod, readonly MarkIntent[]> {
  const index = new Map<Pod, MarkIntent[]>();
  for (const mark of marks) {
    for (const pod of mark.source.pods) {
      const own = index.get(pod);
      if (own) own.push(mark);
      else index.set(pod, [mark]);
    }
  }
  return index;
}
