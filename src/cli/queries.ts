import { Option } from 'commander';
import { canonicalAddress } from '../net/address.js';
import { folderOf, repositoryOf, resolvePath, resolvePaths } from './process/folder.js';
import { type HelpRow, addExamples, addSection } from './help-sections.js';
import { addRepository, cacheOption, timeOption } from './options.js';
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

interface ExplainFlags extends QueryOptions {
  readonly cache: boolean;
  readonly northbound?: string;
  readonly at?: string;
}

const registerExplain: Registrar = (program, done) => {
  const command = addQueryCommand(
    program
      .command('explain')
      .argument('<subject>', 'What to explain, see Subjects')
      .argument('[name]', 'Name of the object or row, an address or a number'),
    'Explain a placement, an address, a row, a log or a code',
  )
    .addOption(cacheOption())
    .addOption(timeOption())
    .option('--northbound <file>', 'Northbound database file or `ovsdb-client dump` output')
    .action(async (subject: string, name: string | undefined, given: ExplainFlags) => {
      const { readAtTime } = await import('./commands/at-time.js');
      const resolved = resolvePaths(program, given, 'config', 'northbound');
      const flags = await readAtTime({ ...resolved, path: repositoryOf(program) });
      if (!flags) {
        done(1);
        return;
      }
      done(await (name === undefined ? explainWord(subject, flags) : explainNamed(subject, name, flags)));
    });
  addSection(command, 'Subjects', SUBJECTS);
  addSection(command, 'Peers', PEER_ROWS);
  addExamples(
    command,
    ['weir explain egressip ferry', 'explain the placement of its addresses'],
    ['weir explain address 192.0.2.10', 'list owners, free addresses and possible nodes'],
    ['weir explain shop/web', 'explain the egress and the flows of a workload'],
    ['weir explain egress-firewall/bad-cidr', 'explain a finding and its fix'],
    ['weir explain default-network-controller:EgressFirewall:shop:0', 'find the rule behind a row'],
    ['weir explain \'…|INFO|name="EF:shop:0", verdict=drop, …\'', 'find the rule behind a line of a log'],
  );
};

interface WhatIfFlags extends QueryOptions {
  readonly drain?: string;
  readonly addNode?: string;
  readonly down?: string;
  readonly remove?: readonly string[];
  readonly add?: readonly string[];
  readonly label?: readonly string[];
  readonly scale?: readonly string[];
}

const registerWhatIf: Registrar = (program, done) => {
  const others = ['drain', 'addNode'];
  const command = addQueryCommand(program.command('whatif'), 'Simulate a change of nodes, objects, labels or replicas')
    .option('--drain <node>', 'Node to drain')
    .option('--add-node <file>', 'File with Node objects to add')
    .addOption(new Option('--down <node>', 'Node that fails, with its pods and endpoints').conflicts(others))
    .addOption(
      new Option('--remove <objects...>', 'Objects to delete: KIND/[NAMESPACE/]NAME, or a rule with :RULE').conflicts(
        others,
      ),
    )
    .addOption(new Option('--add <files...>', 'Files with objects to apply').conflicts(others))
    .addOption(new Option('--label <words...>', 'Pod or namespace, then labels: shop/web-0 app=web').conflicts(others))
    .addOption(
      new Option('--scale <workloads...>', 'Workloads and their pods: KIND/NAMESPACE/NAME=N').conflicts(others),
    )
    .action(async (flags: WhatIfFlags) => {
      const { add, ...rest } = resolvePaths(program, flags, 'config', 'addNode');
      const path = repositoryOf(program);
      const { down, remove, label, scale } = rest;
      if ([down, remove, add, label, scale].every((one) => one === undefined)) {
        const { whatIfCommand } = await import('./commands/whatif/nodes.js');
        done(await whatIfCommand({ ...rest, path }));
        return;
      }
      const { whatIfDiffCommand } = await import('./commands/whatif/diff.js');
      const files = (add ?? []).map((file) => resolvePath(folderOf(program), file));
      done(await whatIfDiffCommand({ ...rest, add: files, path }));
    });
  addExamples(
    command,
    ['weir whatif --drain worker-2', 'list the egress addresses that would move'],
    ['weir whatif --down worker-2', 'compare the traffic with and without a node'],
    ['weir whatif --remove networkpolicy/shop/web', 'compare the traffic without a policy'],
    ['weir whatif --remove egressfirewall/shop/default:1', 'compare the traffic without a rule'],
    ['weir whatif --scale statefulset/shop/db=0', 'compare the traffic without the pods of a workload'],
    ['weir whatif --label shop/web-0 app=api', 'compare the traffic of a pod with another label'],
  );
};

