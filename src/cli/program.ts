import { Command } from 'commander';
import { registerAdopting } from './adopting.js';
import { registerCluster } from './cluster.js';
import { registerComparing } from './comparing.js';
import { registerCompiling } from './compiling.js';
import { registerCompletion } from './completion.js';
import { registerDelivery } from './delivery.js';
import { registerDNS } from './dns.js';
import { registerFleet } from './fleet.js';
import { addFolderOption } from './process/folder.js';
import { registerLanguageServer } from './language-server.js';
import { registerListing } from './listing.js';
import { registerLog } from './log.js';
import { registerQueries } from './queries.js';
import { formatOverview } from './overview.js';
import { printMessage, printNote, printRendered } from './process/print.js';
import { registerReconciling } from './reconciling.js';
import type { Registrar } from './registrar.js';
import { registerShowing } from './showing.js';
import { registerStatus } from './status.js';
import { registerSuggesting } from './suggesting.js';
import { nameSourcePlaces } from './source-locations.js';
import { version } from './process/version.js';

/**
 * Parses the arguments, runs one command and returns its exit code: 3 after a bug, which is printed. `argv` is that of a
 * process: the program and its file come first.
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

/** The commands that can run for a fleet. The others are not registered again for each cluster. */
const OF_CLUSTERS: readonly Registrar[] = [registerCompiling, registerComparing];

/** Registers `fleet`, which runs the command line of each cluster separately. */
const fleet: Registrar = (program, done) => {
  registerFleet(program, done, (argv) => runAmong(OF_CLUSTERS, argv));
};

const REGISTRARS: readonly Registrar[] = [
  registerCompiling,
  registerQueries,
  registerLog,
  registerListing,
  registerComparing,
  registerReconciling,
  registerAdopting,
  registerStatus,
  registerCluster,
  registerDelivery,
  registerDNS,
  registerSuggesting,
  registerShowing,
  registerCompletion,
  registerLanguageServer,
  fleet,
];

async function runCommand(registrars: readonly Registrar[], argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = createProgram((code) => void (exitCode = code), registrars);
  await program.parseAsync(argv);
  return exitCode;
}

/** Creates the program with its commands. `done` receives the exit code of the command that ran. */
export function createProgram(done: (exitCode: number) => void, registrars = REGISTRARS): Command {
  const program = new Command('weir')
    .description('Compile Kubernetes egress resources, policies and Routes into dataplane state.')
    .version(version, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print help')
    .helpCommand('help [command]', 'Print help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        printRendered(text);
      },
      writeErr: (text) => {
        text.trimEnd().split('\n').forEach(printNote);
      },
      outputError: (text) => {
        printMessage(rephrase(text));
      },
    });
  program.configureHelp({ showGlobalOptions: true });
  addFolderOption(program);
  for (const register of registrars) register(program, done);
  // Commands copied the settings above when they were registered, so this is the help of the program alone.
  program.configureHelp({ formatHelp: formatOverview });
  return program;
}

/** Rewrites a message of commander, `error: unknown command 'chek'` and a suggestion, as one sentence. */
function rephrase(text: string): string {
  const [problem = '', ...advice] = text.trimEnd().split('\n');
  const meant = advice.map((line) => line.replace(/^\(Did you mean (.*)\?\)$/, "did you mean '$1'?"));
  return [problem.replace(/^error: /, '').replace(/\.$/, ''), ...meant].join(': ');
}

/** Returns the exit code for an exception: commander has printed its own, all others are bugs and printed here. */
function exitCodeOfFailure(error: unknown): number {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')) {
    return 'exitCode' in error && error.exitCode === 0 ? 0 : 1;
  }
  const detail = error instanceof Error ? nameSourcePlaces(error.stack ?? error.message) : String(error);
  printMessage('this is a bug in Weir, please report it');
  detail.split('\n').forEach(printNote);
  return 3;
}
