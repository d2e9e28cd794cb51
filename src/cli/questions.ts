import { canonicalAddress } from '../net/address.js';
import { repositoryOf, resolvePaths } from './folder.js';
import { type Question, addQuestion } from './question.js';
import type { Registrar } from './registrar.js';
import { PEER_HELP } from './peer-help.js';
import { registerTrace } from './trace.js';

/** `explain`, `whatif`, `trace` and `report`: why something is where it is, what would be elsewhere, what becomes of a packet. */
export const registerQuestions: Registrar = (program, done) => {
  addQuestion(
    program.command('explain <subject> [name]'),
    'explain an EgressIP or EgressService, an address, the traffic of a workload, or a code of a finding',
  )
    .option('--no-cache', 'neither use nor keep what is known from earlier runs in .weir-cache')
    .addHelpText('after', EXPLAIN)
    .addHelpText('after', PEER_HELP)
    .action(async (subject: string, name: string | undefined, given: Question & { cache: boolean }) => {
      const flags = { ...resolvePaths(program, given, 'config'), path: repositoryOf(program) };
      if (name === undefined) done(await explainWord(subject, flags));
      else if (subject.toLowerCase() === 'address') {
        const { explainAddressCommand } = await import('./commands/explain-address.js');
        done(await explainAddressCommand({ ...flags, address: name }));
      } else {
        const { explainCommand } = await import('./commands/explain.js');
        done(await explainCommand({ ...flags, kind: subject, name }));
      }
    });
  addQuestion(
    program.command('whatif'),
    'show which egress addresses and hosts of EgressServices move when nodes come and go',
  )
    .option('--drain <node>', 'the node takes no egress addresses and no EgressServices any more')
    .option('--add-node <file>', 'the Node objects of the file join the cluster')
    .action(async (flags: Question & { drain?: string; addNode?: string }) => {
      const { whatIfCommand } = await import('./commands/whatif.js');
      done(await whatIfCommand({ ...resolvePaths(program, flags, 'config', 'addNode'), path: repositoryOf(program) }));
    });
  registerTrace(program, done);
  program
    .command('report')
    .description('write a page: where traffic leaves, who has which address, what each rule is good for, what is found')
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--rev <revision>', 'read this git revision instead of the work tree')
    .requiredOption('--out <file>', 'the file, in HTML; it needs no other')
    .action(async (flags: { config?: string; rev?: string; out: string }) => {
      const { reportCommand } = await import('./commands/report.js');
      done(await reportCommand({ ...resolvePaths(program, flags, 'config', 'out'), path: repositoryOf(program) }));
    });
};

/** Explains the code of a finding, an address, or the traffic of a peer. */
async function explainWord(word: string, flags: Question & { readonly path: string }): Promise<number> {
  const { codes, explainCodeCommand, isCode } = await import('./commands/explain-code.js');
  if (isCode(word)) return explainCodeCommand(word, flags.format);
  if (canonicalAddress(word) !== undefined) {
    const { explainAddressCommand } = await import('./commands/explain-address.js');
    return explainAddressCommand({ ...flags, address: word });
  }
  const { explainPeerCommand } = await import('./commands/explain-peer.js');
  return explainPeerCommand({ ...flags, word, codes });
}

const EXPLAIN = `
Subjects:
  egressip NAME                  per address: the candidate nodes, why each was refused, and who won
  egressservice NAMESPACE/NAME   why its host is its host
  address ADDRESS                who has or wants it, what is free beside it, which nodes could host it
  PEER                           how the pods of a workload, namespace or label selector leave, and whom they reach
  CODE                           what a finding means, such as egress-firewall/bad-cidr`;
