import { printMessage } from './print.js';
import { describeSystemError } from '../../std/system-error.js';

/**
 * Keeps the process running after the readers of its output exit. A closed pipe (`| head`) has no effect. If standard
 * output cannot be written, reports this on standard error and sets exit code 1.
 */
export function watchStreams(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    printMessage(`cannot write standard output: ${describeSystemError(error)}`);
    process.once('exit', () => (process.exitCode = 1));
  });
}
