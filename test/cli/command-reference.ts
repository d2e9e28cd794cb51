import type { Command, Option } from 'commander';
import { COMMAND_GROUPS } from '../../src/cli/overview.js';
import { createProgram } from '../../src/cli/program.js';
import { groupBy } from '../../src/std/group-by.js';

/** A command and the words that call it. */
export interface Listed {
  readonly words: readonly string[];
  readonly command: Command;
}

/** The program itself and all of its commands. */
export const ALL_COMMANDS = listCommands({ words: [], command: createProgram(() => undefined) });

/** Those that print their own help: commands of `fleet` print the help of the command that they run. */
export const COMMANDS = ALL_COMMANDS.filter(({ words: [first, second] }) => first !== 'fleet' || !second);

function listCommands({ words, command }: Listed): Listed[] {
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
  return [{ words, command }, ...below.flatMap((one) => listCommands({ words: [...words, one.name()], command: one }))];
}

/** An option of a command. */
interface Use {
  readonly option: Option;
  readonly words: readonly string[];
}

const ALL_USES: readonly Use[] = COMMANDS.flatMap(({ command, words }) =>
  command.options.filter(({ hidden }) => !hidden).map((option) => ({ option, words })),
);

/** The options of all commands by their long names. */
export const OPTIONS = groupBy(ALL_USES, ({ option }) => option.long ?? '');

/** The same by everything that the reference says of them. */
const USES = groupBy(ALL_USES, ({ option }) => keyOf(option));

/** Options of at least this many commands are described once, below the commands. */
const SHARED = 3;

/** Renders the command reference: commands by group with their own options, then the options of several commands. */
export function renderReference(): string {
  const groups = Object.entries(COMMAND_GROUPS).map(([group, names]) => {
    const own = names.flatMap((name) => COMMANDS.filter(({ words: [first] }) => first === name));
    return [`### ${group}`, '', '```text', ...own.flatMap(renderCommand), '```', ''].join('\n');
  });
  const shared = [...USES.values()].filter(({ length }) => length >= SHARED).flatMap(renderShared);
  return ['', ...groups, '### Options of several commands', '', '```text', ...shared, '```', ''].join('\n');
}

function renderCommand({ words, command }: Listed): string[] {
  if (command.commands.length > 0) return [];
  const operands = command.registeredArguments.map((one) => {
    const text = one.variadic ? `${one.name()}...` : one.name();
    return one.required ? `<${text}>` : `[${text}]`;
  });
  const own = ALL_USES.filter((use) => use.words === words && (USES.get(keyOf(use.option))?.length ?? 0) < SHARED);
  return [
    renderRow(['weir', ...words, ...operands].join(' '), command.description()),
    ...own.map(({ option }) => renderRow(`    ${option.flags}`, describe(option))),
  ];
}

function renderShared(uses: readonly Use[]): string[] {
  const [first] = uses;
  if (!first) return [];
  const commands = new Set(uses.map(({ words: [name] }) => name));
  return [renderRow(first.option.flags, describe(first.option)), `    ${[...commands].join(', ')}`];
}

function describe({ description, argChoices }: Option): string {
  return argChoices === undefined ? description : `${description} (${argChoices.join(', ')})`;
}

function keyOf(option: Option): string {
  return `${option.flags} ${describe(option)}`;
}

/** Columns of the terms, and of a line. */
const [TERM, LINE] = [36, 100];

/** Renders a term and its description, which is on the next line if both are too long for one. */
function renderRow(term: string, description: string): string {
  const isLong = term.length >= TERM || TERM + description.length > LINE;
  return isLong ? `${term}\n        ${description}` : term.padEnd(TERM) + description;
}
