import type { Report, Reporter } from './diagnostic.js';

/**
 * Does some work on an object, or gives the result of the same task on the same object again, with the reports that the
 * work made. `inputs` is all else that the result depends on: where one of them is another object or value, the work is
 * done again. Two compilations that share objects share the work on them. Nothing that was an input or a result may change.
 */
export type Memo = <Result>(
  task: string,
  key: unknown,
  inputs: readonly unknown[],
  work: (report: Reporter) => Result,
  report?: Reporter,
) => Result;

const silent: Reporter = () => undefined;

/** Remembers nothing: for a single compilation, which meets every object once. */
export const noMemo: Memo = (_task, _key, _inputs, work, report = silent) => work(report);

interface Remembered {
  readonly inputs: readonly unknown[];
  readonly result: unknown;
  readonly reports: readonly Report[];
}

/** Remembers the last result of each task on each object. */
export function createMemo(): Memo {
  const tasks = new Map<string, Map<unknown, Remembered>>();
  return <Result>(
    task: string,
    key: unknown,
    inputs: readonly unknown[],
    work: (report: Reporter) => Result,
    report = silent,
  ): Result => {
    const known = tasks.get(task) ?? new Map<unknown, Remembered>();
    tasks.set(task, known);
    let remembered = known.get(key);
    if (!remembered || !hasSameItems(remembered.inputs, inputs)) {
      const reports: Report[] = [];
      const result = work((one) => void reports.push(one));
      remembered = { inputs, result, reports: reports.length > 0 ? reports : NO_REPORTS };
      known.set(key, remembered);
    }
    for (const one of remembered.reports) report(one);
    // A task makes one type of result.
    return remembered.result as Result;
  };
}

const NO_REPORTS: readonly Report[] = [];

function hasSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
