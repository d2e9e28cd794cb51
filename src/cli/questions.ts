import { type Command, Option } from 'commander';
import type { Registrar } from './registrar.js';

/** Options of a command that answers a question about the input. */
interface Question {
  readonly config?: string;
  readonly rev?: string;
  readonly format: string;
}

/** `explain` and `whatif`: why something is where it is, and what would be elsewhere. */
export const registerQuestions: Registrar = (program, done) => {
  addQuestion(
    program.command('explain <kind> <name> [path]'),
    'say why each address of an EgressIP, or an EgressService, is on its node',
  ).action(async (kind: string, name: string, path: string | undefined, flags: Question) => {
    const { explainCommand } = await import('./commands/explain.js');
    done(await explainCommand({ ...flags, kind, name, path: path ?? '.' }));
  });
  addQuestion(
    program.command('whatif [path]'),
    'say which egress addresses and hosts of EgressServices move when nodes come and go',
  )
    .option('--drain <node>', 'the node takes no egress addresses and no EgressServices any more')
    .option('--add-node <file>', 'the Node objects of the file join the cluster')
    .action(async (path: string | undefined, flags: Question & { drain?: string; addNode?: string }) => {
      const { whatIfCommand } = await import('./commands/whatif.js');
      done(await whatIfCommand({ ...flags, path: path ?? '.' }));
    });
};

function addQuestion(command: Command, description: string): Command {
  return command
    .description(description)
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--rev <revision>', 'read this git revision instead of the work tree')
    .addOption(
      new Option('-f, --format <format>', 'how the answer is written').choices(['text', 'json']).default('text'),
    );
}
