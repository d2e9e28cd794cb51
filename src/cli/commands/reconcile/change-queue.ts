/** Counts changes of the input, and measures how long each waits until the target has it. */
export interface ChangeQueue {
  /** Notes a change. */
  readonly add: () => void;
  /** Notes the start of a cycle, which takes all changes so far. */
  readonly take: () => void;
  /** Notes that the target has all taken changes. Returns the seconds since the first of them, undefined without any. */
  readonly settle: () => number | undefined;
  /** Forgets all changes. */
  readonly clear: () => void;
  /** Returns the number of changes that no cycle has taken. */
  readonly length: () => number;
  /** Returns the seconds since the first change that the target lacks, undefined without any. */
  readonly age: () => number | undefined;
}

/** Creates an empty queue. After a failed cycle, the changes that it took still count as waiting. */
export function createChangeQueue(): ChangeQueue {
  let count = 0;
  // Times of the first change that no cycle has taken, and of the first one that a cycle has taken.
  let queued: number | undefined;
  let taken: number | undefined;
  const since = (time: number | undefined): number | undefined =>
    time === undefined ? undefined : (performance.now() - time) / 1000;
  return {
    add: () => {
      count++;
      queued ??= performance.now();
    },
    take: () => {
      taken ??= queued;
      [count, queued] = [0, undefined];
    },
    settle: () => {
      const seconds = since(taken);
      taken = undefined;
      return seconds;
    },
    clear: () => {
      [count, queued, taken] = [0, undefined, undefined];
    },
    length: () => count,
    age: () => since(taken ?? queued),
  };
}
