/** Milliseconds in which changes are collected for one cycle. */
const FOLD = 10;
/** Pause after a cycle as a multiple of its processor time: cycles for changes take at most half of a core. */
const REST = 1;
/** Milliseconds of pauses that may be due. So single changes start cycles at once, and only a series has to wait. */
const CREDIT = 1000;
/** Maximum pause in milliseconds, so that a series of changes never delays one of them by more than a second. */
const MAX_PAUSE = 500;

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
 * Creates a pacer that calls `ring` for changes: 10 ms after the first one, so that changes that come together are one
 * cycle. Cycles that have taken more than half of a core for a second are paused: as long as their processor time, but never
 * longer than half a second, unless a change is urgent. `processorTime` returns that of this process in milliseconds.
 */
export function createChangePacer(ring: () => void, processorTime = readProcessorTime): ChangePacer {
  let isPending = false;
  let isHurried = false;
  let start: { readonly at: number; readonly spent: number } | undefined;
  let earliest = -CREDIT;
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
      start = { at: performance.now(), spent: processorTime() };
    },
    end: () => {
      const now = performance.now();
      const { at, spent } = start ?? { at: now, spent: processorTime() };
      const due = Math.max(earliest, at - CREDIT) + (1 + REST) * (processorTime() - spent);
      earliest = Math.min(due, now + MAX_PAUSE);
      start = undefined;
      schedule();
    },
    stop,
  };
}

function readProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
