import type { Command } from 'commander';
import { Option } from 'commander';
import { folderOf } from './folder.js';

/** The commands that a fleet has an answer of. */
const VERBS = ['check', 'compile', 'diff', 'expect', 'pr'];

interface FleetFlags {
  readonly cluster?: readonly string[];
}

/** `fleet`: a command for many clusters, and one report. `run` runs a command line by itself. */
export function registerFleet(
  program: Command,
  done: (exitCode: number) => void,
  run: (argv: readonly string[]) => Promise<number>,
): void {
  const group = program
    .command('fleet')
    .description(
      'run a command for every cluster of weir.fleet.yaml, or folder below with a weir.yaml, and say what all share',
    );
  for (const verb of VERBS) {
    group
      .command(`${verb} [arguments...]`)
      .description(`\`weir ${verb}\` of each cluster, with all its options`)
      .addOption(new Option('--cluster <names...>', 'these clusters alone, by their names'))
      .helpOption(false)
      .allowUnknownOption()
      .action(async (words: readonly string[], { cluster }: FleetFlags) => {
        const { fleetCommand } = await import('./fleet/run.js');
        done(await fleetCommand({ path: folderOf(program), verb, words, wanted: cluster ?? [], run }));
      });
  }
}
