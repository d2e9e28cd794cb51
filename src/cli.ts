#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { printMessage } from './cli/print.js';
import { runProgram } from './cli/program.js';
import { watchStreams } from './cli/streams.js';
import { describeSystemError } from './std/system-error.js';

// Much code runs for a short time: where less of it is inlined, compiling it takes a tenth less of a large run.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');
// Six times as much of a function runs before it is optimized: of many functions too little is left by then to pay for it.
// That takes a twentieth off a large run, and a small one optimizes next to nothing either way.
setFlagsFromString('--interrupt-budget=400000');
// Threads that collect young objects together mostly wait for each other: one alone takes less time of the processors.
setFlagsFromString('--no-parallel-scavenge');
watchStreams();
process.exitCode = standsInFolder() ? await runProgram(process.argv) : 1;

/** Whether the folder that the command runs in is still there: every path starts from it. Says so where it is not. */
function standsInFolder(): boolean {
  try {
    return process.cwd() !== '';
  } catch (thrown) {
    printMessage(`the current folder cannot be read: ${describeSystemError(thrown)}`);
    return false;
  }
}
