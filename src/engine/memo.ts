import type { Report, Reporter } from '../model/diagnostic.js';
import { sameItems } from '../std/same-items.js';
import { type Engine, createEngine } from './engine.js';

/**
 * Does a task on an object, or returns the earlier result of the same task on the same object with its reports.
 * `inputs`: everything else that the result depends on. If one of them is another object or value, the task is done
 * again. Compilations that share objects share the work on them. Inputs and results must not change.
 */
export interface Memo {
  <Result>(
    task: string,
    key: unknown,
    inputs: readonly unknown[],
    work: (report: Reporter) => Result,
    report?: Reporter,
  ): Result;
  /** The engine with the results of queries. Unset if nothing is remembered. */
  readonly engine?: Engine | undefined;
}

const silent: Reporter = () => undefined;

/** Remembers nothing: for a single compilation, which meets every object once. */
export const noMemo: Memo = (_task, _key, _inputs, work, report = silent) => work(report);

/** A memo that outlives compilations. */
export interface EvictingMemo {
  readonly memo: Memo;
  /** Call after each compilation. Evicts results that the last compilations have not used. */
  readonly endRun: () => void;
}

/** Lifetime of a result. */
interface Life {
  /** Last run that used it. */
  run: number;
  /** Lifetime of the result of the task that used it last. It is kept for at least as long. */
  user: Life | undefined;
}

interface Remembered {
  readonly life: Life;
  readonly inputs: readonly unknown[];
  readonly result: unknown;
  readonly reports: readonly Report[];
  /** The result used before this one: the same task on the same object, with other inputs. */
  next: Remembered | undefined;
}

/** After so many runs without a use for it a result is forgotten: runs that end with errors have no use for artefacts. */
const KEPT_RUNS = 8;

/** Creates a memo of the last result of each task on each object. */
export function createMemo(): Memo {
  return createEvictingMemo().memo;
}

/** Options of a memo. */
export interface MemoOptions {
  /** Runs after which an unused result is forgotten. */
  readonly keptRuns?: number;
  /** Results kept per task and object: one for each input that is compiled alternately. */
  readonly results?: number | undefined;
  /** If true, each question runs its queries again and throws if one has another result. */
  readonly isChecked?: boolean;
}

/** Creates a memo that evicts unused results. */
export function createEvictingMemo({
  keptRuns = KEPT_RUNS,
  results = 1,
  isChecked = false,
}: MemoOptions = {}): EvictingMemo {
  const engine = createEngine({ keptRounds: keptRuns, results, isChecked });
  const tasks = new Map<string, Map<unknown, Remembered>>();
  let run = 0;
  /** Lifetime of the result being computed. */
  let working: Life | undefined;
  const remember = <Result>(
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
        // The task may have been done on the same object in the meantime.
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
    engine.endRound();
    // Checks all results, but not after each run.
    if (run % keptRuns !== 0) return;
    for (const known of tasks.values()) {
      for (const [key, { life }] of known) if (lastUse(life) < run - keptRuns) known.delete(key);
    }
  };
  return { memo: Object.assign(remember, { engine }), endRun };
}

/** Returns the last run that used a result, or another result that was made with it. */
function lastUse({ run, user }: Life): number {
  return user ? Math.max(run, lastUse(user)) : run;
}

/** Returns the result with these inputs and moves it to the front of the list, or returns undefined. */
function moveToFront(first: Remembered, inputs: readonly unknown[]): Remembered | undefined {
  if (sameItems(first.inputs, inputs)) return first;
  for (let before = first; before.next; before = before.next) {
    const found = before.next;
    if (!sameItems(found.inputs, inputs)) continue;
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
