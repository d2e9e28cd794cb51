import { printMessage } from './cli/process/print.js';
import { runProgram } from './cli/program.js';
import { watchStreams } from './cli/process/streams.js';
import { describeSystemError } from './std/system-error.js';

/** Runs the command in the arguments of the process. Returns its exit code. */
export async function main(): Promise<number> {
  watchStreams();
  return standsInFolder() ? runProgram(process.argv) : 1;
}

/** Returns true if the current folder exists, which all paths are relative to. Otherwise prints an error. */
function standsInFolder(): boolean {
  try {
    return process.cwd() !== '';
  } catch (thrown) {
    printMessage(`the current folder cannot be read: ${describeSystemError(thrown)}`);
    return false;
  }
}
