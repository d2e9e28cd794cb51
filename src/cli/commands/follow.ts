import { createLastingMemo } from '../../model/memo.js';
import type { Purpose } from '../../model/purpose.js';
import { createFileMemory } from '../../sources/file-memory.js';
import { watchFolders } from '../../sources/watch-folders.js';
import { type Alarm, createAlarm } from '../../std/alarm.js';
import { printMessage } from '../print.js';
import { type Input, readInput } from './input.js';
import { showProgress } from './progress.js';
import { type Run, type RunOptions, compileInput } from './run.js';

/** Who writes several files, or one in pieces, is waited for: until nothing has happened for so long, but not forever. */
const QUIET_MILLISECONDS = 10;
const MOST_MILLISECONDS = 500;
/** How often the files are looked at without an event: some file systems, and links to other places, give none. */
const LOOK_MILLISECONDS = 30_000;
/** The same where the operating system does not follow a folder. */
const POLL_MILLISECONDS = 1000;

/** Runs of a command that stays: what they share, and what is done with each. */
export interface Following {
  readonly options: RunOptions;
  readonly purpose: Purpose;
  /** Is called with the first run and with each that follows a change of the input. */
  readonly conclude: (run: Run) => Promise<unknown>;
}

/**
 * Compiles, and compiles again whenever the input changes, until SIGINT or SIGTERM; gives exit code 0. What is known from
 * earlier runs changes nothing in what is found and made.
 */
export async function follow({ options, purpose, conclude }: Following): Promise<number> {
  const alarm = createAlarm();
  const end = endBySignal(alarm.ring);
  const watch = watchFolders(alarm.ring);
  const { memo, endRun } = createLastingMemo();
  const files = createFileMemory();
  const memory = { memo, files };
  let last: Input | undefined;
  try {
    while (!end.isAsked()) {
      const progress = showProgress();
      const input = await readInput({ ...options, memory });
      if (last === undefined || !isSameInput(last, input)) {
        if (last !== undefined) printMessage('the input has changed');
        await conclude(compileInput(input, { ...options, memory }, purpose, progress));
        endRun();
      }
      progress.done();
      last = input;
      files.endRun();
      // What has happened in a folder before it is followed is seen by reading again.
      if (watch.follow(files.folders)) continue;
      if (!end.isAsked()) await sleep(alarm, watch.isComplete() ? LOOK_MILLISECONDS : POLL_MILLISECONDS);
    }
    return 0;
  } finally {
    watch.close();
    end.forget();
  }
}

/** Sleeps until the input may have changed, and whoever changes it is ready. */
async function sleep(alarm: Alarm, milliseconds: number): Promise<void> {
  if (!(await alarm.sleep(milliseconds))) return;
  for (let waited = 0; waited < MOST_MILLISECONDS; waited += QUIET_MILLISECONDS) {
    if (!(await alarm.sleep(QUIET_MILLISECONDS))) return;
  }
}

/** Whether two readings give the same objects: then there is nothing to compile. */
function isSameInput(a: Input, b: Input): boolean {
  return (
    a.configuration === b.configuration &&
    a.configurationFile === b.configurationFile &&
    a.lock === b.lock &&
    isSameList(a.files, b.files) &&
    isSameList(a.expectations, b.expectations) &&
    JSON.stringify(a.reports) === JSON.stringify(b.reports)
  );
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Rings when the process is asked to end. */
function endBySignal(ring: () => void): { readonly isAsked: () => boolean; readonly forget: () => void } {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  let isAsked = false;
  const ask = (): void => {
    isAsked = true;
    ring();
  };
  for (const signal of signals) process.once(signal, ask);
  return {
    isAsked: () => isAsked,
    forget: () => {
      for (const signal of signals) process.off(signal, ask);
    },
  };
}
