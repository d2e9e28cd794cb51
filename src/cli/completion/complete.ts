import type { Argument, Command, Option } from 'commander';

/** Possible continuations of a command line. */
export interface Completion {
  readonly words: readonly string[];
  /** If true, a file or folder name is possible. */
  readonly takesFiles: boolean;
}

/** Returns the names for a placeholder such as `zone` or `kind`, or undefined if it has no list of names. */
export type NamesOf = (placeholder: string, line: CommandLine) => Promise<readonly string[] | undefined>;

/** The parsed command line before the completed word. */
export interface CommandLine {
  /** Values of -C, in their order. */
  readonly folders: readonly string[];
  /** Arguments of the command so far. */
  readonly given: readonly string[];
  /** The typed part of the word. */
  readonly current: string;
}

/** Placeholders of values that are files or folders. */
const FILES = ['file', 'files', 'folder', 'path'];

/** Returns the possible values of the last word after the program name, by the registered commands and options. */
export async function completeWords(program: Command, words: readonly string[], namesOf: NamesOf): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const { command, awaited, line, endsOptions } = readLine(program, words.slice(0, -1), current);
  const found = awaited
    ? await completeValue(awaited, line, namesOf)
    : current.startsWith('-') && !endsOptions
      ? { words: flagsOf(command, program), takesFiles: false }
      : await completeArgument(command, line, namesOf);
  return { ...found, words: found.words.filter((word) => word.startsWith(current)) };
}

interface ReadLine {
  readonly command: Command;
  /** The option whose value is the next word. */
  readonly awaited: Option | undefined;
  readonly line: CommandLine;
  readonly endsOptions: boolean;
}

function readLine(program: Command, words: readonly string[], current: string): ReadLine {
  let command = program;
  let awaited: Option | undefined;
  let endsOptions = false;
  const folders: string[] = [];
  const given: string[] = [];
  for (const word of words) {
    if (awaited) {
      if (awaited.short === '-C') folders.push(word);
      awaited = undefined;
    } else if (word === '--') endsOptions = true;
    else if (word.startsWith('-') && !endsOptions) awaited = findAwaited(optionsOf(command, program), word);
    else {
      const below = given.length === 0 ? command.commands.find((one) => one.name() === word) : undefined;
      if (below) command = below;
      else given.push(word);
    }
  }
  return { command, awaited, line: { folders, given, current }, endsOptions };
}

/** Returns the option with this name if its value is the next word. */
function findAwaited(options: readonly Option[], word: string): Option | undefined {
  const option = options.find((one) => one.long === word || one.short === word);
  return option?.required === true ? option : undefined;
}

function completeValue(option: Option, line: CommandLine, namesOf: NamesOf): Promise<Completion> {
  const [, placeholder = ''] = /<([^>.]+)/.exec(option.flags) ?? [];
  return completeNames(option.argChoices, placeholder, line, namesOf);
}

async function completeArgument(command: Command, line: CommandLine, namesOf: NamesOf): Promise<Completion> {
  const below = command.commands.filter((one) => !isHidden(one)).map((one) => one.name());
  if (below.length > 0) return { words: line.given.length === 0 ? below : [], takesFiles: false };
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const argument: Argument | undefined = registeredArguments[line.given.length] ?? (last?.variadic ? last : undefined);
  if (!argument) return { words: [], takesFiles: false };
  return completeNames(argument.argChoices, argument.name(), line, namesOf);
}

async function completeNames(
  choices: readonly string[] | undefined,
  placeholder: string,
  line: CommandLine,
  namesOf: NamesOf,
): Promise<Completion> {
  const words = choices ?? (await namesOf(placeholder, line));
  return { words: words ?? [], takesFiles: words === undefined && FILES.includes(placeholder) };
}

function flagsOf(command: Command, program: Command): string[] {
  const own = optionsOf(command, program).filter(({ hidden }) => !hidden);
  return [...own.flatMap(({ long }) => long ?? []), '--help'];
}

/**
 * Returns the options of a command, with those of the command that it is the default of. Commander keeps this name
 * private.
 */
function optionsOf(command: Command, program: Command): Option[] {
  const name = '_defaultCommandName' in command ? command._defaultCommandName : undefined;
  const standard = command.commands.find((one) => one.name() === name);
  return [...command.options, ...(standard?.options ?? []), ...program.options];
}

/** Returns true if a command is hidden. Commander keeps the property private. */
function isHidden(command: Command): boolean {
  return '_hidden' in command && command._hidden === true;
}
