import type { Command } from 'commander';
import { addRepository, formatOption } from './options.js';

/** Options of a command that queries the input. */
export interface QueryOptions {
  readonly config?: string;
  readonly rev?: string;
  readonly format: string;
}

/** Adds a description and the options of all queries to a command. The first format is the default. */
export function addQueryCommand(command: Command, description: string, formats = ['text', 'json']): Command {
  return addRepository(command.description(description)).addOption(formatOption(formats));
}
