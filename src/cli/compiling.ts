import { type Command, InvalidArgumentError, Option } from 'commander';
import type { InputOptions } from './commands/input.js';
import { folderOf, repositoryOf, resolvePath, resolvePaths } from './folder.js';
import { todayOption } from './parse-date.js';
import { printMessage } from './print.js';
import type { Registrar } from './registrar.js';
import { watchOption } from './watch-option.js';

/** How findings, and the answers of `weir expect`, may be written. */
const FORMATS = ['text', 'json', 'github', 'sarif', 'junit', 'codeclimate'];

/** The options of `weir compile`, as commander parses them. */
interface Flags {
  readonly config?: string;
  readonly rev?: string;
  readonly out?: string;
  readonly check?: boolean;
  readonly locked?: boolean;
  readonly transactions?: boolean;
  readonly policy?: boolean;
  readonly format: string;
  readonly strict?: boolean;
  readonly watch?: boolean;
  readonly cache: boolean;
  readonly maxFindings?: number;
  readonly allowEmpty?: boolean;
  readonly today?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
}

interface ExpectFlags extends Pick<Flags, 'config' | 'rev' | 'format' | 'watch'> {
  readonly suggest?: boolean;
}

/** `compile`, `check`, `expect` and `schema`: what is wanted, checked and written. */
export const registerCompiling: Registrar = (program, done) => {
  addInputCommand(program, 'compile', 'compile a folder (default: .), a file, a glob, or - for standard input')
    .option('-o, --out <folder>', 'where the artefacts go; by default `output` of weir.yaml: rendered')
    .option('--transactions', 'write the rows of each zone as a transaction for an empty database, too')
    .addOption(
      new Option(
        '--policy',
        'write weir.policy.json (or --out FILE) instead: what is asked for whatever pods there are',
      ).conflicts('watch'),
    )
    .option('--check', 'write nothing; exit code 2 when the folder, or the policy, is not up to date')
    .option('--locked', 'write nothing, exit code 2, when an assignment in weir.lock.yaml would change')
    .action(async (path: string | undefined, given: Flags) => {
      const flags = { ...resolvePaths(program, given, 'config', 'out', 'baseline'), ...selectInput(program, path) };
      const { check = false, locked = false, strict = false } = flags;
      const options = { ...flags, check, locked, strict };
      const { compileCommand } =
        given.policy === true
          ? { compileCommand: (await import('./commands/policy.js')).compilePolicyCommand }
          : await import('./commands/compile.js');
      done(refusesStream(flags) ? 1 : await compileCommand(options));
    });
  addInputCommand(program, 'check', 'print every finding about the input and write nothing')
    .addOption(
      new Option('--write-baseline <file>', 'write the current findings to this file and suppress them').conflicts([
        'baseline',
        'watch',
      ]),
    )
    .action(async (path: string | undefined, flags: Flags) => {
      const { checkCommand } = await import('./commands/check.js');
      const { strict = false, ...rest } = resolvePaths(program, flags, 'config', 'baseline', 'writeBaseline');
      const given = { ...rest, ...selectInput(program, path) };
      done(refusesStream(given) ? 1 : await checkCommand({ ...given, strict }));
    });
  program
    .command('fix [path]')
    .description('show how findings that take no decision are mended, as a diff; exit code 2 where there are any')
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--write', 'mend the files')
    .action(async (path: string | undefined, given: { readonly config?: string; readonly write?: boolean }) => {
      const { fixCommand } = await import('./commands/fix.js');
      const flags = { ...resolvePaths(program, given, 'config'), ...selectInput(program, path) };
      done(await fixCommand(flags));
    });
  program
    .command('expect')
    .description('say which expectations of the repository hold; exit code 2 where one does not')
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--rev <revision>', 'read this git revision instead of the work tree')
    .addOption(new Option('-f, --format <format>', 'how the answer is written').choices(FORMATS).default('text'))
    .addOption(watchOption(['rev', 'suggest']))
    .option('--suggest', 'print a first file instead: what holds today, for each namespace')
    .action(async ({ suggest = false, ...given }: ExpectFlags) => {
      const flags = { ...resolvePaths(program, given, 'config'), path: repositoryOf(program) };
      if (suggest) {
        const { suggestCommand } = await import('./commands/expect/suggest.js');
        done(await suggestCommand(flags));
      } else {
        const { expectCommand } = await import('./commands/expect/expect.js');
        done(await expectCommand(flags));
      }
    });
  program
    .command('schema [kind]')
    .description(
      'print the JSON Schema of weir.yaml, of expectations, or of a kind such as EgressFirewall, for editors',
    )
    .action(async (kind: string | undefined) => {
      const { schemaCommand } = await import('./commands/schema.js');
      done(schemaCommand(kind));
    });
};

/** The folder, file, glob or stream that is read, and where weir.yaml is unless a folder is read. */
function selectInput(program: Command, path: string | undefined): Pick<InputOptions, 'path' | 'folder'> {
  const folder = repositoryOf(program);
  return path === undefined ? { path: folder } : { path: resolvePath(folderOf(program), path), folder };
}

/** A command that reads a repository: what `compile` and `check` have in common. */
function addInputCommand(program: Command, name: string, description: string): Command {
  return program
    .command(`${name} [path]`)
    .description(description)
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--rev <revision>', 'read this git revision instead of the work tree')
    .addOption(new Option('-f, --format <format>', 'how findings are written').choices(FORMATS).default('text'))
    .option(
      '--max-findings <number>',
      'maximum number of findings to print, the most severe ones (0: all; default: 1000, and 25 groups for check on a terminal)',
      parseCount,
    )
    .option('--baseline <file>', 'suppress the findings in this file')
    .option('--allow-empty', 'only warn when there is no resource, or the lock would lose all entries')
    .addOption(
      todayOption('report certificates that expire within 30 days of this date, and comments that no longer hold'),
    )
    .addOption(watchOption(['rev', 'check', 'policy', 'baseline', 'writeBaseline']))
    .option('--no-cache', 'neither use nor keep what is known from earlier runs in .weir-cache')
    .option('--strict', 'fail (exit code 1) also for parts that the live controllers would refuse');
}

/** Whether something cannot be followed; a message says so. */
function refusesStream({ path, watch }: { readonly path: string; readonly watch?: boolean }): boolean {
  const refuses = watch === true && path === '-';
  if (refuses) printMessage('--watch follows files: standard input is read once');
  return refuses;
}

function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('write a whole number, 0 for all.');
  return Number(text);
}
