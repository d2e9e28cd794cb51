import { setTimeout as delay } from 'node:timers/promises';
import { createEngine } from '../../engine/engine.js';
import type { Purpose } from '../../model/purpose.js';
import { type Alarm, createAlarm } from '../../std/alarm.js';
import { printMessage } from '../process/print.js';
import { followFiles } from './followed-files.js';
import { readInput } from './input.js';
import { type ProgressReporter, showProgress } from './progress.js';
import type { InputMemory } from './reader.js';
import { createRevisionMemory } from './revision-memory.js';
import { type Run, type RunOptions, compileInput } from './run.js';
import { isSameInput } from './same-input.js';
import { endBySignal } from '../process/end-by-signal.js';
import { isSelfChecked } from '../process/self-check.js';

/** Debounce interval for file events in milliseconds, and its upper bound. */
const QUIET_MILLISECONDS = 10;
const MAX_MILLISECONDS = 500;

/**
 * Compiles for a purpose, and compiles again when the input changes, see `watchInput`. `conclude` is called with each
 * run.
 */
export function watchRuns(
  options: RunOptions,
  purpose: Purpose,
  conclude: (run: Run) => Promise<unknown>,
): Promise<number> {
  return watchInput({
    read: (memory) => readInput({ ...options, memory }),
    isSame: isSameInput,
    answer: (input, memory, progress) => conclude(compileInput(input, { ...options, memory }, purpose, progress)),
  });
}

/** The steps of a command in watch mode. */
export interface Following<Read> {
  readonly read: (memory: InputMemory) => Promise<Read>;
  /** Returns true if two inputs are equal, so that no new result is needed. */
  readonly isSame: (a: Read, b: Read) => boolean;
  /** Called with the first input, and after each change. */
  readonly answer: (read: Read, memory: InputMemory, progress: ProgressReporter) => unknown;
  /** Number of inputs that each reading compiles one after the other. Default: 1. */
  readonly inputs?: number;
}

/**
 * Reads and processes the input, and repeats this when a file changes, until SIGINT or SIGTERM. Returns exit code 0.
 * Cached results never change findings or output.
 */
export async function watchInput<Read>({ read, isSame, answer, inputs }: Following<Read>): Promise<number> {
  const alarm = createAlarm();
  const end = endBySignal(alarm.ring);
  const files = followFiles(alarm.ring);
  const engine = createEngine({ results: inputs ?? 1, isChecked: isSelfChecked() });
  const memory = { engine, files: files.memory, revisions: createRevisionMemory() };
  let last: { readonly read: Read } | undefined;
  try {
    while (!end.isAsked()) {
      const progress = showProgress();
      files.begin([]);
      const now = await read(memory);
      if (!last || !isSame(last.read, now)) {
        if (last) printMessage('input changed');
        await answer(now, memory, progress);
        engine.endRound();
      }
      progress.done();
      last = { read: now };
      if (!files.end()) continue;
      if (end.isAsked()) continue;
      await sleep(alarm, files.timeToLook());
    }
    return 0;
  } finally {
    files.close();
    end.forget();
  }
}

/**
 * Sleeps until the input may have changed and its writer has finished. Waits for all pending events of the operating
 * system, so that one reading covers them.
 */
async function sleep(alarm: Alarm, milliseconds: number): Promise<void> {
  if (!(await alarm.sleep(milliseconds))) return;
  for (let waited = 0; waited < MAX_MILLISECONDS; waited += QUIET_MILLISECONDS) {
    await delay(QUIET_MILLISECONDS);
    if (!alarm.isRung()) return;
  }
}
