import type { Command } from 'commander';
import { Option } from 'commander';
import { folderOf, resolvePath, resolvePaths } from './folder.js';
import type { Registrar } from './registrar.js';

/** The options of `weir init`, as commander parses them. */
interface InitFlags {
  readonly fromCluster?: boolean;
  readonly fromMustGather?: string;
  readonly fromInventory?: readonly string[];
  readonly northbound?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly force?: boolean;
}

/** `inventory` and `init`: what a cluster tells the compiler. */
export const registerCluster: Registrar = (program, done) => {
  addAccess(program.command('inventory'))
    .description('write what the compiler reads of a cluster into a folder, one file per kind')
    .addOption(
      new Option('--from-must-gather <folder>', 'read what `oc adm must-gather` wrote, and no cluster').conflicts([
        'kubeconfig',
        'context',
      ]),
    )
    .requiredOption('--out <folder>', 'the folder; what an earlier run wrote there is replaced')
    .action(async (flags: Pick<InitFlags, 'kubeconfig' | 'context' | 'fromMustGather'> & { out: string }) => {
      const { inventoryCommand } = await import('./commands/inventory.js');
      done(await inventoryCommand(resolvePaths(program, flags, 'kubeconfig', 'out', 'fromMustGather')));
    });
  addAccess(program.command('init'))
    .description('write weir.yaml, the inventory and the file for CI of a new repository, and say how egress is today')
    .option('--from-cluster', 'ask the API server')
    .addOption(
      new Option('--from-must-gather <folder>', 'read what `oc adm must-gather` wrote').conflicts('fromCluster'),
    )
    .addOption(
      new Option('--from-inventory <files...>', 'read files, folders or globs with objects of the cluster').conflicts([
        'fromCluster',
        'fromMustGather',
      ]),
    )
    .option('--northbound <file>', 'a Northbound database, or a dump of one: its version and networks')
    .option('--force', 'replace weir.yaml, an inventory and the file for CI')
    .action(async (given: InitFlags) => {
      const { initCommand } = await import('./commands/init/init.js');
      const {
        force = false,
        fromInventory,
        ...flags
      } = resolvePaths(program, given, 'kubeconfig', 'fromMustGather', 'northbound');
      const folder = folderOf(program);
      const files = fromInventory?.map((file) => resolvePath(folder, file));
      done(await initCommand({ ...flags, ...(files ? { fromInventory: files } : {}), force, path: folder }));
    });
};

function addAccess(command: Command): Command {
  return command
    .option('--kubeconfig <file>', 'the kubeconfig; by default KUBECONFIG, ~/.kube/config or the service account')
    .option('--context <name>', 'a context of the kubeconfig; by default the current one');
}
