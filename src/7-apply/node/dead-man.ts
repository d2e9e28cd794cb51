import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimCheckpoint, discardClaim, readCheckpoint } from './checkpoint.js';
import { restore } from './execute.js';

/** How often it looks whether it is still needed. */
const STEP_MILLISECONDS = 500;

/**
 * A program of its own: `node dead-man.js FOLDER ID MILLISECONDS`. It says `armed`, waits, and when the checkpoint ID is
 * still in FOLDER after that time, it goes back by it, and leaves what came of it in `rolled-back.json`.
 */
async function waitAndRollBack(folder: string, id: string, milliseconds: number): Promise<void> {
  process.stdout.write('armed\n');
  const end = performance.now() + milliseconds;
  const find = () => {
    const checkpoint = readCheckpoint(folder);
    return checkpoint?.id === id ? checkpoint : undefined;
  };
  for (let left = milliseconds; left > 0; left = end - performance.now()) {
    await sleep(Math.min(left, STEP_MILLISECONDS));
    if (!find()) return;
  }
  const checkpoint = find();
  const claim = checkpoint && claimCheckpoint(folder, checkpoint);
  if (!claim) return;
  const problems = await restore(checkpoint.access, checkpoint.restore);
  const record = { id, time: new Date().toISOString(), awaited: checkpoint.awaits, problems };
  writeFileSync(join(folder, 'rolled-back.json'), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  discardClaim(claim);
}

const [folder = '', id = '', milliseconds = ''] = process.argv.slice(2);
await waitAndRollBack(folder, id, Number(milliseconds));
