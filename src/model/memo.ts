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

/** A memo that outlives compilations, for whoever compiles again and again. */
export interface EvictingMemo {
  readonly memo: Memo;
  /** Is to be called after each compilation: what none of the last ones had a use for is forgotten. */
  readonly endRun: () => void;
}

/** How long a result is kept. */
interface Life {
  /** The last run that had a use for it. */
  run: number;
  /** Of the result of the work that had a use for it last: as long as that is kept, so is this. */
  user: Life | undefined;
}

interface Remembered {
  readonly life: Life;
  readonly inputs: readonly unknown[];
  readonly result: unknown;
  readonly reports: readonly Report[];
  /** What was in use before this: the same task on the same object, with other inputs. */
  next: Remembered | undefined;
}

/** After so many runs without a use for it a result is forgotten: runs that end with errors have no use for artefacts. */
const KEPT_RUNS = 8;

/** Remembers the last result of each task on each object. */
export function createMemo(): Memo {
  return createEvictingMemo().memo;
}

/** The same, which forgets. Who compiles several inputs by turns wants as many results of each task on each object. */
export function createEvictingMemo(keptRuns = KEPT_RUNS, results = 1): EvictingMemo {
  const tasks = new Map<string, Map<unknown, Remembered>>();
  let run = 0;
  /** The work that is being done. */
  let working: Life | undefined;
  const memo = <Result>(
    task: string,
    key: unknown,
    inputs: readonly unknown[],
    work: (report: Reporter) => Result,
    report = silent,
  ): Result => {
    let known = tasks.get(task);
    if (!known) tasks.set(task, (known = new Map<unknown, Remembered>()));
    const last = known.get(key);
    let remembered = last && moveToFront(last, inputs);
    if (!remembered) {
      const reports: Report[] = [];
      const user = working;
      const life: Life = { run, user };
      working = life;
      try {
        const result = work((one) => void reports.push(one));
        // Meanwhile the same task may have been done on the same object.
        const next = results > 1 ? known.get(key) : undefined;
        remembered = { life, inputs, result, reports: reports.length > 0 ? reports : NO_REPORTS, next };
      } finally {
        working = user;
      }
      if (remembered.next) cut(remembered, results);
    }
    if (remembered !== last) known.set(key, remembered);
    remembered.life.run = run;
    remembered.life.user = working;
    for (const one of remembered.reports) report(one);
    // A task makes one type of result.
    return remembered.result as Result;
  };
  const endRun = (): void => {
    run++;
    // All are looked at, but not after each run.
    if (run % keptRuns !== 0) return;
    for (const known of tasks.values()) {
      for (const [key, { life }] of known) if (lastUse(life) < run - keptRuns) known.delete(key);
    }
  };
  return { memo, endRun };
}

/** Returns the last run that had a use for a result, or for one that was made with it. */
function lastUse({ run, user }: Life): number {
  return user ? Math.max(run, lastUse(user)) : run;
}

/** What is remembered with these inputs, which comes before all others then. */
function moveToFront(first: Remembered, inputs: readonly unknown[]): Remembered | undefined {
  if (hasSameItems(first.inputs, inputs)) return first;
  for (let before = first; before.next; before = before.next) {
    const found = before.next;
    if (!hasSameItems(found.inputs, inputs)) continue;
    before.next = found.next;
    found.next = first;
    return found;
  }
  return undefined;
}

/** Forgets all but the first results. */
function cut(first: Remembered, results: number): void {
  let last = first;
  for (let count = 1; count < results && last.next; count++) last = last.next;
  last.next = undefined;
}

const NO_REPORTS: readonly Report[] = [];

function hasSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
