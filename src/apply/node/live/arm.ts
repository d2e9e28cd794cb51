import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../../package-folder.js';
import type { Checkpoint } from './checkpoint.js';

/** Command of the timer's program, which survives this process. */
export const ROLLBACK_TIMER: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL('dist/rollback-timer.js', PACKAGE_FOLDER)),
];

/** The process ID of the timer, or the reason why it did not start. */
export type Armed = { readonly pid: number } | { readonly problem: string };

/**
 * Starts the timer that rolls back to a checkpoint if it still exists after some milliseconds, as a process of a
 * session of its own. Resolves once it runs.
 */
export function armTimer(
  command: readonly string[],
  folder: string,
  { id }: Checkpoint,
  milliseconds: number,
): Promise<Armed> {
  const [file = '', ...args] = command;
  const child = spawn(file, [...args, folder, id, String(milliseconds)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    const fail = (why: string): void => {
      resolve({ problem: `the rollback timer did not start (${why}): nothing was changed` });
    };
    child.once('error', ({ message }) => {
      fail(message);
    });
    child.once('exit', (code) => {
      fail(`exit ${code ?? -1}`);
    });
    child.stdout.once('data', () => {
      child.stdout.destroy();
      child.unref();
      resolve({ pid: child.pid ?? 0 });
    });
  });
}