type ExplainOptions = Omit<ExplainFlags, 'at'> & { readonly path: string };

/** Explains the code of a finding, an address, a row or line, or the traffic of a peer. */
async function explainWord(word: string, flags: ExplainOptions): Promise<number> {
  const { codes, explainCodeCommand, isCode } = await import('./commands/explain-code.js');
  if (isCode(word)) return explainCodeCommand(word, flags.format);
  if (canonicalAddress(word) !== undefined) {
    const { explainAddressCommand } = await import('./commands/explain-address.js');
    return explainAddressCommand({ ...flags, address: word });
  }
  const { parseSubject } = await import('../explain/subject.js');
  const subject = parseSubject(word);
  if (subject) {
    const { explainSubjectCommand } = await import('./commands/explain-subject.js');
    return explainSubjectCommand({ ...flags, subject, written: word });
  }
  const { explainPeerCommand } = await import('./commands/explain-peer.js');
  return explainPeerCommand({ ...flags, word, codes });
}

/** Explains an address, a placement, a row of a table, a mark, a table, or another object by its kind and name. */
async function explainNamed(kind: string, name: string, flags: ExplainOptions): Promise<number> {
  if (kind.toLowerCase() === 'address') {
    const { explainAddressCommand } = await import('./commands/explain-address.js');
    return explainAddressCommand({ ...flags, address: name });
  }
  const { explainCommand, mayHavePlacement } = await import('./commands/explain.js');
  if (mayHavePlacement(kind)) return explainCommand({ ...flags, kind, name });
  const { codes } = await import('./commands/explain-code.js');
  const { explainPeerCommand, isPeerKind } = await import('./commands/explain-peer.js');
  const fallback = (): Promise<number> => explainObject(`${kind} ${name}`, { kind, name }, flags);
  return isPeerKind(kind) ? explainPeerCommand({ ...flags, word: `${kind}/${name}`, codes, fallback }) : fallback();
}

/** Explains a row of a table, a mark, a table, or an object by its kind and name. */
async function explainObject(
  written: string,
  named: { readonly kind: string; readonly name: string },
  flags: ExplainOptions,
): Promise<number> {
  const { parseSubject } = await import('../explain/subject.js');
  const { explainSubjectCommand } = await import('./commands/explain-subject.js');
  const subject = parseSubject(written) ?? ({ form: 'object', ...named } as const);
  return explainSubjectCommand({ ...flags, subject, written });
}

const SUBJECTS: readonly HelpRow[] = [
  ['egressip NAME', 'Candidate nodes of each address, and why one was chosen'],
  ['egressservice NAMESPACE/NAME', 'Candidate hosts, and why one was chosen'],
  ['address ADDRESS', 'Owners, free addresses nearby, possible nodes'],
  ['PEER', 'Egress, flows and resources of a workload, pod or namespace'],
  ['NODE, SERVICE or HOST', 'What is there, who may reach it, rules that name it'],
  ['CODE', 'Finding and its fix, such as egress-firewall/bad-cidr'],
  ['KIND [NAMESPACE/]NAME', 'Pods, rules, rows and routes of another resource'],
  ['KIND [NAMESPACE/]NAME:RULE', 'One of its rules: :1, :egress/0, or its name'],
  ['ROW', 'Northbound row: key, name, id, hash of a set, or TABLE KEY'],
  ['UUID', 'Row of the database of --northbound'],
  ['LINE', 'Line of an ACL log, HAProxy, `ip rule`, `ip route` or nft, in quotes'],
  ['NUMBER', 'Mark or route table, also mark NUMBER or table NUMBER'],
];
