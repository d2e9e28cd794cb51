import { resolvePaths } from './folder.js';
import type { Registrar } from './registrar.js';

/** `inventory`: what a cluster tells the compiler. */
export const registerCluster: Registrar = (program, done) => {
  program
    .command('inventory')
    .description('write what the compiler reads of a cluster into a folder, one file per kind')
    .option('--kubeconfig <file>', 'the kubeconfig; by default KUBECONFIG, ~/.kube/config or the service account')
    .option('--context <name>', 'a context of the kubeconfig; by default the current one')
    .requiredOption('--out <folder>', 'the folder; what an earlier run wrote there is replaced')
    .action(async (flags: { kubeconfig?: string; context?: string; out: string }) => {
      const { inventoryCommand } = await import('./commands/inventory.js');
      done(await inventoryCommand(resolvePaths(program, flags, 'kubeconfig', 'out')));
    });
};
