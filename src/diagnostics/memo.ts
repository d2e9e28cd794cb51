import type { Report, Reporter } from '../model/diagnostic.js';

/**
 * Does some work on an object that never changes, or gives the result of the same task on the same object again, with the
 * reports that the work made. Two compilations that share objects share the work on them.
 */
export type Memo = <Result>(task: string, key: object, work: (report: Reporter) => Result, report: Reporter) => Result;

/** Remembers nothing: for a single compilation, which meets every object once. */
export const noMemo: Memo = (_task, _key, work, report) => work(report);

interface Remembered {
  readonly result: unknown;
  readonly reports: readonly Report[];
}

/** Remembers every result for as long as its object is there. */
export function createMemo(): Memo {
  const tasks = new Map<string, WeakMap<object, Remembered>>();
  return <Result>(task: string, key: object, work: (report: Reporter) => Result, report: Reporter): Result => {
    const known = tasks.get(task) ?? new WeakMap<object, Remembered>();
    tasks.set(task, known);
    let remembered = known.get(key);
    if (!remembered) {
      const reports: Report[] = [];
      remembered = { result: work((one) => void reports.push(one)), reports };
      known.set(key, remembered);
    }
    for (const one of remembered.reports) report(one);
    // A task makes one type of result.
    return remembered.result as Result;
  };
}
