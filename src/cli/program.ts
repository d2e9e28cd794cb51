import { Command } from 'commander';
import { registerCluster } from './cluster.js';
import { registerComparing } from './comparing.js';
import { registerCompiling } from './compiling.js';
import { registerCompletion } from './completion.js';
import { registerDelivery } from './delivery.js';
import { registerDNS } from './dns.js';
import { registerFleet } from './fleet.js';
import { addFolderOption } from './folder.js';
import { registerLanguageServer } from './language-server.js';
import { registerListing } from './listing.js';
import { registerQuestions } from './questions.js';
import { printNote, printMessage } from './print.js';
import { registerReconciling } from './reconciling.js';
import type { Registrar } from './registrar.js';
import { registerShowing } from './showing.js';
import { nameSourcePlaces } from './source-places.js';
import { version } from './version.js';

/**
 * Parses the arguments (as of a process: the program and its file come first), runs one command and gives its exit code: 3
 * where it ends with a bug, which is told.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  return runAmong(REGISTRARS, argv);
}

async function runAmong(registrars: readonly Registrar[], argv: readonly string[]): Promise<number> {
  try {
    return await runCommand(registrars, argv);
  } catch (error) {
    return exitCodeOfFailure(error);
  }
}

/** Those of all commands that a fleet has an answer of: the others need not be made again for each cluster. */
const OF_CLUSTERS: readonly Registrar[] = [registerCompiling, registerComparing];

/** Runs a command for each cluster of a fleet, as if each were called by itself. */
const fleet: Registrar = (program, done) => {
  registerFleet(program, done, (argv) => runAmong(OF_CLUSTERS, argv));
};

const REGISTRARS: readonly Registrar[] = [
  registerCompiling,
  registerQuestions,
  registerListing,
  registerComparing,
  registerReconciling,
  registerCluster,
  registerDelivery,
  registerDNS,
  registerShowing,
  registerCompletion,
  registerLanguageServer,
  fleet,
];

async function runCommand(registrars: readonly Registrar[], argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = new Command('weir')
    .description('Compiles Kubernetes egress resources and a cluster inventory into OVN, nftables and routing state.')
    .version(version)
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({
      writeErr: (text) => {
        text.trimEnd().split('\n').forEach(printNote);
      },
      outputError: (text) => {
        printMessage(rephrase(text));
      },
    });
  program.configureHelp({ showGlobalOptions: true });
  addFolderOption(program);
  const done = (code: number): void => void (exitCode = code);
  for (const register of registrars) register(program, done);
  await program.parseAsync(argv);
  return exitCode;
}

const HELP = `
Examples:
  weir init --from-cluster            begin a repository: weir.yaml, the inventory, the file for CI
  weir compile                        compile the repository in this folder into rendered/
  weir compile --check                is rendered/ up to date? (exit code 2 if not)
  weir check --format github          annotate a pull request
  weir compile --locked               fail rather than move an egress address
  weir expect                         is every expectation of the repository kept?
  weir explain egressip ferry         why its addresses are where they are
  weir explain egressservice a/b      why its host is its host
  weir whatif --drain worker-2        which egress addresses would move
  weir trace shop/web-0 203.0.113.7 443/TCP
                                      what becomes of a packet, and which line decides
  weir list                           with which addresses each namespace leaves the cluster
  weir list --allow-list --base origin/main
                                      the same as an allow list: new, kept and gone
  weir list flows --from shop/web     whom the pods of a workload may talk to
  weir list exposed                   which hosts and paths are reachable from outside
  weir trace https://shop.example.com which Route and pods a request gets, and why
  weir check --rev origin/main        what is wrong on another branch
  weir -C clusters/east check         the same of another folder; every command takes -C
  weir fleet check                    the same of every cluster of a repository, as one report
  weir diff                           what this branch and the work tree change
  weir diff origin/main HEAD          the same for two revisions
  weir diff ./before ./after          the same for two folders: ./ or / in front makes a name one
  weir diff --fail-on opened,moved    exit code 2 only if a flow is opened or an address moves
  weir show northbound --zone global  all rows of a zone, joined from the parts of rendered/
  weir plan northbound --zone global  what an apply would change in the Northbound database
  weir apply node --node worker-1     bring this node to what rendered/ says
  weir audit northbound --zone global --file ovnnb.db
                                      drift of a database that somebody has sent
  kubectl get egressfirewalls -A -o yaml | weir check -

Exit codes: 0 fine, 1 problems in the input, 2 something differs (the output folder, the lock, the sides of a diff),
3 a bug in Weir.`;

/** What commander says of the arguments, `error: unknown command 'chek'` and what may be meant, as one sentence of ours. */
function rephrase(text: string): string {
  const [problem = '', ...advice] = text.trimEnd().split('\n');
  const meant = advice.map((line) => line.replace(/^\(Did you mean (.*)\?\)$/, "did you mean '$1'?"));
  return [problem.replace(/^error: /, '').replace(/\.$/, ''), ...meant].join(': ');
}

/** Commander has already said what is wrong with the arguments; everything else is a bug. */
function exitCodeOfFailure(error: unknown): number {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')) {
    return 'exitCode' in error && error.exitCode === 0 ? 0 : 1;
  }
  const detail = error instanceof Error ? nameSourcePlaces(error.stack ?? error.message) : String(error);
  printMessage('this is a bug in Weir, please report it');
  detail.split('\n').forEach(printNote);
  return 3;
}
