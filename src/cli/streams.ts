import { printMessage } from './print.js';
import { describeSystemError } from '../std/system-error.js';

/**
 * Makes a process outlive those who read its output. A reader that has left (`| head`) changes nothing; standard output
 * that cannot be written is reported on standard error, and then the exit code is 1.
 */
export function watchStreams(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    printMessage(`cannot write standard output: ${describeSystemError(error)}`);
    process.once('exit', () => (process.exitCode = 1));
  });
}
