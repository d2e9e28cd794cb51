import type { Command } from 'commander';
import { Option } from 'commander';
import { folderOf } from './process/folder.js';
import { addExamples } from './help-sections.js';

/** Commands that can run for a fleet. */
const VERBS = ['check', 'compile', 'diff', 'expect', 'pr'];

interface FleetFlags {
  readonly cluster?: readonly string[];
}

/** Registers `fleet`. `run` runs one command line and returns its exit code. */
export function registerFleet(
  program: Command,
  done: (exitCode: number) => void,
  run: (argv: readonly string[]) => Promise<number>,
): void {
  const group = program.command('fleet').description('Run a command for every cluster of the repository');
  for (const verb of VERBS) {
    group
      .command(`${verb} [arguments...]`)
      .description(`Run \`weir ${verb}\` for every cluster`)
      .addOption(new Option('--cluster <names...>', 'Only these clusters'))
      .helpOption(false)
      .allowUnknownOption()
      .action(async (words: readonly string[], { cluster }: FleetFlags) => {
        const { fleetCommand } = await import('./fleet/run.js');
        done(await fleetCommand({ path: folderOf(program), verb, words, wanted: cluster ?? [], run }));
      });
  }
  group.addHelpText(
    'after',
    '\nThe clusters are those of weir.fleet.yaml, or every folder below with a weir.yaml.\nEach command takes its own options too: see `weir check --help`.',
  );
  addExamples(
    group,
    ['weir fleet check', 'check every cluster, as one report'],
    ['weir fleet diff --cluster east west', 'compare two clusters with the main branch'],
  );
}
