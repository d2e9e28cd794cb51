import type { Command } from 'commander';
import { FAIL_ON_TOPICS } from './run/topics.js';

/** A line of a section: a term, such as a command line, and its explanation. */
export type HelpRow = readonly [term: string, text: string];

/** Adds a section below the options in the help of a command: terms in one column, explanations in the next. */
export function addSection(command: Command, title: string, rows: readonly HelpRow[]): Command {
  return command.addHelpText('after', `\n${title}:\n${renderRows(rows)}`);
}

/** Adds examples to the help of a command. */
export function addExamples(command: Command, ...rows: readonly HelpRow[]): Command {
  return addSection(command, 'Examples', rows);
}

/** Adds the exit codes to the help of a command. `two`: the meaning of 2. */
export function addExitCodes(command: Command, two: string): Command {
  return command.addHelpText('after', `\nExit codes: 0 success, 1 error, 2 ${two}, 3 internal error.`);
}

/** Topics on a line of the help. */
const TOPICS_PER_LINE = 7;

/** Adds the topics of `--fail-on` to the help of a command. */
export function addTopics(command: Command): Command {
  const lines = Array.from({ length: Math.ceil(FAIL_ON_TOPICS.length / TOPICS_PER_LINE) }, (_, line) =>
    FAIL_ON_TOPICS.slice(line * TOPICS_PER_LINE, (line + 1) * TOPICS_PER_LINE).join(', '),
  );
  return command.addHelpText('after', `\nTopics of --fail-on:\n  ${lines.join(',\n  ')}`);
}

/** Renders rows with an indent of two. */
export function renderRows(rows: readonly HelpRow[]): string {
  const width = Math.max(...rows.map(([term]) => term.length));
  return rows.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`).join('\n');
}
