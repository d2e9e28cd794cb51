// Measures what is remembered: from one process to the next, and by a process that stays.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLI, ROUNDS, compare, compiling, median, processorOf, run } from './measure.mjs';

/** A run on what has just been compiled, against a first one. The first of all writes the lock, which the second one reads. */
export function compareAgain(folder) {
  const again = [CLI, 'compile', folder];
  const prepare = () => {
    run(again);
    run(again);
    return again;
  };
  return compare(prepare, compiling(folder));
}

/** A run after one file has changed since the last one, against a first compilation. */
export function compareChanged(folder, file, edit) {
  const again = [CLI, 'compile', folder];
  const text = readFileSync(file, 'utf8');
  let round = 0;
  const prepare = () => {
    run(again);
    run(again);
    writeFileSync(file, edit(text, round++));
    return again;
  };
  try {
    return compare(prepare, compiling(folder));
  } finally {
    writeFileSync(file, text);
  }
}

/** A question about an object, each time another one, about what has been compiled, against a first compilation. */
export function compareQuestion(folder, questions) {
  let round = 0;
  const prepare = () => {
    run([CLI, 'compile', folder]);
    run([CLI, 'compile', folder]);
    return [CLI, 'explain', '-C', folder, ...questions[round++ % questions.length]];
  };
  return compare(prepare, compiling(folder));
}

/** The processor time of a process that stays, for the change of one file, against that of an empty program. */
export async function compareResident(folder, file, edit) {
  spawnSync(process.execPath, [CLI, 'compile', folder], { stdio: 'ignore' });
  const child = spawn(process.execPath, [CLI, 'compile', folder, '--watch'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let done = 0;
  const text = readFileSync(file, 'utf8');
  try {
    const answered = async (count) => {
      while (done < count) await sleep(20);
    };
    child.stdout.on('data', (chunk) => (done += chunk.toString().split('findings ').length - 1));
    const measured = [];
    await answered(1);
    for (let round = 0; round < ROUNDS + 2; round++) {
      await sleep(1000);
      const [before, count] = [processorOf(child.pid), done];
      writeFileSync(file, edit(text, round));
      await answered(count + 1);
      measured.push((processorOf(child.pid) - before) / run(['-e', '0']).processor);
    }
    // The first ones are still being compiled by the engine.
    return median(measured.slice(2));
  } finally {
    writeFileSync(file, text);
    child.kill();
  }
}
