import type { Command } from 'commander';

/** Adds commands to the program. `done` takes the exit code of the one that ran. Commands load what they need when they run. */
export type Registrar = (program: Command, done: (exitCode: number) => void) => void;
