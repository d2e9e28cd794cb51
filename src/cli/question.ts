import { type Command, Option } from 'commander';

/** Options of a command that answers a question about the input. */
export interface Question {
  readonly config?: string;
  readonly rev?: string;
  readonly format: string;
}

/** A command that answers a question about the input: its description, and what every question can be told. */
export function addQuestion(command: Command, description: string, formats = ['text', 'json']): Command {
  return command
    .description(description)
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--rev <revision>', 'read this git revision instead of the work tree')
    .addOption(new Option('-f, --format <format>', 'how the answer is written').choices(formats).default('text'));
}
