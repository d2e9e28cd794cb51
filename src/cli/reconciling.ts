import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ClusterFlags, NodeFlags, NorthboundFlags, Verb } from './commands/reconcile/run.js';
import { folderOf, repositoryOf, resolvePath, resolvePaths } from './process/folder.js';
import { type HelpRow, addExamples, addExitCodes, addSection } from './help-sections.js';
import { NODE_PROBE } from '../ovn-kubernetes/node-probe.js';
import { addClusterAccess, formatOption } from './options.js';
import type { Registrar } from './registrar.js';

/** Descriptions of the commands. */
const VERBS = {
  plan: 'Show the changes that apply would make',
  apply: 'Apply the desired state and verify it',
  audit: 'Report drift between desired and live state',
} as const satisfies Readonly<Record<Verb, string>>;

/** First words of the descriptions of their targets. */
const ACTIONS = {
  plan: 'Plan changes to',
  apply: 'Apply changes to',
  audit: 'Audit',
} as const satisfies Readonly<Record<Verb, string>>;

/** Output formats of changes. */
const FORMATS = ['text', 'json'];

/** Examples of the commands. */
const EXAMPLES: Readonly<Record<Verb, readonly HelpRow[]>> = {
  plan: [
    ['weir plan northbound --zone global', 'plan changes to the Northbound database'],
    ['weir plan cluster --live --policy-bundle weir.policy.json', 'plan changes of a policy'],
  ],
  apply: [
    ['weir apply node --node worker-1', 'apply rendered/ to this node'],
    ['weir apply northbound --zone global --interval 30', 'reconcile every 30 seconds'],
  ],
  audit: [['weir audit northbound --zone global --file ovnnb.db', 'report drift of a database file']],
};

/** Forms of `--remote`. */
const REMOTES: readonly HelpRow[] = [
  ['unix:PATH', 'Socket (default: unix:/var/run/ovn/ovnnb_db.sock)'],
  ['tcp:HOST:PORT', 'TCP without TLS'],
  ['ssl:HOST:PORT', 'TLS, requires --private-key, --certificate and --ca-cert'],
];

/** Options of every target that contain a path. */
const COMMON_PATHS = ['kubeconfig', 'out', 'plan', 'policyBundle'] as const;

/** Options of a Northbound database that contain a path. */
export const DATABASE_PATHS = ['privateKey', 'certificate', 'caCert', 'file'] as const;

/** Registers `plan`, `apply` and `audit` with their targets, `confirm` and `rollback`. */
export const registerReconciling: Registrar = (program, done) => {
  for (const verb of ['plan', 'apply', 'audit'] as const) {
    const group = program.command(verb).description(VERBS[verb]);
    addNorthbound(program, group, verb, done);
    addNode(program, group, verb, done);
    addCluster(program, group, verb, done);
    addExamples(group, ...EXAMPLES[verb]);
  }
  for (const [name, description] of [
    ['confirm', 'Keep the change made by `apply node --confirm`'],
    ['rollback', 'Roll back the change made by `apply node --confirm`'],
  ] as const) {
    program
      .command(name)
      .description(description)
      .option('--state <folder>', 'Checkpoint folder', '/run/weir')
      .action(async (flags: { readonly state: string }) => {
        const { answerNodeChange } = await import('./commands/reconcile/answer.js');
        done(await answerNodeChange(name, resolvePaths(program, flags, 'state').state));
      });
  }
};

/** Adds the options that name the Northbound database of a zone. */
export function addZone(command: Command): Command {
  command
    .requiredOption('--zone <zone>', 'Zone name')
    .option('--remote <remotes>', 'OVSDB remotes, comma-separated')
    .option('--private-key <file>', 'Private key of the client certificate')
    .option('--certificate <file>', 'Client certificate')
    .option('--ca-cert <file>', 'CA certificate of the server')
    .option('--server-name <name>', 'Expected name in the server certificate (default: any)')
    .addOption(
      new Option('--check-host', 'Verify the certificate against the host of --remote').conflicts('serverName'),
    );
  return addSection(command, 'Remotes', REMOTES);
}

function addNorthbound(program: Command, group: Command, verb: Verb, done: (exitCode: number) => void): void {
  const command = addZone(
    group.command('northbound').description(`${ACTIONS[verb]} the Northbound database of a zone`),
  );
  if (verb !== 'apply') command.option('--file <file>', 'Database file or `ovsdb-client dump` output');
  if (verb === 'apply') {
    command.addOption(
      new Option('--wait <state>', 'Wait for southbound (sb) or hypervisors (hv)')
        .choices(['none', 'sb', 'hv'])
        .default('none'),
    );
  }
  const formats = verb === 'plan' ? [...FORMATS, 'transaction'] : FORMATS;
  addCommon(addBundles(command), verb, formats).action(async (folder: string | undefined, flags: NorthboundFlags) => {
    const { reconcileNorthbound } = await import('./commands/reconcile/run.js');
    const files = resolvePaths(program, flags, ...COMMON_PATHS, ...DATABASE_PATHS);
    done(await reconcileNorthbound(verb, outputFolderOf(program, folder), files));
  });
}

