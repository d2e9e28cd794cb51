/** Milliseconds in which changes are collected for one cycle. */
const FOLD = 50;
/** Pause between cycles as a multiple of the last one: cycles for changes take at most a tenth of the time. */
const REST = 9;

/** Decides when changes of the inventory or of the target start a cycle. */
export interface ChangePacer {
  /** Notes a change. If it is urgent, the pause after the last cycle does not count. */
  readonly change: (isUrgent?: boolean) => void;
  /** Notes the start of a cycle, which takes all changes so far. */
  readonly begin: () => void;
  readonly end: () => void;
  /** Forgets all changes. */
  readonly stop: () => void;
}

/**
 * Creates a pacer that calls `ring` for changes: 50 ms after the first one, so that changes that come together are one
 * cycle, and at the earliest nine times the duration of the last cycle after its end, unless a change is urgent.
 */
export function createChangePacer(ring: () => void): ChangePacer {
  let isPending = false;
  let isHurried = false;
  let start: number | undefined;
  let earliest = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    isPending = false;
    isHurried = false;
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
      isHurried ? FOLD : Math.max(FOLD, earliest - performance.now()),
    );
  };
  return {
    change: (isUrgent = false) => {
      isPending = true;
      if (isUrgent && !isHurried) {
        isHurried = true;
        clearTimeout(timer);
        timer = undefined;
      }
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
