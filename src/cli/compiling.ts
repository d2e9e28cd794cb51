import { type Command, InvalidArgumentError, Option } from 'commander';
import type { InputOptions } from './run/input.js';
import { folderOf, repositoryOf, resolveFlows, resolvePath, resolvePaths } from './process/folder.js';
import { addExamples, addExitCodes } from './help-sections.js';
import {
  type FlowsFlags,
  addConfiguration,
  addFlowsOptions,
  addRepository,
  cacheOption,
  fixOption,
  formatOption,
  todayOption,
  watchOption,
  writeOption,
} from './options.js';
import { printMessage } from './process/print.js';
import { type QueryOptions, addQueryCommand } from './query.js';
import type { Registrar } from './registrar.js';

/** Output formats of findings and of `weir expect`. */
const FORMATS = ['text', 'json', 'github', 'sarif', 'junit', 'codeclimate'];

/** Options of `weir compile` without rows, or with incremental runs. */
const PROVE_CONFLICTS = ['policy', 'watch'];

/** The options of `weir compile`, as commander parses them. */
interface Flags {
  readonly config?: string;
  readonly rev?: string;
  readonly out?: string;
  readonly check?: boolean;
  readonly locked?: boolean;
  readonly prove?: boolean;
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

interface ExpectFlags extends Pick<Flags, 'config' | 'rev' | 'format' | 'watch'>, FlowsFlags {
  readonly suggest?: boolean;
  readonly fix?: boolean;
}

/** Registers `compile`, `check`, `fix`, `expect`, `prove` and `schema`. */
export const registerCompiling: Registrar = (program, done) => {
  registerCompile(program, done);
  registerCheck(program, done);
  registerFix(program, done);
  registerExpect(program, done);
  registerProve(program, done);
  program
    .command('schema')
    .description('Print a JSON Schema for editors')
    .argument('[kind]', 'expectations, fleet, or a kind such as EgressFirewall (default: weir.yaml)')
    .action(async (kind: string | undefined) => {
      const { schemaCommand } = await import('./commands/schema.js');
      done(schemaCommand(kind, repositoryOf(program)));
    });
};

const registerCompile: Registrar = (program, done) => {
  const command = addInputCommand(program, 'compile', 'Compile resources and inventory into artefacts')
    .option('-o, --out <folder>', 'Output folder (default: rendered)')
    .option('--transactions', 'Also write each zone as an OVSDB transaction')
    .addOption(new Option('--policy', 'Write the policy bundle instead of artefacts').conflicts('watch'))
    .option('--check', 'Fail if the output is not up to date')
    .option('--locked', 'Fail if weir.lock.yaml would change')
    .addOption(
      new Option('--prove', 'Fail if rows treat packets differently than resources').conflicts(PROVE_CONFLICTS),
    )
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
  addExitCodes(command, 'output or lock not up to date, not proven');
  addExamples(
    command,
    ['weir compile', 'write rendered/'],
    ['weir compile --check', 'check that rendered/ is up to date'],
    ['weir compile --locked', 'fail instead of moving an egress address'],
    ['weir compile --policy', 'write weir.policy.json, independent of pods'],
  );
};

const registerCheck: Registrar = (program, done) => {
  const command = addInputCommand(program, 'check', 'Check the input and report findings')
    .addOption(
      new Option('--write-baseline <file>', 'Write the current findings to <file> and suppress them').conflicts([
        'baseline',
        'watch',
      ]),
    )
    .action(async (path: string | undefined, flags: Flags & FlowsFlags) => {
      const { checkCommand } = await import('./commands/check.js');
      const paths = resolvePaths(program, flags, 'config', 'baseline', 'writeBaseline');
      const { strict = false, ...rest } = resolveFlows(program, paths);
      const given = { ...rest, ...selectInput(program, path) };
      done(refusesStream(given) ? 1 : await checkCommand({ ...given, strict }));
    });
  addFlowsOptions(command, ['watch']);
  addExamples(
    command,
    ['weir check', 'check the repository in this folder'],
    ['weir check --rev origin/main', 'check another branch'],
    ['weir check --format github', 'annotate a pull request'],
    ['weir check --flows flows.json', 'find observed flows that contradict the resources'],
    ['weir -C clusters/east check', 'check the repository in another folder'],
    ['kubectl get egressfirewalls -A -o yaml | weir check -', 'check objects from standard input'],
  );
};

const registerFix: Registrar = (program, done) => {
  const command = addConfiguration(
    program
      .command('fix')
      .description('Show or apply automatic fixes')
      .argument('[path]', 'Folder (default: .), file or glob'),
  )
    .addOption(writeOption())
    .action(async (path: string | undefined, given: { readonly config?: string; readonly write?: boolean }) => {
      const { fixCommand } = await import('./commands/fix.js');
      const flags = { ...resolvePaths(program, given, 'config'), ...selectInput(program, path) };
      done(await fixCommand(flags));
    });
  addExitCodes(command, 'unapplied fixes');
};

const registerProve: Registrar = (program, done) => {
  const command = addQueryCommand(program.command('prove'), 'Prove that rows treat packets as resources do').action(
    async (given: QueryOptions) => {
      const { proveCommand } = await import('./commands/prove.js');
      done(await proveCommand({ ...resolvePaths(program, given, 'config'), path: repositoryOf(program) }));
    },
  );
  addExitCodes(command, 'packets differ');
  addExamples(command, ['weir prove', 'compare all packets of all pods']);
};

const registerExpect: Registrar = (program, done) => {
  const command = addRepository(program.command('expect').description('Verify the expectations of the repository'))
    .addOption(formatOption(FORMATS))
    .addOption(watchOption(['rev', 'suggest', 'flows']))
    .option('--suggest', 'Print expectations that hold today')
    .addOption(fixOption(['suggest', 'watch', 'flows']))
    .action(async ({ suggest = false, fix = false, ...given }: ExpectFlags) => {
      const flags = { ...resolveFlows(program, resolvePaths(program, given, 'config')), path: repositoryOf(program) };
      if (flags.flows !== undefined && !suggest) {
        printMessage('--flows requires --suggest');
        done(1);
      } else if (fix) {
        const { proposeFixesCommand } = await import('./commands/suggest/fix.js');
        done(await proposeFixesCommand(flags));
      } else if (suggest) {
        const { suggestCommand } = await import('./commands/expect/suggest.js');
        done(await suggestCommand(flags));
      } else {
        const { expectCommand } = await import('./commands/expect/expect.js');
        done(await expectCommand(flags));
      }
    });
  addFlowsOptions(command);
  addExitCodes(command, 'failed expectations');
  addExamples(command, ['weir expect --fix', 'propose edits for failed expectations']);
};

/** Returns the folder, file, glob or stream to read. Unless it is a folder, weir.yaml is in the folder of `-C`. */
function selectInput(program: Command, path: string | undefined): Pick<InputOptions, 'path' | 'folder'> {
  const folder = repositoryOf(program);
  return path === undefined ? { path: folder } : { path: resolvePath(folderOf(program), path), folder };
}

/** Adds a command that reads a repository, with the options that `compile` and `check` share. */
function addInputCommand(program: Command, name: string, description: string): Command {
  const command = program
    .command(name)
    .description(description)
    .argument('[path]', 'Folder (default: .), file, glob, or - for standard input');
  return addRepository(command)
    .addOption(formatOption(FORMATS))
    .option(
      '--max-findings <number>',
      'Maximum number of findings to print (0: all, default: 1000, and 25 groups for check on a terminal)',
      parseCount,
    )
    .option('--baseline <file>', 'Suppress the findings in <file>')
    .option('--allow-empty', 'Allow empty input and an emptied lock')
    .addOption(todayOption())
    .addOption(watchOption(['rev', 'check', 'policy', 'baseline', 'writeBaseline']))
    .addOption(cacheOption())
    .option('--strict', 'Also fail on rejected findings');
}

/** Returns true, and prints why, if standard input is to be watched. */
function refusesStream({ path, watch }: { readonly path: string; readonly watch?: boolean }): boolean {
  const refuses = watch === true && path === '-';
  if (refuses) printMessage('--watch requires files, standard input is read once');
  return refuses;
}

function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('expected a whole number (0: all).');
  return Number(text);
}
