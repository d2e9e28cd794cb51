import type { AdoptFlags } from './commands/adopt/adopt.js';
import { resolvePaths } from './process/folder.js';
import { addExamples, addExitCodes } from './help-sections.js';
import { formatOption } from './options.js';
import { DATABASE_PATHS, addBundles, addZone, outputFolderOf } from './reconciling.js';
import type { Registrar } from './registrar.js';

/** Registers `adopt`, which has the options of `plan northbound`. */
export const registerAdopting: Registrar = (program, done) => {
  const command = addZone(
    program.command('adopt').description('Check if Weir can take a zone over from OVN-Kubernetes'),
  ).option('--file <file>', 'Database file or `ovsdb-client dump` output');
  addBundles(command)
    .addOption(formatOption(['text', 'json']))
    .action(async (folder: string | undefined, flags: AdoptFlags) => {
      const { adoptCommand } = await import('./commands/adopt/adopt.js');
      const files = resolvePaths(program, flags, 'kubeconfig', 'policyBundle', ...DATABASE_PATHS);
      done(await adoptCommand(outputFolderOf(program, folder), files));
    });
  addExamples(
    command,
    ['weir adopt --zone worker-a', 'compare rendered/ with the live rows and flags'],
    ['weir adopt --zone global --live --policy-bundle weir.policy.json', 'compare a policy'],
  );
  addExitCodes(command, 'not ready yet');
};
