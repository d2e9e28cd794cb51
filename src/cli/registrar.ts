import type { Command } from 'commander';

/**
 * Adds commands to the program. `done` receives the exit code of the command that ran. Commands load their code when
 * they run.
 */
export type Registrar = (program: Command, done: (exitCode: number) => void) => void;
