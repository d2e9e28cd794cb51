import { setTimeout as delay } from 'node:timers/promises';
import { createEvictingMemo } from '../../model/memo.js';
import type { Purpose } from '../../model/purpose.js';
import { createFileMemory } from '../../sources/file-memory.js';
import { watchFolders } from '../../sources/watch-folders.js';
import { type Alarm, createAlarm } from '../../std/alarm.js';
import { printMessage } from '../print.js';
import { type Input, readInput } from './input.js';
import { type Progress, showProgress } from './progress.js';
import type { InputMemory } from './reader.js';
import { type Run, type RunOptions, compileInput } from './run.js';
import { isSameInput } from './same-input.js';

/** Who writes several files, or one in pieces, is waited for: until nothing has happened for so long, but not forever. */
const QUIET_MILLISECONDS = 10;
const MAX_MILLISECONDS = 500;
/** How often all files are looked at, whatever events tell: some file systems, and links to other places, give none. */
const LOOK_MILLISECONDS = 30_000;
/** The same where the operating system does not follow a folder. */
const POLL_MILLISECONDS = 1000;

/** Compilations of a command that stays. */
export interface FollowedRuns {
  readonly options: RunOptions;
  readonly purpose: Purpose;
  /** Answers a change of the input for which no run is needed; else it does nothing, and gives false. */
  readonly amend?: (input: Input, memory: InputMemory) => boolean;
  /** Is called with the first run and with each other that is needed. */
  readonly conclude: (run: Run, input: Input) => Promise<unknown>;
}

/** Compiles, and compiles again whenever the input changes; as `follow`. */
export function watchRuns({ options, purpose, amend, conclude }: FollowedRuns): Promise<number> {
  return follow({
    read: (memory) => readInput({ ...options, memory }),
    isSame: isSameInput,
    answer: async (input, memory, progress) => {
      if (amend?.(input, memory) === true) return false;
      return conclude(compileInput(input, { ...options, memory }, purpose, progress), input);
    },
  });
}

/** What a command that stays does again and again. */
export interface Following<Read> {
  readonly read: (memory: InputMemory) => Promise<Read>;
  /** Whether there is nothing new to answer. */
  readonly isSame: (a: Read, b: Read) => boolean;
  /**
   * Is called with what is read first, and after each change of it. Gives false where it has not asked for all that the next
   * answer may have a use for: then nothing of it is forgotten.
   */
  readonly answer: (read: Read, memory: InputMemory, progress: Progress) => unknown;
  /** How many inputs each reading has that are compiled one after the other; by default one. */
  readonly inputs?: number;
}

/**
 * Reads and answers, and does it again whenever a file changes, until SIGINT or SIGTERM; gives exit code 0. What is known
 * from earlier runs changes nothing in what is found and made.
 */
export async function follow<Read>({ read, isSame, answer, inputs }: Following<Read>): Promise<number> {
  const alarm = createAlarm();
  const end = endBySignal(alarm.ring);
  const watch = watchFolders(alarm.ring);
  const { memo, endRun } = createEvictingMemo(undefined, inputs);
  const files = createFileMemory();
  const memory = { memo, files };
  let last: { readonly read: Read } | undefined;
  let isKnown = false;
  let nextLook = 0;
  try {
    while (!end.isAsked()) {
      const progress = showProgress();
      const changes = watch.take();
      const areFollowed = isKnown && Date.now() < nextLook;
      if (!areFollowed) nextLook = Date.now() + LOOK_MILLISECONDS;
      files.beginRun(areFollowed ? changes : undefined);
      const now = await read(memory);
      if (!last || !isSame(last.read, now)) {
        if (last) printMessage('input changed');
        if ((await answer(now, memory, progress)) !== false) endRun();
      }
      progress.done();
      last = { read: now };
      files.endRun();
      // What has happened in a folder before it is followed is seen by reading again.
      isKnown = !watch.follow(files.folders);
      if (!isKnown) continue;
      if (end.isAsked()) continue;
      await sleep(alarm, watch.isComplete() ? Math.max(0, nextLook - Date.now()) : POLL_MILLISECONDS);
    }
    return 0;
  } finally {
    watch.close();
    end.forget();
  }
}

/**
 * Sleeps until the input may have changed, and whoever changes it is ready. Each wait is one for all events that the operating
 * system has: what reads meanwhile knows those that come together.
 */
async function sleep(alarm: Alarm, milliseconds: number): Promise<void> {
  if (!(await alarm.sleep(milliseconds))) return;
  for (let waited = 0; waited < MAX_MILLISECONDS; waited += QUIET_MILLISECONDS) {
    await delay(QUIET_MILLISECONDS);
    if (!alarm.isRung()) return;
  }
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
