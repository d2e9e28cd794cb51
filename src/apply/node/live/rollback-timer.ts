import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Checkpoint, acquireCheckpoint, readCheckpoint } from './checkpoint.js';
import { HostError } from './read.js';
import { rollBack } from './settle.js';

/** Interval of checks for the checkpoint, in milliseconds. */
const STEP_MILLISECONDS = 500;

/**
 * Runs as a separate program: `node rollback-timer.js FOLDER ID MILLISECONDS`. Prints `armed` and waits. If the
 * checkpoint ID is then still in FOLDER, rolls back to it and records the result in `rolled-back.json`.
 */
async function waitAndRollBack(folder: string, id: string, milliseconds: number): Promise<void> {
  process.stdout.write('armed\n');
  const end = performance.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - performance.now()) {
    await sleep(Math.min(left, STEP_MILLISECONDS));
    if (!find(folder, id)) return;
  }
  const checkpoint = find(folder, id);
  const acquired = typeof checkpoint === 'object' ? acquireCheckpoint(folder, checkpoint) : undefined;
  if (acquired) leaveRecord(folder, id, acquired.checkpoint.awaits, await rollBack(folder, acquired));
  else if (typeof checkpoint === 'string') leaveRecord(folder, id, 'completion', [checkpoint]);
}

/** Returns the checkpoint ID, undefined if it is missing, or an error message if it cannot be read. */
function find(folder: string, id: string): Checkpoint | string | undefined {
  try {
    const checkpoint = readCheckpoint(folder);
    return checkpoint?.id === id ? checkpoint : undefined;
  } catch (thrown) {
    if (thrown instanceof HostError) return thrown.message;
    throw thrown;
  }
}

function leaveRecord(folder: string, id: string, awaited: Checkpoint['awaits'], problems: readonly string[]): void {
  const record = { id, time: new Date().toISOString(), awaited, problems };
  writeFileSync(join(folder, 'rolled-back.json'), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

const [folder = '', id = '', milliseconds = ''] = process.argv.slice(2);
await waitAndRollBack(folder, id, Number(milliseconds));
