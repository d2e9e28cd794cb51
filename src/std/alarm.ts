/** Wakes a sleeper. */
export interface Alarm {
  readonly ring: () => void;
  /** True if it has rung since this was asked last, or somebody slept. */
  readonly isRung: () => boolean;
  /** Sleeps so many milliseconds, or until it rings; says whether it has. */
  readonly sleep: (milliseconds: number) => Promise<boolean>;
}

/** Sleeps until the time is over or it rings; what rings while nobody sleeps ends the next sleep at once. */
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
