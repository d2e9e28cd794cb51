import { canonicalAddress } from '../net/address.js';
import { repositoryOf, resolvePaths } from './folder.js';
import { type HelpRow, addExamples, addSection } from './help-sections.js';
import { addRepository, cacheOption } from './options.js';
import { type QueryOptions, addQueryCommand } from './query.js';
import type { Registrar } from './registrar.js';
import { PEER_ROWS } from './peer-help.js';
import { registerTrace } from './trace.js';

/** Registers `explain`, `whatif`, `trace` and `report`. */
export const registerQueries: Registrar = (program, done) => {
  registerExplain(program, done);
  registerWhatIf(program, done);
  registerTrace(program, done);
  addRepository(program.command('report').description('Write an HTML report of egress, rules and findings'))
    .requiredOption('-o, --out <file>', 'HTML file to write')
    .action(async (flags: { config?: string; rev?: string; out: string }) => {
      const { reportCommand } = await import('./commands/report.js');
      done(await reportCommand({ ...resolvePaths(program, flags, 'config', 'out'), path: repositoryOf(program) }));
    });
};

const registerExplain: Registrar = (program, done) => {
  const command = addQueryCommand(
    program
      .command('explain')
      .argument('<subject>', 'What to explain, see Subjects')
      .argument('[name]', 'Name of the object, or an address'),
    'Explain a placement, an address or a finding code',
  )
    .addOption(cacheOption())
    .action(async (subject: string, name: string | undefined, given: QueryOptions & { cache: boolean }) => {
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
  addSection(command, 'Subjects', SUBJECTS);
  addSection(command, 'Peers', PEER_ROWS);
  addExamples(
    command,
    ['weir explain egressip ferry', 'explain the placement of its addresses'],
    ['weir explain address 192.0.2.10', 'list owners, free addresses and possible nodes'],
    ['weir explain shop/web', 'explain the egress and the flows of a workload'],
    ['weir explain egress-firewall/bad-cidr', 'explain a finding and its fix'],
  );
};

const registerWhatIf: Registrar = (program, done) => {
  const command = addQueryCommand(program.command('whatif'), 'Simulate draining or adding nodes')
    .option('--drain <node>', 'Node to drain')
    .option('--add-node <file>', 'File with Node objects to add')
    .action(async (flags: QueryOptions & { drain?: string; addNode?: string }) => {
      const { whatIfCommand } = await import('./commands/whatif.js');
      done(await whatIfCommand({ ...resolvePaths(program, flags, 'config', 'addNode'), path: repositoryOf(program) }));
    });
  addExamples(command, ['weir whatif --drain worker-2', 'list the egress addresses that would move']);
};

/** Explains the code of a finding, an address, or the traffic of a peer. */
async function explainWord(word: string, flags: QueryOptions & { readonly path: string }): Promise<number> {
  const { codes, explainCodeCommand, isCode } = await import('./commands/explain-code.js');
  if (isCode(word)) return explainCodeCommand(word, flags.format);
  if (canonicalAddress(word) !== undefined) {
    const { explainAddressCommand } = await import('./commands/explain-address.js');
    return explainAddressCommand({ ...flags, address: word });
  }
  const { explainPeerCommand } = await import('./commands/explain-peer.js');
  return explainPeerCommand({ ...flags, word, codes });
}

const SUBJECTS: readonly HelpRow[] = [
  ['egressip NAME', 'Candidate nodes of each address, and why one was chosen'],
  ['egressservice NAMESPACE/NAME', 'Candidate hosts, and why one was chosen'],
  ['address ADDRESS', 'Owners, free addresses nearby, possible nodes'],
  ['PEER', 'Egress and flows of its pods'],
  ['CODE', 'Finding and its fix, such as egress-firewall/bad-cidr'],
];
