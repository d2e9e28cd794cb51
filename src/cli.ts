#!/usr/bin/env node
import { Command, Option } from 'commander';
import { version } from './version.js';

const FORMATS = ['text', 'json', 'github', 'sarif'];

/** The options of `weir compile`, as commander parses them. */
interface Flags {
  readonly config?: string;
  readonly rev?: string;
  readonly out?: string;
  readonly check?: boolean;
  readonly locked?: boolean;
  readonly format: string;
  readonly strict?: boolean;
}

/** A command that reads a repository: what `compile` and `check` have in common. */
function addInputCommand(program: Command, name: string, description: string): Command {
  return program
    .command(`${name} [path]`)
    .description(description)
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--rev <revision>', 'read this git revision instead of the work tree')
    .addOption(new Option('-f, --format <format>', 'how findings are written').choices(FORMATS).default('text'))
    .option('--strict', 'fail (exit code 1) also for parts that the live controllers would refuse');
}

/** Options of a command that answers a question about the input. */
interface Question {
  readonly config?: string;
  readonly rev?: string;
  readonly format: string;
}

function addQuestion(command: Command, description: string): Command {
  return command
    .description(description)
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--rev <revision>', 'read this git revision instead of the work tree')
    .addOption(
      new Option('-f, --format <format>', 'how the answer is written').choices(['text', 'json']).default('text'),
    );
}

/** Parses the arguments, runs one command and returns its exit code. Commands load what they need when they run. */
async function main(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = new Command('weir')
    .description('Compiles Kubernetes egress resources and a cluster inventory into OVN, nftables and routing state.')
    .version(version)
    .addHelpText('after', HELP)
    .exitOverride();
  addInputCommand(program, 'compile', 'compile a folder (default: .), a file, a glob, or - for standard input')
    .option('-o, --out <folder>', 'where the artefacts go; by default `output` of weir.yaml: rendered')
    .option('--check', 'write nothing; exit code 2 when the folder is not up to date')
    .option('--locked', 'write nothing, exit code 2, when an assignment in weir.lock.yaml would change')
    .action(async (path: string | undefined, flags: Flags) => {
      const { compileCommand } = await import('./commands/compile.js');
      const { check = false, locked = false, strict = false } = flags;
      exitCode = await compileCommand({ ...flags, path: path ?? '.', check, locked, strict });
    });
  addInputCommand(program, 'check', 'print every finding about the input and write nothing').action(
    async (path: string | undefined, flags: Flags) => {
      const { checkCommand } = await import('./commands/check.js');
      exitCode = await checkCommand({ ...flags, path: path ?? '.', strict: flags.strict ?? false });
    },
  );
  program
    .command('schema [kind]')
    .description('print the JSON Schema of weir.yaml, or of a kind such as EgressFirewall, for editors')
    .action(async (kind: string | undefined) => {
      const { schemaCommand } = await import('./commands/schema.js');
      exitCode = schemaCommand(kind);
    });
  addQuestion(
    program.command('explain <kind> <name> [path]'),
    'say why each address of an EgressIP, or an EgressService, is on its node',
  ).action(async (kind: string, name: string, path: string | undefined, flags: Question) => {
    const { explainCommand, explainServiceCommand } = await import('./commands/explain.js');
    const asked = { ...flags, name, path: path ?? '.' };
    if (kind.toLowerCase() === 'egressip') exitCode = await explainCommand(asked);
    else if (kind.toLowerCase() === 'egressservice') exitCode = await explainServiceCommand(asked);
    else program.error(`error: only an egressip or an egressservice can be explained, not '${kind}'`);
  });
  addQuestion(program.command('whatif [path]'), 'say which egress addresses move when nodes come and go')
    .option('--drain <node>', 'the node takes no egress addresses any more')
    .option('--add-node <file>', 'the Node objects of the file join the cluster')
    .action(async (path: string | undefined, flags: Question & { drain?: string; addNode?: string }) => {
      const { whatIfCommand } = await import('./commands/whatif.js');
      exitCode = await whatIfCommand({ ...flags, path: path ?? '.' });
    });
  await program.parseAsync([...argv]);
  return exitCode;
}

const HELP = `
Examples:
  weir compile                        compile the repository in this folder into rendered/
  weir compile --check                is rendered/ up to date? (exit code 2 if not)
  weir check --format github          annotate a pull request
  weir compile --locked               fail rather than move an egress address
  weir explain egressip ferry         why its addresses are where they are
  weir explain egressservice a/b      why its host is its host
  weir whatif --drain worker-2        which egress addresses would move
  weir check --rev origin/main        what is wrong on another branch
  kubectl get egressfirewalls -A -o yaml | weir check -

Exit codes: 0 fine, 1 problems in the input, 2 the output folder or the lock is not up to date, 3 a bug in Weir.`;

try {
  process.exitCode = await main(process.argv);
} catch (error) {
  process.exitCode = exitCodeOfFailure(error);
}

/** Commander has already said what is wrong with the arguments; everything else is a bug. */
function exitCodeOfFailure(error: unknown): number {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')) {
    return 'exitCode' in error && error.exitCode === 0 ? 0 : 1;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`weir: this is a bug in Weir, please report it\n${detail}\n`);
  return 3;
}
