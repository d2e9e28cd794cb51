import { folderOf } from './process/folder.js';
import { addSection } from './help-sections.js';
import type { Registrar } from './registrar.js';

/** Registers `generate`. */
export const registerDelivery: Registrar = (program, done) => {
  const command = program
    .command('generate')
    .description('Print manifests as an Argo CD plugin')
    .action(async () => {
      const { generateCommand } = await import('./commands/generate.js');
      done(await generateCommand({ path: folderOf(program), environment: process.env }));
    });
  addSection(command, 'Parameters', [
    ['config', 'Configuration file (default: weir.yaml)'],
    ['namespace', 'Namespace of the ConfigMaps (default: that of the application)'],
    ['deliver', 'policy, artefacts or nothing (default: policy)'],
    ['strict', 'true: also fail on rejected findings'],
    ['locked', 'true: fail if weir.lock.yaml would change'],
  ]);
  command.addHelpText(
    'after',
    '\nArgo CD sets them in ARGOCD_APP_PARAMETERS, or as ARGOCD_ENV_WEIR_<NAME> in the\nenvironment of the plugin. A parameter overrides the environment.',
  );
};
