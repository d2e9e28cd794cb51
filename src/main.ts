import { printMessage } from './cli/print.js';
import { runProgram } from './cli/program.js';
import { watchStreams } from './cli/streams.js';
import { describeSystemError } from './std/system-error.js';

/** Runs the command that the arguments of the process ask for, and gives its exit code. */
export async function main(): Promise<number> {
  watchStreams();
  return standsInFolder() ? runProgram(process.argv) : 1;
}

/** Whether the folder that the command runs in is still there: every path starts from it. Says so where it is not. */
function standsInFolder(): boolean {
  try {
    return process.cwd() !== '';
  } catch (thrown) {
    printMessage(`the current folder cannot be read: ${describeSystemError(thrown)}`);
    return false;
  }
}
