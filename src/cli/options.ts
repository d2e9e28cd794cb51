import { type Command, InvalidArgumentError, Option } from 'commander';
import { FLOW_FORMATS, type FlowFormat } from '../observed/flow-format.js';
import { isDate } from '../std/is-date.js';
import { parseTime } from './commands/parse-time.js';

/** Adds `--config`. */
export function addConfiguration(command: Command): Command {
  return command.option('-c, --config <file>', 'Configuration file (default: weir.yaml)');
}

/** Adds `--config` and `--rev`, for a command that reads a repository. */
export function addRepository(command: Command): Command {
  return addConfiguration(command).option('--rev <revision>', 'Read a git revision instead of the working tree');
}

/** Adds `--kubeconfig` and `--context`. */
export function addClusterAccess(command: Command): Command {
  return command
    .option('--kubeconfig <file>', 'Kubeconfig file (default: as kubectl, or service account)')
    .option('--context <name>', 'Kubeconfig context (default: the current one)');
}

/** Creates `--format`. The first format is the default. */
export function formatOption(formats: readonly string[]): Option {
  return new Option('-f, --format <format>', 'Output format').choices(formats).default(formats[0]);
}

/** Creates `--inventory`. */
export function inventoryOption(): Option {
  return new Option('--inventory <path>', 'Inventory to use instead of that in weir.yaml');
}

/** Creates `--namespace`. Its value is the list of all globs. */
export function namespacesOption(): Option {
  return new Option('-n, --namespace <namespace>', 'Namespaces (glob, repeatable)')
    .argParser((glob: string, earlier: readonly string[]) => [...earlier, glob])
    .default([], 'all');
}

/** Creates `--fix`, for a query whose answer can be a dropped or allowed packet. */
export function fixOption(conflicts: string[]): Option {
  return new Option('--fix', 'Propose the smallest edits that fix it').conflicts(conflicts);
}

/** Creates `--no-cache`. */
export function cacheOption(): Option {
  return new Option('--no-cache', 'Do not use the cache (.weir-cache)');
}

/** Creates `--write`, for a command that only shows its changes without it. */
export function writeOption(): Option {
  return new Option('--write', 'Write the changes');
}

/** Creates `--watch`, which excludes the options named in `conflicts`. */
export function watchOption(conflicts: string[]): Option {
  return new Option('--watch', 'Run again when the input changes').conflicts(conflicts);
}

/** Creates `--today`. Weir reads no clock, so nothing expires without it. */
export function todayOption(): Option {
  return dateOption('--today', 'Evaluate expiry dates as of <date> (YYYY-MM-DD)');
}

/** Creates an option whose value is a day. */
export function dateOption(flag: `--${string}`, description: string): Option {
  return new Option(`${flag} <date>`, description).argParser(parseDate);
}

/** Creates `--at`, which reads the input of an earlier time. */
export function timeOption(): Option {
  return new Option('--at <time>', 'Read the revision of a time (ISO 8601, or a date)').argParser(checkTime);
}

/** Creates `--fail-on`. */
export function failOnOption(): Option {
  return new Option('--fail-on <topics>', 'Fail only on changes of these topics (opened,closed,…)');
}

function checkTime(text: string): string {
  if (parseTime(text) !== undefined) return text;
  throw new InvalidArgumentError('expected a time such as 2026-03-18T09:30:00Z, or a date such as 2026-03-18.');
}

/**
 * Adds `--flows` and `--flows-format`, for a command that reads observed flows. The options named in `conflicts` exclude
 * them.
 */
export function addFlowsOptions(command: Command, conflicts: string[] = []): Command {
  return command
    .addOption(
      new Option('--flows <file>', 'Observed flows, - for standard input (repeatable)')
        .argParser((file: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), file])
        .conflicts(conflicts),
    )
    .addOption(
      new Option('--flows-format <format>', 'Format of observed flows (default: detected)').choices(FLOW_FORMATS),
    );
}

/** Options that `addFlowsOptions` adds, as commander parses them. */
export interface FlowsFlags {
  readonly flows?: readonly string[];
  readonly flowsFormat?: FlowFormat;
}

function parseDate(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('expected a date as YYYY-MM-DD.');
  return text;
}
