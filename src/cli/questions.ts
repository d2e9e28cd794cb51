import { folderOf, resolvePath, resolvePaths } from './folder.js';
import { type Question, addQuestion } from './question.js';
import type { Registrar } from './registrar.js';
import { registerTrace } from './trace.js';

/**
 * `explain`, `whatif`, `trace` and `list flows`: why something is where it is, what would be elsewhere, what becomes of a packet
 * or a request, and who may talk to whom.
 */
export const registerQuestions: Registrar = (program, done) => {
  addQuestion(
    program.command('explain <kind> <name>'),
    'say why each address of an EgressIP, or an EgressService, is on its node',
  ).action(async (kind: string, name: string, flags: Question) => {
    const { explainCommand } = await import('./commands/explain.js');
    done(await explainCommand({ ...resolvePaths(program, flags, 'config'), kind, name, path: folderOf(program) }));
  });
  addQuestion(
    program.command('whatif'),
    'say which egress addresses and hosts of EgressServices move when nodes come and go',
  )
    .option('--drain <node>', 'the node takes no egress addresses and no EgressServices any more')
    .option('--add-node <file>', 'the Node objects of the file join the cluster')
    .action(async (flags: Question & { drain?: string; addNode?: string }) => {
      const { whatIfCommand } = await import('./commands/whatif.js');
      done(await whatIfCommand({ ...resolvePaths(program, flags, 'config', 'addNode'), path: folderOf(program) }));
    });
  registerTrace(program, done);
  const list = program.command('list').description('list what the resources of a repository amount to');
  addQuestion(
    list.command('flows [path]'),
    'say which connections there may be between workloads, pods and addresses outside',
    ['text', 'csv', 'dot', 'json'],
  )
    .option('--from <end>', 'only from this workload, pod (namespace/name), namespace or address')
    .option('--to <end>', 'only to this one')
    .option('--services', 'list Services, too: which of their ports lead a pod to another')
    .option('--explain', 'show which rules decide, also where there is no connection (text only)')
    .action(async (given: string | undefined, options: Question & FlowFlags) => {
      const { listFlowsCommand } = await import('./commands/flows/list-flows.js');
      const { explain = false, services = false, ...flags } = resolvePaths(program, options, 'config');
      const folder = folderOf(program);
      const path = given === undefined ? folder : resolvePath(folder, given);
      done(await listFlowsCommand({ ...flags, explain, services, path }));
    });
  addQuestion(list.command('exposed'), 'say which schemes, hosts and paths are reachable from outside, and by whom', [
    'text',
    'csv',
    'json',
  ]).action(async (flags: Question) => {
    const { listExposedCommand } = await import('./commands/requests/list-exposed.js');
    done(await listExposedCommand({ ...resolvePaths(program, flags, 'config'), path: folderOf(program) }));
  });
};

/** Another spelling of a command: `weir list --exposed` is `weir list exposed`. */
export function spellOut(argv: readonly string[]): string[] {
  const at = argv.findIndex((word, index) => word === '--exposed' && argv[index - 1] === 'list');
  return argv.map((word, index) => (index === at ? 'exposed' : word));
}

/** The options of `weir list flows` beside those of every question. */
interface FlowFlags {
  readonly from?: string;
  readonly to?: string;
  readonly explain?: boolean;
  readonly services?: boolean;
}
