/** Milliseconds in which changes are collected for one cycle. */
const FOLD = 50;
/** Pause between cycles as a multiple of the last one: cycles for changes take at most a tenth of the time. */
const REST = 9;

/** Decides when changes of the inventory or of the target start a cycle. */
export interface ChangePacer {
  /** Notes a change. */
  readonly change: () => void;
  /** Notes the start of a cycle, which takes all changes so far. */
  readonly begin: () => void;
  readonly end: () => void;
  /** Forgets all changes. */
  readonly stop: () => void;
}

/**
 * Creates a pacer that calls `ring` for changes: 50 ms after the first one, so that changes that come together are one
 * cycle, and at the earliest nine times the duration of the last cycle after its end.
 */
export function createChangePacer(ring: () => void): ChangePacer {
  let isPending = false;
  let start: number | undefined;
  let earliest = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    isPending = false;
    clearTimeout(timer);
    timer = undefined;
  };
  const schedule = (): void => {
    if (!isPending || start !== undefined) return;
    timer ??= setTimeout(
      () => {
        stop();
        ring();
      },
      Math.max(FOLD, earliest - performance.now()),
    );
  };
  return {
    change: () => {
      isPending = true;
      schedule();
    },
    begin: () => {
      stop();
      start = performance.now();
    },
    end: () => {
      const now = performance.now();
      earliest = now + REST * (now - (start ?? now));
      start = undefined;
      schedule();
    },
    stop,
  };
}
