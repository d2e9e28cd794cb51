import { type Command, InvalidArgumentError, Option } from 'commander';
import type { NodeFlags, NorthboundFlags, ReconcileFlags, Verb } from './commands/reconcile/run.js';
import { folderOf, repositoryOf, resolvePath, resolvePaths } from './folder.js';
import type { Registrar } from './registrar.js';

const VERBS = {
  plan: 'show what an apply would change, and change nothing',
  apply: 'bring the target to the desired state, and read back',
  audit: 'report drift: what is missing, changed, stale or foreign',
} as const satisfies Readonly<Record<Verb, string>>;

/** How changes may be written. */
const FORMATS = ['text', 'json'];

const NAME_CHECK =
  'the name or address that its certificate must be for; by default any of that authority will do, as with OVN';

/** Options of every target that hold a path. */
const COMMON_PATHS = ['kubeconfig', 'out', 'plan', 'policyBundle'] as const;

/** `plan`, `apply` and `audit` of Northbound databases, nodes and the cluster, and the answers to `apply node --confirm`. */
export const registerReconciling: Registrar = (program, done) => {
  for (const verb of ['plan', 'apply', 'audit'] as const) {
    const group = program.command(verb).description(VERBS[verb]);
    addNorthbound(program, group, verb, done);
    addNode(program, group, verb, done);
    addCluster(program, group, verb, done);
  }
  for (const [name, description] of [
    ['confirm', 'commit the change that `apply node --confirm` has made'],
    ['rollback', 'roll it back, before its timer does'],
  ] as const) {
    program
      .command(name)
      .description(description)
      .option('--state <folder>', 'where the checkpoint is', '/run/weir')
      .action(async (flags: { readonly state: string }) => {
        const { answerNodeChange } = await import('./commands/reconcile/answer.js');
        done(await answerNodeChange(name, resolvePaths(program, flags, 'state').state));
      });
  }
};

function addNorthbound(program: Command, group: Command, verb: Verb, done: (exitCode: number) => void): void {
  const command = group
    .command('northbound [folder]')
    .description('the Northbound database of a zone')
    .requiredOption('--zone <zone>', 'the zone, as in the rendered folder')
    .option('--remote <remotes>', 'unix:PATH, tcp:HOST:PORT or ssl:HOST:PORT; several with commas')
    .option('--private-key <file>', 'key of the client certificate, for ssl')
    .option('--certificate <file>', 'the client certificate')
    .option('--ca-cert <file>', 'the authority that the server must be from')
    .option('--server-name <name>', NAME_CHECK)
    .addOption(
      new Option('--check-host', 'the certificate must be for the host of its remote').conflicts('serverName'),
    );
  if (verb !== 'apply') command.option('--file <file>', 'a database file, or the output of ovsdb-client -f json dump');
  if (verb === 'apply') {
    command.addOption(
      new Option('--wait <state>', 'how far the rows must have come').choices(['none', 'sb', 'hv']).default('none'),
    );
  }
  const formats = verb === 'plan' ? [...FORMATS, 'transaction'] : FORMATS;
  addCommon(addBundles(command), verb, formats).action(async (folder: string | undefined, flags: NorthboundFlags) => {
    const { reconcileNorthbound } = await import('./commands/reconcile/run.js');
    const files = resolvePaths(program, flags, ...COMMON_PATHS, 'privateKey', 'certificate', 'caCert', 'file');
    done(await reconcileNorthbound(verb, renderedFolder(program, folder), files));
  });
}

function addNode(program: Command, group: Command, verb: Verb, done: (exitCode: number) => void): void {
  const command = group
    .command('node [folder]')
    .description('nftables, rules, routes and addresses of the node that this runs on')
    .requiredOption('--node <node>', 'the name of this node, as in the rendered folder')
    .option('--state <folder>', 'where checkpoints are kept', '/run/weir');
  if (verb === 'apply') {
    command
      .addOption(new Option('--confirm', 'roll back unless `weir confirm` comes in time').conflicts('interval'))
      .option('--timeout <seconds>', 'after which what is not complete is rolled back', parseSeconds, 60);
  }
  addCommon(addBundles(command), verb).action(async (folder: string | undefined, flags: NodeFlags) => {
    const { reconcileNode } = await import('./commands/reconcile/run.js');
    const files = resolvePaths(program, flags, ...COMMON_PATHS, 'state');
    done(await reconcileNode(verb, renderedFolder(program, folder), files));
  });
}

function addCluster(program: Command, group: Command, verb: Verb, done: (exitCode: number) => void): void {
  const command = group.command('cluster [folder]').description('objects and statuses, by the API server');
  addCommon(addBundles(command), verb).action(async (folder: string | undefined, flags: ReconcileFlags) => {
    const { reconcileCluster } = await import('./commands/reconcile/run.js');
    const files = resolvePaths(program, flags, ...COMMON_PATHS);
    done(await reconcileCluster(verb, renderedFolder(program, folder), files));
  });
}

/** The folder that was rendered: the one that is named, or that of the repository. */
function renderedFolder(program: Command, folder: string | undefined): string {
  return folder === undefined ? resolvePath(repositoryOf(program), 'rendered') : resolvePath(folderOf(program), folder);
}

function addAccess(command: Command): Command {
  return command
    .option('--kubeconfig <file>', 'the kubeconfig; by default KUBECONFIG, ~/.kube/config or the service account')
    .option('--context <name>', 'a context of the kubeconfig; by default the current one');
}

/** Where the desired state comes from, if from no rendered folder. */
function addBundles(command: Command): Command {
  return addAccess(command)
    .option('--configmaps <namespace>', 'read the ConfigMaps there that Argo CD has synced, no folder')
    .option('--live', 'compile a policy bundle with the inventory of the cluster, which is pulled each time')
    .addOption(new Option('--policy-bundle <file>', 'with --live: the policy bundle').conflicts('configmaps'));
}

/** Options that every target has. */
function addCommon(command: Command, verb: Verb, formats = FORMATS): Command {
  command.addOption(new Option('-f, --format <format>', 'how changes are written').choices(formats).default('text'));
  if (verb === 'plan') command.option('-o, --out <file>', 'keep the plan, for apply --plan');
  if (verb === 'apply') {
    command
      .addOption(
        new Option('--plan <file>', 'apply this plan, and nothing when anything has moved since').conflicts('interval'),
      )
      .option('--force', 'remove more than --max-removal allows')
      .option('--max-removal <percent>', 'the share of our things that one run may remove', parsePercent, 50)
      .option(
        '--interval <seconds>',
        'do it again and again, and at once when the rendered folder changes',
        parseSeconds,
      )
      .option('--listen <address>', 'where a watch serves health and metrics; "" for nowhere', '127.0.0.1:9476')
      .addOption(
        new Option('--log-level <level>', 'of a watch').choices(['debug', 'info', 'warn', 'error']).default('info'),
      );
  }
  return command;
}

/** Eleven days: timers of Node hold twice as much. */
const MOST_SECONDS = 1_000_000;

function parseSeconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= MOST_SECONDS)) {
    throw new InvalidArgumentError(`write a number of seconds above 0 and up to ${MOST_SECONDS}.`);
  }
  return value;
}

function parsePercent(text: string): number {
  const value = Number(text);
  if (!(value >= 0 && value <= 100)) throw new InvalidArgumentError('write a number from 0 to 100.');
  return value;
}