function addNode(program: Command, group: Command, verb: Verb, done: (exitCode: number) => void): void {
  const command = group
    .command('node')
    .description(`${ACTIONS[verb]} nftables, rules and routes of this node`)
    .requiredOption('--node <node>', 'Node name')
    .option('--state <folder>', 'Checkpoint folder', '/run/weir');
  if (verb === 'apply') {
    command
      .addOption(new Option('--confirm', 'Roll back unless confirmed within --timeout').conflicts('interval'))
      .option('--timeout <seconds>', 'Seconds until an incomplete change is rolled back', parseSeconds, 60);
  }
  addLease(addCommon(addBundles(command), verb), verb).action(async (folder: string | undefined, flags: NodeFlags) => {
    const { reconcileNode } = await import('./commands/reconcile/run.js');
    const files = resolvePaths(program, flags, ...COMMON_PATHS, 'state');
    done(await reconcileNode(verb, outputFolderOf(program, folder), files));
  });
}

function addCluster(program: Command, group: Command, verb: Verb, done: (exitCode: number) => void): void {
  const command = group.command('cluster').description(`${ACTIONS[verb]} Kubernetes objects and statuses`);
  addProbes(addLease(addCommon(addBundles(command), verb), verb), verb).action(
    async (folder: string | undefined, flags: ClusterFlags) => {
      const { reconcileCluster } = await import('./commands/reconcile/run.js');
      const files = resolvePaths(program, flags, ...COMMON_PATHS, 'probeCaCert');
      done(await reconcileCluster(verb, outputFolderOf(program, folder), files));
    },
  );
}

/** Returns the output folder: the one that is named, or that of the repository. */
export function outputFolderOf(program: Command, folder: string | undefined): string {
  return folder === undefined ? resolvePath(repositoryOf(program), 'rendered') : resolvePath(folderOf(program), folder);
}

/** Adds the options for a desired state that is not in an output folder. */
export function addBundles(command: Command): Command {
  return addClusterAccess(command.argument('[folder]', 'Output folder (default: rendered)'))
    .option('--configmaps <namespace>', 'Read ConfigMaps synced by Argo CD')
    .option('--live', 'Compile a policy bundle with the live inventory')
    .addOption(new Option('--policy-bundle <file>', 'Policy bundle, for --live').conflicts('configmaps'));
}

/** Adds the options of every target. */
function addCommon(command: Command, verb: Verb, formats = FORMATS): Command {
  command.addOption(formatOption(formats));
  if (verb === 'plan') command.option('-o, --out <file>', 'Save the plan for apply --plan');
  if (verb === 'apply') {
    command
      .addOption(new Option('--plan <file>', 'Apply a saved plan, or fail if it is stale').conflicts('interval'))
      .option('--force', 'Ignore --max-removal')
      .option('--max-removal <percent>', 'Maximum share of managed objects to remove (percent)', parsePercent, 50)
      .option('--interval <seconds>', 'Reconcile every <seconds> and when the output changes', parseSeconds)
      .option('--listen <address>', 'Address for health and metrics ("": none)', '127.0.0.1:9476')
      .addOption(
        new Option('--log-level <level>', 'Log level').choices(['debug', 'info', 'warn', 'error']).default('info'),
      );
  } else addExitCodes(command, verb === 'plan' ? 'changes' : 'drift');
  return command;
}

/** Adds the options of the Lease by which one of several appliers changes a target. */
function addLease(command: Command, verb: Verb): Command {
  if (verb !== 'apply') return command;
  return command
    .option('--no-lease', 'Do not use a Lease with --interval')
    .option('--lease-namespace <namespace>', 'Namespace of the Lease (default: of the pod)')
    .option('--lease-duration <seconds>', 'Seconds until another applier takes over', parseWholeSeconds, 15);
}

/** Adds the options of the probes of nodes. */
function addProbes(command: Command, verb: Verb): Command {
  if (verb !== 'apply') return command;
  return command
    .option('--probe-port <port>', 'Port of gRPC health checks of nodes (default: dial TCP 9)', parsePort)
    .option('--probe-ca-cert <file>', 'CA certificate of the health checks (default: no TLS)')
    .option('--probe-server-name <name>', 'Name in the certificates of the health checks')
    .option(
      '--probe-interval <seconds>',
      'Seconds between probes of a node, with --live',
      parseSeconds,
      NODE_PROBE.period,
    )
    .option(
      '--probe-timeout <seconds>',
      'Seconds until a probe fails (0: no probes)',
      parseTimeout,
      NODE_PROBE.timeout,
    );
}

/** Maximum interval and timeout, in seconds (eleven days). Timers of Node.js support twice as much. */
const MAX_SECONDS = 1_000_000;

function parseSeconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= MAX_SECONDS)) {
    throw new InvalidArgumentError(`expected a number of seconds above 0 and up to ${MAX_SECONDS}.`);
  }
  return value;
}

function parseTimeout(text: string): number {
  return text === '0' ? 0 : parseSeconds(text);
}

function parsePort(text: string): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value >= 1 && value <= 65_535)) {
    throw new InvalidArgumentError('expected a port from 1 to 65535.');
  }
  return value;
}

/** Parses the duration of a Lease, which is an integer in the API. */
function parseWholeSeconds(text: string): number {
  const value = parseSeconds(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('expected a whole number of seconds.');
  return value;
}

function parsePercent(text: string): number {
  const value = Number(text);
  if (!(value >= 0 && value <= 100)) throw new InvalidArgumentError('expected a number from 0 to 100.');
  return value;
}
