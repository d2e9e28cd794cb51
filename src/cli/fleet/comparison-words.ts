import { Command, CommanderError } from 'commander';
import { isWrittenAsFolder } from '../run/diff-input.js';
import { registerComparing } from '../comparing.js';

/** The parsed arguments of a command that compares two states. */
export interface ComparisonWords {
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** Value of `--fail-on`. */
  readonly failOn: string | undefined;
  /** If true, `--dry-run` is set. */
  readonly dryRun: boolean;
  /** If true, `--upgrade` is set. Then both sides are `base`, or the working tree. */
  readonly isUpgrade: boolean;
  /**
   * Returns the arguments for the cluster in `place`, relative to the folder of the fleet. Folders are those of the
   * cluster.
   */
  readonly wordsFor: (place: string) => readonly string[];
}

interface ComparisonFlags {
  readonly failOn?: string;
  readonly dryRun?: boolean;
  readonly upgrade?: string;
}

/**
 * Parses the arguments of a comparing command. Returns undefined for other commands, and for invalid arguments, which
 * the command itself reports.
 */
export function parseComparison(verb: string, words: readonly string[]): ComparisonWords | undefined {
  const program = new Command().exitOverride().configureOutput({ outputError: () => undefined });
  registerComparing(program, () => undefined);
  const command = program.commands.find((one) => one.name() === verb);
  if (!command) return undefined;
  try {
    command.parseOptions([...words]);
  } catch (error) {
    if (error instanceof CommanderError) return undefined;
    throw error;
  }
  const [base, head] = findOperands(command, words);
  const named = [base, head].flatMap((at) => at ?? []);
  const { failOn, dryRun = false, upgrade } = command.opts<ComparisonFlags>();
  return {
    base: base === undefined ? undefined : words[base],
    head: head === undefined ? undefined : words[head],
    failOn,
    dryRun,
    isUpgrade: upgrade !== undefined,
    wordsFor: (place) =>
      words.map((word, at) => (named.includes(at) && isWrittenAsFolder(word) ? `${word}/${place}` : word)),
  };
}

/** Returns the indexes of arguments that are neither options nor their values. */
function findOperands(command: Command, words: readonly string[]): number[] {
  const operands: number[] = [];
  for (let at = 0, onlyOperands = false; at < words.length; at++) {
    const word = words[at] ?? '';
    if (onlyOperands || !word.startsWith('-')) operands.push(at);
    else if (word === '--') onlyOperands = true;
    else if (command.options.some((option) => option.required && [option.short, option.long].includes(word))) at++;
  }
  return operands;
}
