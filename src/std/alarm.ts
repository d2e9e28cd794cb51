/** Wakes a sleeper. */
export interface Alarm {
  readonly ring: () => void;
  /** True if it has rung since the last query, or a sleep is in progress. */
  readonly isRung: () => boolean;
  /** Sleeps for this many milliseconds, or until it rings. Returns true if it has rung. */
  readonly sleep: (milliseconds: number) => Promise<boolean>;
}

/** Creates an alarm that ends a sleep early. A ring between sleeps ends the next sleep at once. */
export function createAlarm(): Alarm {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      isRung = true;
      wake?.();
    },
    isRung: () => {
      const hasRung = isRung;
      isRung = false;
      return hasRung;
    },
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          const hasRung = isRung;
          wake = undefined;
          isRung = false;
          resolve(hasRung);
        };
        const timer = setTimeout(end, isRung ? 0 : milliseconds);
        wake = end;
      }),
  };
}
